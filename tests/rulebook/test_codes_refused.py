"""Invalid code files: the error names the file, the key, and the allowed values."""

import pytest

from scorekeeper.rulebook.codes import read_code
from scorekeeper.rulebook.tables import RulebookError

HEAD = """
id = "here"
place = 1
title = "Our code"
says = "A code."
language = "en"
term = "Our code"
source = "H"
outcomes = ["PLAY_ON"]
sections = ["Renonsz"]
"""
ARTICLE = """
[[article]]
id = "OU-01"
title = "Spilled tea"
says = "Tea is dried."
term = "Tea"
section = "Renonsz"
place = { paragraph = 1 }
clause = "Tea is dried."
moments = ["deal"]
"""
QUESTION = """
[[article.question]]
key = "how_much"
kind = "choice"
asks = "How much?"
answers = [{ key = "cup", says = "A cup" }, { key = "pot", says = "A pot" }]
[[article.question]]
key = "cups"
kind = "number"
min = 0
asks = "How many?"
[[article.question]]
key = "pots"
kind = "number"
min = 0
asks = "How many?"
"""
ROW = """
[[article.row]]
points = -5
outcomes = ["PLAY_ON"]
do = ["Dry it."]
why = "Wet cards stick."
case = "Always"
"""
WHOLE = HEAD + ARTICLE + QUESTION + ROW
POINTS = "points = -5"
CHOICE = 'kind = "choice"'
TILE = """[[article.tile]]
title = "Tea"
moment = "deal"
answers = { tea = 1 }
"""


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('id = "here"', 'id = "here"\nname = "x"', "ours.toml: name: unknown key; allowed: id, title"),
        ('id = "here"\n', "", "ours.toml: id: missing"),
        ('title = "Our code"', 'title = ""', "ours.toml: title: expected a text, found ''"),
        ('source = "H"', 'source = "X"', "ours.toml: source: 'X' is not allowed here; allowed: E, H, R, C"),
        ('outcomes = ["PLAY_ON"]\nsec', 'outcomes = "PLAY_ON"\nsec', "ours.toml: outcomes: expected a list, f"),
        ('section = "Renonsz"', 'section = "Tea"', "article[0].section: 'Tea' is not allowed here; allowed: Renonsz"),
        ("{ paragraph = 1 }", "{ }", "article[0].place: empty; expected a paragraph, a row, an item or a point"),
        ("{ paragraph = 1 }", '{ line = 1 }', "article[0].place.line: unknown key; allowed: paragraph, sentence"),
        ('moments = ["deal"]', 'moments = ["tea"]', "article[0].moments[0]: 'tea' is not allowed here; allowed: deal"),
        (ROW, "", "article[0].row: missing; an article decides by at least one row"),
        (POINTS, "points = true", "article[0].row[0].points: expected a whole number, found True"),
        ('outcomes = ["PLAY_ON"]\ndo', 'outcomes = ["TEA"]\ndo', "outcomes: 'TEA' is not allowed here; allowed: PLAY"),
        (POINTS, 'points = 1\nreading = "AMB-01"', "row[0].reading: 'AMB-01' is not allowed here; allowed: "),
        (POINTS, 'points = 1\ntimes = "how_much"', "row[0].times: 'how_much' is not allowed here; allowed: cups, pots"),
        (POINTS, 'points = 1\nfine = 5', "row[0].fine: unknown key; allowed: points, outcomes"),
        (POINTS, "points = 1\nwhen = 1", "row[0].when: expected a table, found 1"),
        (POINTS, "points = 1\nwhen = { tea = 1 }", "row[0].when.tea: 'tea' is not allowed here; allowed: how_much"),
        (POINTS, 'points = 1\nwhen = { how_much = "jug" }', "when.how_much: 'jug' is no answer to it; allowed: ['cup'"),
        (POINTS, "points = 1\nwhen = { cups = true }", "when.cups: True is no answer to it; allowed: {'min': 0"),
        (POINTS, 'points = 1\nwhen = { "cups+tea" = { min = 1 } }', "when.cups+tea: 'tea' is not allowed here"),
        (POINTS, 'points = 1\nwhen = { "cups+pots" = 3 }', "cups+pots: a sum is compared with bounds; allowed: min"),
        (POINTS, "points = 1\nwhen = { cups = { least = 3 } }", "when.cups.least: unknown key; allowed: min, max"),
        (CHOICE, 'kind = "guess"', "question[0].kind: 'guess' is not allowed here; allowed: yes_no, choice"),
        (CHOICE, 'kind = "yes_no"', "question[0].answers[0].key: expected true or false, found 'cup'"),
        (CHOICE, 'kind = "choice"\nmin = 2', "question[0].min: only a number has one; allowed: answers"),
        ("min = 0", 'min = 0\nanswers = [{ key = "one", says = "One" }]',
         "question[1].answers: a number has none; allowed: min, max, max_of"),
        ("min = 0", 'min = 0\nmax_of = "tea"', "question[1].max_of: 'tea' is not allowed here; allowed: players"),
        ("min = 0", 'min = 0\nfrom = "tea"', "question[1].from: 'tea' is not allowed here; allowed: players"),
        (ROW, ROW + TILE.replace("answers = { tea = 1 }\n", ""), "tile[0].answers: missing"),
        ('clause = "Tea is dried."\n', "", "article[0].clause: missing"),
        (POINTS, 'points = 1\nsection = "Renonsz"', "row[0].place: empty; expected a paragraph"),
        (POINTS, 'points = 1\nclause = "So."', "row[0].section: '' is not allowed here; allowed: Renonsz"),
        ('key = "pot", says', 'key = "cup", says', "question[0].answers: expected at least two answers, each once"),
        (CHOICE, 'kind = "choice"\nrole = "who"', "question[0].role: 'who' is not allowed here; allowed: what"),
        ('key = "pot", says = "A pot"', 'key = "pot"', "answers[1].says: missing"),
        (HEAD, HEAD + 'reference = [3]\n', "reference[0]: expected a table, found 3"),
        (ROW, ROW + ARTICLE + ROW, "top level: OU-01 stands twice"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_refused_by_name_and_key(old: str, new: str, told: str) -> None:
    assert old in WHOLE
    with pytest.raises(RulebookError) as error:
        read_code("ours.toml", WHOLE.replace(old, new, 1))
    assert str(error.value).startswith("ours.toml: ")
    assert told in str(error.value)


def test_a_reference_may_only_point_at_entries_of_its_code() -> None:
    reference = """
[[reference]]
id = "OU-02"
title = "Cold tea"
says = "Cold tea stands."
consequence = { says = "Nothing follows." }
term = "Tea"
section = "Renonsz"
place = { row = 1 }
moments = ["deal"]
see = ["OU-09"]
"""
    with pytest.raises(RulebookError, match=r"OU-02\.see: 'OU-09' is not allowed here; allowed: OU-01, OU-02"):
        read_code("ours.toml", WHOLE + reference)
