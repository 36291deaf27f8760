"""Everything that is read from a code file. All texts and numbers of the file differ, so that a mix-up is noticed."""

import pytest

from scorekeeper.engine.penalties.articles import (
    Article,
    Choice,
    Citation,
    Condition,
    Derived,
    DerivedRow,
    Obligation,
    PenaltyCode,
    Place,
    Question,
    Reading,
    Reference,
    TableRow,
    Tile,
)
from scorekeeper.rulebook.codes import Beside, read_code, side_by_side, values_of
from scorekeeper.rulebook.tables import RulebookError
from scorekeeper.rulebook.values import Value

FILE = "penalty_codes/ours.toml"
TEXT = """
place = 9
id = "ours"
title = "Our code"
says = "A code."
language = "hu"
term = "A mi kódunk"
source = "H"
outcomes = ["PLAY_ON", "FINE", "DEAL_AGAIN"]
sections = ["Renonsz", "Kimenés"]

[values]
code.too_many_wilds = { value = "OU-01", source = "H8" }
opening.failed_raise = { value = 10, source = "H9, H8", reading = "OUR-1" }

[[reading]]
id = "OUR-1"
says = "The first reading."
[[reading]]
id = "OUR-2"
says = "The second reading."

[[article]]
id = "OU-01"
title = "Spilled tea"
says = "Tea is dried."
term = "Tea"
section = "Renonsz"
place = { paragraph = 1, sentence = 2, row = 3, item = 4, point = "b" }
clause = "Tea must be dried."
moments = ["deal", "melding"]
asks = "Who spilled it?"
where = ["partners", "wild_melds"]
recounts = true

[[article.question]]
key = "hot"
kind = "yes_no"
asks = "Was it hot?"
answers = [{ key = true, says = "Hot" }, { key = false, says = "Cold" }]
always = true
role = "in_time"
chooser = "opponents"
[[article.question]]
key = "size"
kind = "choice"
asks = "How much?"
answers = [{ key = "cup", says = "A cup" }, { key = "pot", says = "A pot" }]
[[article.question]]
key = "cups"
kind = "number"
min = 2
max = 7
asks = "How many cups?"
[[article.question]]
key = "spoons"
kind = "number"
min = 1
asks = "How many spoons?"
from = "players"

[[article.derived]]
key = "canastas_needed"
rows = [{ when = { size = "pot" }, value = 2 }, { value = 1 }]

[[article.row]]
when = { hot = true, size = ["cup", "pot"], cups = { min = 3, max = 5 }, "cups+spoons" = { max = "canastas_needed" } }
points = -5
outcomes = ["FINE", "PLAY_ON"]
do = ["Dry it.", "Pour another."]
why = "Wet cards stick."
case = "Hot tea"
times = "cups"
opening_raise = 10
reading = "OUR-1"
section = "Kimenés"
place = { paragraph = -1 }
clause = "Hot tea is dried at once."
aside = "OUR-2"
lawful = true
[[article.row.obligation]]
key = "STIR"
says = "Stir it."
count = "spoons"
[[article.row.obligation]]
key = "SIP"
says = "Sip it."
[[article.row]]
points = 0
outcomes = ["DEAL_AGAIN"]
do = ["Deal."]
why = "Cold tea is harmless."
case = "Cold tea"

[[article.tile]]
title = "A pot of tea"
moment = "melding"
answers = { size = "pot", hot = false }

[[reference]]
id = "OU-02"
title = "Cold tea"
says = "Cold tea stands."
consequence = { says = "Nothing follows." }
term = "Hideg tea"
section = "Kimenés"
place = { row = 6 }
moments = ["counting"]
see = ["OU-01"]
applies = { points = -3, outcomes = ["FINE"], do = ["Fine it."], why = "It is late.", case = "Late" }
[[reference]]
id = "OU-03"
title = "No tea"
says = "No tea, no rule."
consequence = { says = "Play." }
term = "Semmi"
section = "Renonsz"
place = { item = 5 }
moments = ["deal"]
"""


def test_everything_in_a_file_is_read_for_what_it_is() -> None:
    bounds = Condition(("cups",), at_least=3, at_most=5)
    hot = TableRow(
        when=(
            Condition(("hot",), (True,)),
            Condition(("size",), ("cup", "pot")),
            bounds,
            Condition(("cups", "spoons"), at_most="canastas_needed"),
        ),
        points=-5,
        outcomes=("FINE", "PLAY_ON"),
        do=("Dry it.", "Pour another."),
        why="Wet cards stick.",
        case="Hot tea",
        times="cups",
        opening_raise=10,
        reading="OUR-1",
        section="Kimenés",
        place=Place(paragraph=-1),
        clause="Hot tea is dried at once.",
        obligations=(Obligation("STIR", "Stir it.", "spoons"), Obligation("SIP", "Sip it.")),
        aside="OUR-2",
        lawful=True,
    )
    article = Article(
        id="OU-01",
        title="Spilled tea",
        says="Tea is dried.",
        term="Tea",
        section="Renonsz",
        place=Place(1, 2, 3, 4, "b"),
        clause="Tea must be dried.",
        moments=("deal", "melding"),
        questions=(
            Question(
                "hot",
                "yes_no",
                "Was it hot?",
                (Choice(True, "Hot"), Choice(False, "Cold")),
                always=True,
                role="in_time",
                chooser="opponents",
            ),
            Question("size", "choice", "How much?", (Choice("cup", "A cup"), Choice("pot", "A pot"))),
            Question("cups", "number", "How many cups?", minimum=2, maximum=7),
            Question("spoons", "number", "How many spoons?", minimum=1, fact="players"),
        ),
        every_row=(hot, TableRow(0, ("DEAL_AGAIN",), ("Deal.",), "Cold tea is harmless.", "Cold tea")),
        derived=(Derived("canastas_needed", (DerivedRow(2, (Condition(("size",), ("pot",)),)), DerivedRow(1))),),
        own_tiles=(Tile("A pot of tea", "melding", (("size", "pot"), ("hot", False))),),
        asks="Who spilled it?",
        where=("partners", "wild_melds"),
        recounts=True,
    )
    late = TableRow(-3, ("FINE",), ("Fine it.",), "It is late.", "Late")
    cold = Reference(
        id="OU-02",
        title="Cold tea",
        says="Cold tea stands.",
        consequence="Nothing follows.",
        term="Hideg tea",
        section="Kimenés",
        place=Place(row=6),
        moments=("counting",),
        see=("OU-01",),
        applies=late,
    )
    none = Reference("OU-03", "No tea", "No tea, no rule.", "Play.", "Semmi", "Renonsz", Place(item=5), ("deal",))
    read = read_code(FILE, TEXT)
    assert hot.cites == Citation("Kimenés", Place(paragraph=-1), "Hot tea is dried at once.")
    assert none.cites == Citation("Renonsz", Place(item=5), "No tea, no rule.")
    assert read.articles[0].rows == article.rows
    assert read.articles == (article,)
    assert read == PenaltyCode(
        id="ours",
        title="Our code",
        says="A code.",
        language="hu",
        term="A mi kódunk",
        source="H",
        place=9,
        outcomes=("PLAY_ON", "FINE", "DEAL_AGAIN"),
        sections=("Renonsz", "Kimenés"),
        readings=(Reading("OUR-1", "The first reading."), Reading("OUR-2", "The second reading.")),
        articles=(article,),
        references=(cold, none),
        values={
            "code": {"too_many_wilds": {"value": "OU-01", "source": "H8"}},
            "opening": {"failed_raise": {"value": 10, "source": "H9, H8", "reading": "OUR-1"}},
        },
    )


def test_the_values_of_a_code_stand_beside_their_sources() -> None:
    assert values_of(read_code(FILE, TEXT)) == {
        "code.title": Value("Our code", "-"),
        "code.too_many_wilds": Value("OU-01", "H8"),
        "opening.failed_raise": Value(10, "H9", "OUR-1", ("H8",)),
    }
    bare = TEXT[: TEXT.index("[values]")] + TEXT[TEXT.index("[[reading]]") :]
    assert values_of(read_code(FILE, bare)) == {"code.title": Value("Our code", "-")}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("place = 9", "place = ", "Invalid value (at line 2, column 9)"),
        ("[values]", "[values]\ntea = {}", "values.tea: unknown key; allowed: pack, "),
        ("[values]", "[values]\ncode.tea = {}", "values.code.tea: unknown key; allowed: id, title, "),
        ('value = 10, source = "H9, H8"', 'value = 10, source = "Q9"',
         "values.opening.failed_raise: source 'Q9' is no section of sources.toml; allowed: -, "),
    ],
)  # fmt: skip
def test_wrong_values_of_a_code_are_refused_by_name(old: str, new: str, told: str) -> None:
    with pytest.raises(RulebookError) as caught:
        values_of(read_code(FILE, TEXT.replace(old, new, 1)))
    assert str(caught.value).startswith(f"{FILE}: {told}")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('answers = { size = "pot", hot = false }', "answers = { tea = 1 }",
         "article[0].tile[0].answers: 'tea' is not allowed here; allowed: hot, size, cups, spoons"),
        ('answers = { size = "pot", hot = false }', "answers = { hot = 1 }",
         "article[0].tile[0].answers.hot: 1 is no answer to it; allowed: [True, False]"),
        ('answers = { size = "pot", hot = false }', "answers = { cups = 1 }",
         "article[0].tile[0].answers.cups: 1 is no answer to it; allowed: {'min': 2, 'max': 7}"),
        ('{ when = { size = "pot" }, value = 2 }', '{ when = { cups = { min = "tea" } }, value = 2 }',
         "article[0].derived[0].rows[0].when.cups.min: 'tea' is not allowed here; allowed: hot, size, cups, spoons"),
        (", { value = 1 }]", "]", "article[0].derived[0].rows: the last row must hold always: it has no `when`"),
        ('where = ["partners", "wild_melds"]', 'where = ["tea"]',
         "article[0].where[0]: 'tea' is not allowed here; allowed: partners, opening_minimum, "),
        ('aside = "OUR-2"', 'aside = "OUR-2"\nwhere = ["tea"]',
         "article[0].row[0].where[0]: 'tea' is not allowed here; allowed: partners, opening_minimum, "),
        ('aside = "OUR-2"', 'aside = "OUR-2"\npoints_of = ["pile.tea"]',
         "article[0].row[0].points_of[0]: 'pile.tea' is not allowed here; allowed: pack.packs, "),
    ],
)  # fmt: skip
def test_a_wrong_article_is_refused_by_its_place(old: str, new: str, told: str) -> None:
    assert old in TEXT
    with pytest.raises(RulebookError) as caught:
        read_code(FILE, TEXT.replace(old, new, 1))
    assert str(caught.value).startswith(f"{FILE}: {told}")


OFFENCE = '[[offence]]\ntitle = "Tea"\nhungarian = ["HU-03", "HU-05"]\n'


def test_an_offence_names_the_articles_of_each_code() -> None:
    assert side_by_side(OFFENCE) == (Beside("Tea", {"hungarian": ("HU-03", "HU-05"), "romanian": ()}),)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("HU-05", "RO-05", "offence[0].hungarian[1]: 'RO-05' is not allowed here; allowed: HU-01, HU-02, "),
        ('title = "Tea"', "", "offence[0].title: missing"),
        ('title = "Tea"', 'title = "Tea"\nczech = []',
         "offence[0].czech: unknown key; allowed: title, hungarian, romanian"),
    ],
)  # fmt: skip
def test_a_wrong_offence_is_refused_by_name(old: str, new: str, told: str) -> None:
    with pytest.raises(RulebookError) as caught:
        side_by_side(OFFENCE.replace(old, new))
    assert str(caught.value).startswith(f"side_by_side.toml: {told}")
