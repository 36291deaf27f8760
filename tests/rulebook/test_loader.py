"""Rule sets as read from their files, and the errors for invalid files."""

import copy
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.engine.refused import Refused
from scorekeeper.rulebook import readings as readings_module
from scorekeeper.rulebook import tables
from scorekeeper.rulebook.loader import read_rule_set, resolve, rulebook, rules_of
from scorekeeper.rulebook.tables import FOLDER, RulebookError

RULE_SETS = tuple(rulebook().rule_sets)

SECTIONS = rulebook().sections
FORMATS = rulebook().formats
#: Rule set, format, and its hand size, draw, players, sides, hands per side, canastas to go out, target.
TABLES = [
    ("classic", "four", 11, 1, 4, 2, 2, 1, 5000),
    ("classic", "two", 11, 1, 2, 2, 1, 1, 5000),
    ("classic", "three", 11, 1, 3, 3, 1, 1, 5000),
    ("viennese", "four", 11, 1, 4, 2, 2, 1, 5000),
    ("hungarian", "four", 11, 1, 4, 2, 2, 1, 5000),
    ("hungarian", "two", 15, 2, 2, 2, 1, 2, 5000),
    ("hungarian", "three", 13, 1, 3, 3, 1, 1, 5000),
    ("hungarian", "cutthroat", 11, 2, 3, 3, 1, 2, 7500),
    ("hungarian", "five", 11, 1, 5, 2, 2, 1, 5000),
    ("hungarian", "six-rotating", 11, 1, 6, 2, 2, 1, 5000),
    ("hungarian", "six", 11, 1, 6, 2, 3, 1, 5000),
    *(
        ("romanian", format_, 14, 1, players, sides, hands, 1, 5000)
        for format_, players, sides, hands in (
            ("four", 4, 2, 2),
            ("two", 2, 2, 1),
            ("three", 3, 3, 1),
            ("five", 5, 2, 2),
            ("six-rotating", 6, 2, 2),
            ("six", 6, 2, 3),
        )
    ),
    ("czech", "four", 13, 1, 4, 2, 2, 1, 10000),
    ("czech", "two", 15, 1, 2, 2, 1, 1, 10000),
    ("czech", "three", 15, 1, 3, 3, 1, 1, 10000),
    ("czech-fast", "four", 11, 1, 4, 2, 2, 1, 5000),
    ("czech-fast", "two", 13, 1, 2, 2, 1, 1, 5000),
    ("czech-fast", "three", 13, 1, 3, 3, 1, 1, 5000),
]


@pytest.mark.parametrize("expected", TABLES, ids=lambda table: f"{table[0]}-{table[1]}")
def test_every_format_has_its_table(expected: tuple[Any, ...]) -> None:
    rules = resolve(*expected[:2])
    table = rules.table
    found = (table.hand_size, table.draw, table.players, table.sides, table.hands)
    assert (rules.id, table.format, *found, rules.canastas_needed, rules.end.target) == expected


def test_the_formats_are_those_of_the_contract_the_first_the_default() -> None:
    told = dict.fromkeys(rule_set for rule_set, *_ in TABLES)
    assert [(rule_set, format_) for rule_set in told for format_ in rulebook().rule_sets[rule_set].formats] == [
        (rule_set, format_) for rule_set, format_, *_ in TABLES
    ]
    assert all(resolve(rule_set).table.format == "four" for rule_set in RULE_SETS)


@pytest.mark.parametrize(
    ("request_", "key", "where", "allowed"),
    [
        ({}, "missing", "rules", RULE_SETS),
        ({"rules": None}, "unknown_rule_set", "rules", RULE_SETS),
        ({"rules": "whist"}, "unknown_rule_set", "rules", RULE_SETS),
        ({"rules": ["czech"]}, "unknown_rule_set", "rules", RULE_SETS),
        ({"rules": "classic", "format": "five"}, "unknown_format", "format", ("four", "two", "three")),
        ({"rules": "czech", "format": "five"}, "unknown_format", "format", ("four", "two", "three")),
        ({"rules": "czech", "format": 4}, "unknown_format", "format", ("four", "two", "three")),
        ({"rules": "czech", "options": []}, "not_an_object", "options", None),
    ],
)
def test_an_unknown_name_is_refused_with_those_there_are(
    request_: dict[str, Any], key: str, where: str, allowed: tuple[str, ...] | None
) -> None:
    with pytest.raises(Refused) as caught:
        rules_of(request_)
    assert (caught.value.kind, caught.value.key, caught.value.where) == ("malformed", key, where)
    assert caught.value.allowed == allowed


def test_format_and_options_may_be_left_out_or_null() -> None:
    assert rules_of({"rules": "czech", "format": None, "options": None}) == resolve("czech", "four", {})


def test_the_same_rules_are_made_once() -> None:
    assert resolve("classic", "four", {"tie": "draw"}) is resolve("classic", None, {"tie": "draw"})


def tree_of(name: str) -> dict[str, Any]:
    """The parsed TOML of a file of the rulebook."""
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))


def with_change(tree: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The tree with one value set, or removed with `...`."""
    changed = copy.deepcopy(tree)
    *way, last = path.split("/")
    inner = changed
    for key in way:
        inner = inner[key]
    if value is ...:
        del inner[last]
    else:
        inner[last] = value
    return changed


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("title", ..., "title: missing"),
        ("document", "X", "document: 'X' is not allowed here; allowed: "),
        ("formats", ..., "formats: missing"),
        ("base", "whist", "base: 'whist' is not allowed here; allowed: classic"),
        ("procedures", "whist", "procedures: 'whist' is not allowed here; allowed: classic"),
        ("house_formats", ["seven"], "house_formats: 'seven' is not allowed here; allowed: four, two"),
        ("formats", ["four", "seven"], "formats: 'seven' is not allowed here; allowed: four, two"),
        ("format", {"seven": {}}, "format: 'seven' is not allowed here; allowed: four, two"),
        ("format", {"four": 5}, "format.four: expected a table, found 5"),
        ("format", {"four": {"table": {"hands": 3}}}, "format.four.table.hands: expected a table, found 3"),
        ("pack", {"packs": {"value": 2, "source": "E1"}}, "top level: no value for pack.jokers"),
        ("pack/packs", {"value": 2, "source": "E99"}, "pack.packs: source 'E99' is no section"),
        ("pack/packs", {"value": 2, "source": ["E1"]}, "pack.packs: source ['E1'] is no section"),
        ("formats", [], "formats: at least one is needed; allowed: four, two"),
        ("canastas/without", ["wild"], "canastas.without: the base has no row canastas.wild; it has: none"),
        ("pack/cards", {"value": 2, "source": "E1"}, "pack.cards: unknown key; allowed: packs"),
        ("cards/ace/kinds", ["A", "ace"], "cards.ace.kinds: 'ace' is not allowed here; allowed: joker, 2, A"),
    ],
)  # fmt: skip
def test_a_wrong_rule_set_names_file_key_and_what_is_allowed(path: str, value: Any, says: str) -> None:
    tree = with_change(tree_of("rule_sets/classic.toml"), path, value)
    with pytest.raises(RulebookError) as caught:
        read_rule_set("classic", tree, {"classic": rulebook().rule_sets["classic"]}, SECTIONS, FORMATS)
    assert str(caught.value).startswith(f"rule_sets/classic.toml: {says}")


def test_a_game_excuses_in_the_first_round_where_its_threes_do() -> None:
    assert [id_ for id_ in rulebook().rule_sets if resolve(id_).first_round_excuses] == ["hungarian"]


def test_a_base_lends_what_is_not_named() -> None:
    facts = rulebook().rule_sets
    assert facts["viennese"].values["canastas.natural.bonus"] == facts["classic"].values["canastas.natural.bonus"]
    assert facts["viennese"].values["signs.red.by"].source == "E18"
    assert facts["viennese"].values["going_out.hand_canasta"].reading == "AMB-03"


def _read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read the rulebook and its readings again."""
    book = rulebook.__wrapped__()
    monkeypatch.setattr(readings_module, "rulebook", lambda: book)
    readings_module.readings.__wrapped__()


def test_a_rule_set_is_there_because_its_file_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A new game is one file, including its source; the other games are found as before."""
    others = [f"{id_}.toml" for id_ in RULE_SETS if id_ not in ("classic", "viennese", "uruguay", "modern-american")]
    shutil.copytree(FOLDER, tmp_path / "rulebook", ignore=shutil.ignore_patterns(*others, "spoken", "scorings"))
    new = """
    title = "Home"
    says = "As at home."
    place = 15
    document = "HOME"
    base = "viennese"
    procedures = "classic"
    formats = ["four"]
    [[source]]
    code = "HOME"
    title = "A letter"
    language = "en"
    from = "https://example.org/"
    heading = "Rules"
    [[reading]]
    id = "AMB-999"
    part = "scoring"
    sources = ["HOME"]
    title = "At home"
    says = "So it is."
    [end]
    target = { value = 3000, source = "HOME", reading = "AMB-999" }
    [options]
    target = { source = "HOME" }
    """
    (tmp_path / "rulebook" / "rule_sets" / "home.toml").write_text(new, encoding="utf-8")
    monkeypatch.setattr(tables, "FOLDER", tmp_path / "rulebook")
    book = rulebook.__wrapped__()
    assert list(book.rule_sets)[:3] == ["classic", "home", "viennese"]
    home = book.rule_sets["home"]
    assert (home.says, home.look_up, home.procedures) == ("As at home.", "estonian", "classic")
    assert (home.values["end.target"].value, book.sections["HOME"].document) == (3000, book.documents["HOME"])
    assert [option.id for option in book.options_of("home")] == ["target"]
    lost = (
        new.replace("[end]", '[canastas]\n    without = ["wild_twos"]\n    [end]')
        + 'wild-canasta-twos = { source = "HOME" }'
    )
    (tmp_path / "rulebook" / "rule_sets" / "home.toml").write_text(lost, encoding="utf-8")
    there = (
        r"home\.toml: options\.wild-canasta-twos: there is no row canastas\.wild_twos in home; it has: canastas\.nat"
    )
    with pytest.raises(RulebookError, match=there):
        rulebook.__wrapped__()
    for said, instead, wrong in (
        ('code = "HOME"', 'code = "RG-U"', "source[0].code: 'RG-U' stands twice among the sources of rule sets"),
        ('title = "A letter"', "", "source[0].name: missing"),
        ('heading = "Rules"', 'heading = "Rules"\nseen = "half"', "source[0].seen: 'half' is not allowed here"),
        ('"AMB-999"', '"AMB-30"', "reading[0].id: 'AMB-30' is told already"),
        (
            'reading = "AMB-999"',
            'reading = "AMB-998"',
            "end.target: reading 'AMB-998' is told nowhere; allowed: AMB-01",
        ),
        (
            'target = { source = "HOME" }',
            'target = { source = "HOME", reading = "AMB-997" }',
            "rule_sets/home.toml: options.target: reading 'AMB-997' is told nowhere; allowed: AMB-01",
        ),
        (
            "[options]",
            '[format.four]\ntable.draw = { value = 2, source = "HOME", reading = "AMB-9" }\n[options]',
            "rule_sets/home.toml: format.four.table.draw: reading 'AMB-9' is told nowhere; allowed: AMB-01",
        ),
    ):
        (tmp_path / "rulebook" / "rule_sets" / "home.toml").write_text(new.replace(said, instead), encoding="utf-8")
        with pytest.raises(RulebookError) as caught:
            _read_whole(monkeypatch)
        assert wrong in str(caught.value)
    (tmp_path / "rulebook" / "rule_sets" / "home.toml").write_text(new, encoding="utf-8")
    options = (FOLDER / "options.toml").read_text(encoding="utf-8")
    for said, instead, wrong in (
        (
            'reading = "AMB-30"',
            'reading = "AMB-3O"',
            "options.toml: tie: reading 'AMB-3O' is told nowhere; allowed: AM",
        ),
        (
            '"signs.red.steps" = [[0, 0]',
            '"signs.rde.steps" = [[0, 0]',
            "options.toml: red-threes-without-canasta: there is no row signs.rde in viennese; it has: signs.melded",
        ),
        (
            '"opening.opens_alone" = ["natural"',
            '"opening.opens_alone" = ["naturl"',
            "options.toml: splash in modern-american: opening.opens_alone: 'naturl' is no kind of canasta here; a",
        ),
    ):
        (tmp_path / "rulebook" / "options.toml").write_text(options.replace(said, instead, 1), encoding="utf-8")
        with pytest.raises(RulebookError) as caught:
            rulebook.__wrapped__()
        assert str(caught.value).startswith(wrong)
    (tmp_path / "rulebook" / "options.toml").write_text(options, encoding="utf-8")
    (tmp_path / "rulebook" / "rule_sets" / "viennese.toml").unlink()
    with pytest.raises(RulebookError, match=r"home\.toml: base: 'viennese' is not allowed here"):
        rulebook.__wrapped__()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[sections", r"^sources\.toml: "),
        ('[documents.E]\ntitle = "E"\nlanguage = "et"\nfrom = "-"\n[sections]\nX1 = "A"',
         "X1 is in no document; known: E$"),
    ],
)  # fmt: skip
def test_a_wrong_file_of_sources_is_named(tmp_path: Any, monkeypatch: pytest.MonkeyPatch, text: str, says: str) -> None:
    (tmp_path / "sources.toml").write_text(text)
    monkeypatch.setattr(tables, "FOLDER", tmp_path)
    with pytest.raises(RulebookError, match=says):
        rulebook.__wrapped__()
