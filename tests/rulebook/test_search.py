"""What can be searched: every article, entry, rule and word, under its names in five languages."""

import tomllib
from pathlib import Path

import pytest

from scorekeeper.contract import search as contract
from scorekeeper.rulebook import search, tables
from scorekeeper.rulebook.codes import codes
from scorekeeper.rulebook.search import Document, documents, synonyms
from scorekeeper.rulebook.tables import Table
from scorekeeper.rulebook.topics import LANGUAGES
from scorekeeper.rulebook.values import RulebookError
from scorekeeper.words import words_for

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
    assert document.says.endswith(".")
    assert document.says in document.text
    assert len(document.synonyms) >= (8 if document.kind == "article" else 5)
    assert len(set(document.synonyms)) >= len(document.synonyms) - 2


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
    assert {document.id for document in documents() if spoken in document.synonyms} == ids


def test_the_source_s_own_term_is_searched() -> None:
    assert "Elhamarkodott lerakás" in by_id()["article HU-08"].text
    assert "Pachet incorect" in by_id()["article RO-01"].text


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


@pytest.mark.parametrize(("heading", "id_"), [("Piros hármasok", "red-threes"), ("fekete harmasok", "black-threes")])
def test_a_heading_in_the_plural_finds_its_rule(heading: str, id_: str) -> None:
    found = [hit["id"] for hit in contract.search({"query": heading}, words_for("hu"))["hits"]]
    assert id_ in found[:2]


def test_every_group_of_synonyms_speaks_all_five_languages() -> None:
    groups = tomllib.loads((FOLDER / "search_terms.toml").read_text(encoding="utf-8"))["synonyms"]
    assert [group["for"] for group in groups if not all(group[language] for language in LANGUAGES)] == []


def test_a_file_that_is_no_toml_is_refused_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "FOLDER", tmp_path)
    (tmp_path / "search_terms.toml").write_text("for = [")
    with pytest.raises(RulebookError, match=r"^search_terms\.toml: "):
        search.documents.__wrapped__()


@pytest.mark.parametrize(
    ("group", "told"),
    [
        ({"for": ["HU-99"]}, "search_terms.toml: synonyms[0].for: 'HU-99' is not allowed here; allowed: HU-01"),
        ({"for": ["HU-01"], "en": ["a"]}, "search_terms.toml: synonyms[0].et: missing; expected list"),
        (
            {"for": ["HU-01"], **{language: ["a"] for language in LANGUAGES}, "de": ["a"]},
            "search_terms.toml: synonyms[0].de: unknown key; allowed: for, en, et, hu, ro, cs",
        ),
    ],
)
def test_wrong_synonyms_are_refused_by_file_and_key(group: dict[str, object], told: str) -> None:
    with pytest.raises(RulebookError) as error:
        synonyms(Table("search_terms.toml", "", {"synonyms": [group]}))
    assert str(error.value).startswith(told)
