"""The documents of the search: every article, entry, rule and term, with its names in each language."""

import tomllib
from pathlib import Path

import pytest

from scorekeeper.contract import search as contract
from scorekeeper.rulebook import tables
from scorekeeper.rulebook.codes import codes
from scorekeeper.rulebook.search import index as search
from scorekeeper.rulebook.search import speech
from scorekeeper.rulebook.search.index import Document, documents
from scorekeeper.rulebook.search.ranking import Ranking, joined, lore, read_lore
from scorekeeper.rulebook.search.speech import hear, plain_words
from scorekeeper.rulebook.search.topics import VOCABULARIES, topics
from scorekeeper.rulebook.tables import RulebookError
from scorekeeper.words import words_for
from scorekeeper.words.languages import TRANSLATIONS, shares

FOLDER = Path(__file__).parents[2] / "scorekeeper" / "rulebook"


def by_id() -> dict[str, Document]:
    """Every document by its kind and id."""
    return {f"{document.kind} {document.id}": document for document in documents()}


def test_every_entry_of_every_code_can_be_found() -> None:
    found = {document.id: (document.kind, document.code) for document in documents()}
    for code in codes().values():
        for article in code.articles:
            assert found[article.id] == ("article", code.id)
        for reference in code.references:
            assert found[reference.id] == ("rule", code.id)


def test_ids_stand_once() -> None:
    assert len(by_id()) == len(documents())


@pytest.mark.parametrize("document", documents(), ids=lambda document: f"{document.kind}-{document.id}")
def test_every_document_is_worded_and_has_synonyms(document: Document) -> None:
    assert document.title
    shown = topics("rule")[document.id].shown if document.kind == "rule" and not document.code else ()
    assert document.says.endswith(".") or (shown and not document.says)
    assert document.texts[:1] == ((document.says,) if document.says else ())
    assert len(document.names) >= (8 if document.kind == "article" else 5)
    assert len(set(document.names)) == len(document.names)


@pytest.mark.parametrize(
    ("spoken", "ids"),
    [
        ("dropped card", {"HU-02", "RO-04"}),
        ("lapelárulás", {"HU-02", "RO-04"}),
        ("carte scăpată", {"HU-02", "RO-04"}),
        ("upuštěná karta", {"HU-02", "RO-04"}),
        ("kaart kukkus", {"HU-02", "RO-04"}),
        ("kas ma võin lõpetada", {"HU-08", "RO-11", "HU-11", "RO-17", "EE-03"}),
        ("mal donné", {"RO-02"}),
    ],
)
def test_what_people_say_leads_to_the_article(spoken: str, ids: set[str]) -> None:
    assert {document.id for document in documents() if spoken in {name for _, name in document.names}} == ids


def test_the_source_s_own_term_is_searched() -> None:
    assert ("hu", "Elhamarkodott lerakás") in by_id()["article HU-08"].names
    assert any("Pachet incorect" in name for _, name in by_id()["article RO-01"].names)


@pytest.mark.parametrize(
    ("heading", "id_"),
    [
        ("Elégtelen lerakási pontszám", "HU-03"),
        ("A dobóhalom jogtalan felvétele", "HU-06"),
        ("elhamarkodott lerakas", "HU-08"),
        ("több lapot húz", "HU-04"),
    ],
)
def test_the_source_s_own_term_leads_to_its_article_first(heading: str, id_: str) -> None:
    assert contract.search({"query": heading}, words_for("en"))["hits"][0]["id"] == id_


@pytest.mark.parametrize(
    ("said", "language", "code", "id_"),
    [
        ("leejtett egy lapot", "hu", "hungarian", "HU-02"),
        ("elejtette a kartyat", "hu", "hungarian", "HU-02"),
        ("kimment kanaszta nelkul", "hu", "hungarian", "HU-07"),
        ("felkapta a kupacot", "hu", "hungarian", "HU-06"),
        ("soronkivul rakott", "hu", "hungarian", "HU-05"),
        ("nem volt meg az 50", "hu", "hungarian", "HU-03"),
        ("nem emelt", "hu", "hungarian", "HU-01"),
        ("i-a cazut o carte", "ro", "romanian", "RO-04"),
        ("nu are 50", "ro", "romanian", "RO-08"),
        ("decrtat fara tragere", "ro", "romanian", "RO-07"),
        ("lipseste o carte din pachet", "ro", "romanian", "RO-01"),
        ("upustil kartu", "cs", "hungarian", "HU-02"),
        ("pillas kaardi", "et", "hungarian", "HU-02"),
        ("opned with too few points", "en", "hungarian", "HU-03"),
    ],
)
def test_what_happened_in_ones_own_words_leads_to_its_article_first(
    said: str, language: str, code: str, id_: str
) -> None:
    hits = contract.search({"query": said, "code": code}, words_for(language))["hits"]
    assert next(hit["id"] for hit in hits if hit["kind"] == "article") == id_


@pytest.mark.parametrize("code", [None, "hungarian"])
def test_a_question_about_a_rule_of_a_code_leads_to_it_first(code: str | None) -> None:
    hits = contract.search({"query": "may I ask how many cards you have", "code": code}, words_for("en"))["hits"]
    assert (hits[0]["kind"], hits[0]["id"]) == ("rule", "HU-13")


@pytest.mark.parametrize(
    ("typed", "id_"), [("HU-03", "HU-03"), ("hu3", "HU-03"), ("RO 12", "RO-12"), ("what does ro-5 say", "RO-05")]
)
def test_an_id_is_found_as_it_is_typed(typed: str, id_: str) -> None:
    assert [hit["id"] for hit in contract.search({"query": typed}, words_for("en"))["hits"]] == [id_]


@pytest.mark.parametrize(("code", "other"), [("romanian", "HU-03"), ("hungarian", "RO-03")])
def test_an_id_of_another_code_finds_nothing_of_it(code: str, other: str) -> None:
    assert other not in {hit["id"] for hit in contract.search({"query": other, "code": code}, words_for("en"))["hits"]}


@pytest.mark.parametrize(("number", "not_first"), [("14 cards", "RO-14"), ("3", "HU-03"), ("12 lapot kaptam", "RO-12")])
def test_a_bare_number_is_no_id(number: str, not_first: str) -> None:
    assert not_first not in [hit["id"] for hit in contract.search({"query": number}, words_for("en"))["hits"]][:3]


@pytest.mark.parametrize(
    "query", ["", "   ", "___", "!?", '"', "a* OR", "NEAR(a b)", "\x00", "9" * 150, "ß" * 150, "qqqqqq"]
)
def test_no_query_is_an_error(query: str) -> None:
    assert "hits" in contract.search({"query": query}, words_for("en"))


def test_each_word_of_each_language_has_its_forms() -> None:
    """Fails if a word in spoken/*.toml has changed and tools/word_forms.py was not run after it."""
    for file in (FOLDER / "spoken").glob("*.forms"):
        lines = file.read_text(encoding="utf-8").splitlines()
        assert [line.split(" ")[0] for line in lines] == plain_words(file.stem)


@pytest.mark.parametrize(
    ("said", "language", "means"),
    [
        ("nelíznul", "cs", [{"draw"}, {"not"}]),
        ("nechat", "cs", [{"keep"}]),
        ("võtmata", "et", [{"draw", "take"}, {"not"}]),
        ("paarita", "et", [{"pair", "team"}, {"not"}]),
        ("huztam", "hu", [{"draw"}]),
        ("piros 3-as", "hu", [{"red_three"}]),
        ("14", "en", [{"hand_size"}]),
        ("4 5 6", "en", [{"sequence"}]),
        ("jokerr", "en", [{"joker"}]),
        ("the", "en", []),
    ],
)
def test_a_word_is_heard_in_its_forms(said: str, language: str, means: list[set[str]]) -> None:
    known = lore()
    heard = joined(hear(said, known.numbers, (language,))[0], known)
    assert [set(word.means) for word in heard if word.means] == means


@pytest.mark.parametrize(
    ("weights", "tells", "said"),
    [
        ("", "deal banana", r"story\[0\]\.tells: 'banana' is not allowed here"),
        ("deal = -1", "deal", r"weight\.deal: -1 does not fit; allowed: 0 to"),
        ("deal = true", "deal", r"weight\.deal: True does not fit; allowed: 0 to"),
    ],
)
def test_a_story_of_an_unknown_notion_or_of_no_weight_is_refused(weights: str, tells: str, said: str) -> None:
    story = f'[[story]]\nfor = ["HU-01"]\ntells = ["{tells}"]'
    wrong = tomllib.loads(f"telling = []\nwondering = []\nfaulty = []\n[weight]\n{weights}\n[kin]\n{story}")
    with pytest.raises(RulebookError, match=rf"^stories\.toml: {said}"):
        read_lore(wrong, {"HU-01"})


@pytest.mark.parametrize(("heading", "id_"), [("Piros hármasok", "red-threes"), ("fekete harmasok", "black-threes")])
def test_a_heading_in_the_plural_finds_its_rule(heading: str, id_: str) -> None:
    assert id_ in [hit["id"] for hit in contract.search({"query": heading}, words_for("hu"))["hits"]][:2]


def test_every_group_of_synonyms_has_some_in_every_language_that_is_translated_whole() -> None:
    whole = [language for language in VOCABULARIES if shares(TRANSLATIONS)[language] == 100]
    groups = tomllib.loads((FOLDER / "search_terms.toml").read_text(encoding="utf-8"))["synonyms"]
    assert [group["for"] for group in groups if not all(group.get(language) for language in whole)] == []


def test_a_file_that_is_no_toml_is_refused_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "FOLDER", tmp_path)
    (tmp_path / "search_terms.toml").write_text("for = [")
    with pytest.raises(RulebookError, match=r"^search_terms\.toml: "):
        search.read_terms.__wrapped__()


@pytest.mark.parametrize(
    ("group", "told"),
    [
        ('for = ["HU-99"]', "search_terms.toml: synonyms[0].for[0]: 'HU-99' is not allowed here; allowed: HU-01"),
        (
            'for = ["HU-01"]\nxx = ["a"]',
            "search_terms.toml: synonyms[0].xx: unknown key; allowed: for, en, cs, et, hu, ro",
        ),
    ],
)
def test_wrong_synonyms_are_refused_by_file_and_key(group: str, told: str) -> None:
    with pytest.raises(RulebookError) as error:
        search.read_terms(f"[games]\n[[synonyms]]\n{group}\n")
    assert str(error.value).startswith(told)


def test_a_language_without_a_vocabulary_hears_only_the_words_themselves() -> None:
    assert not speech.language("zz").asks.search("wie viele")
    of_pile = Document("rule", "pile", None, "Pile", "", (), (("en", "Pile"), ("zz", "Stapel")))
    found = Ranking([of_pile], lore())
    assert [found.search(query) != [] for query in ("pile", "Stapel", "Karte")] == [True, True, False]


def test_a_vocabulary_without_inflected_forms_knows_its_words_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "spoken").mkdir()
    text = 'nothing = ["der"]\nendings = []\nasking = ["wie"]\n[words]\ntake = ["nehmen"]\npile = ["Stapel"]\n'
    (tmp_path / "spoken" / "xx.toml").write_text(text)
    monkeypatch.setattr(tables, "FOLDER", tmp_path)
    monkeypatch.setattr(speech, "FOLDER", tmp_path)
    monkeypatch.setattr(speech, "VOCABULARIES", ("xx",))
    heard = speech.hear("den Stapel nehmen", (), ["xx"])
    assert [[(each.word, set(each.means)) for each in reading] for reading in heard] == [
        [("den", set()), ("stapel", {"pile"}), ("nehmen", {"take"})]
    ]
