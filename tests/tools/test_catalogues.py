"""The check of the translators' catalogues: the problems that it reports."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.catalog import Catalog

from scorekeeper.rulebook.search.topics import topics
from tools.glossary import LANGUAGES, table

ROOT = Path(__file__).resolve().parents[2]
POINT = ("%(n)s point", "%(n)s points")


@pytest.fixture(scope="module")
def catalogues() -> ModuleType:
    """The script, loaded as a module."""
    spec = importlib.util.spec_from_file_location("catalogues", ROOT / "tools" / "catalogues.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def template() -> Catalog:
    """The catalogue template of a small program."""
    catalogue = Catalog()
    catalogue.add("Save")
    catalogue.add("Side: %(name)s")
    catalogue.add(POINT)
    catalogue.add("Queen", context="card")
    return catalogue


@pytest.fixture
def czech(catalogues: ModuleType) -> Catalog:
    """A complete Czech catalogue for `template`."""
    catalogue: Catalog = catalogues.begun("cs")
    catalogue.add("Save", "Uložit")
    catalogue.add("Side: %(name)s", "Strana: %(name)s")
    catalogue.add(POINT, ("%(n)s bod", "%(n)s body", "%(n)s bodů"))
    catalogue.add("Queen", "Dáma", context="card")
    return catalogue


def complaints(catalogues: ModuleType, catalogue: Catalog, template: Catalog) -> list[str]:
    """The problems that the check reports for a Czech catalogue."""
    return list(catalogues.complaints_of("cs", catalogue, template))


def test_a_complete_catalogue_is_left_in_peace(catalogues: ModuleType, czech: Catalog, template: Catalog) -> None:
    assert complaints(catalogues, czech, template) == []


def test_it_sees_what_is_untranslated_or_fuzzy(catalogues: ModuleType, czech: Catalog, template: Catalog) -> None:
    czech["Save"].string = ""
    czech[POINT].string = ("%(n)s bod", "%(n)s body", "")
    czech.get("Queen", "card").flags.add("fuzzy")
    assert complaints(catalogues, czech, template) == []
    found = catalogues.untranslated(czech, template)
    assert catalogues.lacking("cs", found, template) == (
        "cs: 25 % translated; 3 sentences are not: 'Save', '%(n)s point', 'Queen' [card]"
    )


@pytest.mark.parametrize(
    ("draft", "partial", "code"),
    [(False, False, 1), (True, False, 0), (False, True, 0)],
    ids=["release", "draft", "partial"],
)
def test_an_untranslated_sentence_is_an_error_for_a_release_alone(
    catalogues: ModuleType, czech: Catalog, template: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str], draft: bool, partial: bool, code: int,
) -> None:  # fmt: skip
    czech["Save"].string = ""
    monkeypatch.setattr(catalogues, "ROOT", tmp_path)
    monkeypatch.setattr(catalogues, "TRANSLATIONS", tmp_path)
    monkeypatch.setattr(catalogues, "LANGUAGES", {"en": {}, "cs": {"partial": partial}})
    monkeypatch.setattr(catalogues, "extracted", lambda: template)
    catalogues.write(tmp_path / "cs" / "LC_MESSAGES" / "messages.po", czech)
    assert catalogues.check(draft=draft) == code
    assert capsys.readouterr().out.startswith(
        f"{'Error' if code else 'Warning'}: cs: 75 % translated; 1 sentences are not: 'Save'\n"
    )


def test_a_language_of_the_list_without_a_catalogue_is_begun_by_update(
    catalogues: ModuleType, template: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr(catalogues, "ROOT", tmp_path)
    monkeypatch.setattr(catalogues, "TRANSLATIONS", tmp_path)
    monkeypatch.setattr(catalogues, "LANGUAGES", {"en": {}, "de": {}})
    monkeypatch.setattr(catalogues, "extracted", lambda: template)
    assert catalogues.check(draft=True) == 1
    assert capsys.readouterr().out == "de has no catalogue; `tools/catalogues.py update` begins it\n"
    assert catalogues.update() == 0
    assert catalogues.check(draft=True) == 0
    assert capsys.readouterr().out.startswith("de: 0 % translated; 4 sentences are not: ")


def test_it_sees_what_is_unused(catalogues: ModuleType, czech: Catalog, template: Catalog) -> None:
    czech.add("Gone", "Pryč")
    assert complaints(catalogues, czech, template) == ["unused: 'Gone'"]


def test_it_sees_unequal_placeholders(catalogues: ModuleType, czech: Catalog, template: Catalog) -> None:
    czech["Side: %(name)s"].string = "Strana: %(jmeno)s"
    czech[POINT].string = ("%(n)s bod", "body", "%(n)s bodů")
    assert complaints(catalogues, czech, template) == [
        "placeholders differ: 'Side: %(name)s'",
        "placeholders differ: '%(n)s point'",
    ]


def test_a_czech_word_of_one_letter_is_bound_to_the_next(
    catalogues: ModuleType, czech: Catalog, template: Catalog, tmp_path: Path
) -> None:
    czech["Save"].string = "Uložit k výsledku (v kole); auto a i O ruce"
    czech[POINT].string = ("%(n)s bod", "%(n)s body u stolu", "%(n)s bodů")
    loose = [f"a one-letter word may end a line, `update` binds it: '{text}'" for text in ("Save", "%(n)s point")]
    assert complaints(catalogues, czech, template) == loose
    path = tmp_path / "cs" / "LC_MESSAGES" / "messages.po"
    catalogues.write(path, czech)
    written = catalogues.read(path)
    assert written["Save"].string == "Uložit k\xa0výsledku (v\xa0kole); auto a\xa0i\xa0O\xa0ruce"
    assert written[POINT].string[1] == "%(n)s body u\xa0stolu"
    assert complaints(catalogues, written, template) == []
    czech.add("New")  # as `update` writes it
    catalogues.write(path, czech)
    assert catalogues.read(path)["New"].string == ""


def test_a_new_sentence_is_written_untranslated(
    catalogues: ModuleType, czech: Catalog, template: Catalog, tmp_path: Path
) -> None:
    template.add("New", None)
    czech.update(template, no_fuzzy_matching=True)
    path = tmp_path / "cs" / "LC_MESSAGES" / "messages.po"
    catalogues.write(path, czech)
    assert [message.id for message in catalogues.untranslated(catalogues.read(path), template)] == ["New"]


@pytest.mark.parametrize(
    ("id_", "translated", "found"),
    [
        ("The team is out.", "Strana skončila.", "“team” is a second word for “side”: 'The team is out.'"),
        ("The side is out.", "Tým skončil.", "“Tým” is a second word for “strana”: 'The side is out.'"),
        ("A straight", "Postupka", None),
        ("A sequence", "Postupka", "“Postupka” is a second word for “sekvence”: 'A sequence'"),
        ("First dealer: %(dealer)s", "Rozdává %(dealer)s", None),
    ],
    ids=["in English", "translated", "another meaning", "a stem", "a placeholder"],
)
def test_it_sees_a_second_word_for_a_thing_that_has_a_term(
    catalogues: ModuleType, id_: str, translated: str, found: str | None
) -> None:
    message = Catalog().add(id_, translated)
    english, czech = (
        list(catalogues.words_refused(*each)) for each in (("en", message, id_), ("cs", message, translated))
    )
    assert english + czech == ([found] if found else [])


def test_a_word_of_the_game_is_explained_under_its_term(catalogues: ModuleType) -> None:
    read = {catalogues.language_of(path): catalogues.read(path) for path in catalogues.catalogue_files()}
    titled = [
        (concept.terms[language].term, topic.title if language == "en" else read[language].get(topic.title).string)
        for part in table().values()
        for concept in part
        if (topic := topics("term").get(concept.topic))
        for language in LANGUAGES
    ]
    assert len(titled) > 100
    assert [each for each in titled if each[0].casefold() not in each[1].casefold()] == []


def test_it_sees_a_wrong_plural_header(catalogues: ModuleType) -> None:
    hungarian = Catalog(locale="hu")
    assert list(catalogues.complaints_of("hu", hungarian, Catalog())) == [
        "the plural header must say nplurals=2; plural=(n != 1)"
    ]
    assert list(catalogues.complaints_of("hu", catalogues.begun("hu"), Catalog())) == []


@pytest.mark.parametrize("language", ["et", "hu", "ro", "cs"])
def test_a_catalogue_that_was_begun_keeps_its_header_on_disk(
    catalogues: ModuleType, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "ROOT", tmp_path)
    path = tmp_path / language / "LC_MESSAGES" / "messages.po"
    catalogues.write(path, catalogues.begun(language))
    assert catalogues.right_plurals(language, catalogues.read(path))
