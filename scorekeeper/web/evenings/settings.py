"""The settings of an evening as its forms have them: choices as text, what they mean, and what held last time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scorekeeper.engine.refused import Refused, impossible, malformed
from scorekeeper.engine.values import Struct
from scorekeeper.evening.memory import Setup
from scorekeeper.evening.scoring import Scoring, countable
from scorekeeper.evening.standings import TIE_BREAKS
from scorekeeper.rulebook.codes import adjudicating
from scorekeeper.rulebook.loader import resolve, rulebook, with_code
from scorekeeper.rulebook.scorings import scoring_by_id
from scorekeeper.web.evenings.house import OPTIONS, WAS, house_options, refused_options, typed_options
from scorekeeper.web.evenings.names import People
from scorekeeper.web.evenings.numbers import NUMBERS, OF, read_numbers, typed_numbers
from scorekeeper.web.evenings.rounds_apart import APART, read_rounds, typed_rounds
from scorekeeper.words import N_, Words
from scorekeeper.words.evenings import BELLS, KEYS
from scorekeeper.words.movements import AS_THEY_COME, MOVEMENTS, SCORINGS, SINGLY
from scorekeeper.words.numbers import whole

#: How many play as an entrant, by format; and where more than two sides sit at a table.
SIZES = {"four": 2, "two": 1, "three": 1, "cutthroat": 1, "six": 3, "six-rotating": 3}
THREE_SIDES = ("three", "cutthroat")
#: How the pairs meet in an evening of few, and of more; the first is what is proposed.
FEW = 6
ROUNDS, DEALS = range(1, 16), range(1, 9)
#: So many rounds are offered at once; more stand behind a button.
USUAL_ROUNDS = 7
BY_TARGET, BY_TIME = "target", "time"
EARLY, LATE, EXTRA = (5, 10, 15), (5, 10, 15, 20, 30), (5, 10, 15)
TIES = tuple(f"tie-{number}" for number in range(1, 6))
#: What holds where there was no evening yet; the rules are then the first of the book.
FIRST = {
    "title": "", "date": "", "rules": "", "format": "four", "code": "", "scoring": "victory_points_4", "rounds": "4",
    "deals": "4", "minutes": "", "in_progress": "finish", "extra": "", "warning": "10", "late": "15", "tables": "",
    "seed": "", **dict.fromkeys(TIES, ""),
}  # fmt: skip
YES, NO = "yes", "no"
#: How the fields begin of which there are more than the form always has: what the movement is asked, house rules,
#: numbers of the scoring, what those were shown for, and rounds that are counted in another way.
FURTHER = ("opt-", OPTIONS, NUMBERS, WAS, OF, APART)
#: What a movement may be asked besides its own usual: the option, what it is called, and its choices, the usual first.
MOVEMENT_FIELDS: Mapping[str, tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...]] = {
    "individual": (
        (
            "schedule",
            N_("Pairings"),
            (("auto", N_("by a printed schedule, where one fits")), ("search", N_("worked out again each round"))),
        ),
    ),
    "danish_no_repeat": (
        (
            "repeats",
            N_("No rematches"),
            (("evening", N_("all evening")), ("previous", N_("in the round that follows"))),
        ),
    ),
    "draw": (
        ("avoid_repeats", N_("Rematches"), ((YES, N_("rematch only as a last resort")), (NO, N_("may meet again")))),
    ),
    "mitchell": (("step", N_("Tables to move on"), tuple((str(n), str(n)) for n in range(1, 6))),),
    "knockout": (
        ("seeding", N_("Seeds"), (("rank", N_("by number")), ("draw", N_("by the draw")))),
        ("third_place", N_("Third place"), ((NO, N_("not played for")), (YES, N_("played for")))),
    ),
    "two_losses": (
        ("losses", N_("Losses until one is out"), tuple((str(n), str(n)) for n in (2, 1, 3))),
        ("final_of", N_("Ends when this many are left"), tuple((str(n), str(n)) for n in (1, 2, 4, 8))),
    ),
}


class Choice(Struct):
    """A field of the form: its name, what it is called, and what may be chosen as (value, words); `more` beyond that
    stands behind a button."""

    name: str
    label: str
    options: tuple[tuple[str, str], ...]
    more: tuple[tuple[str, str], ...] = ()

    def in_more(self, value: str) -> bool:
        """Is it one of those behind the button?"""
        return value in dict(self.more)


def read_settings(values: Mapping[str, str], before: Mapping[str, str]) -> dict[str, str]:
    """What was chosen, and for all else what was set `before`; what cannot be chosen is as at first."""
    first = {**FIRST, "rules": next(iter(rulebook().rule_sets))}
    allowed = {
        "rules": tuple(rulebook().rule_sets), "format": tuple(SIZES), "scoring": tuple(scoring_by_id()),
        "code": ("", *(code.id for code in adjudicating())), "rounds": tuple(map(str, ROUNDS)),
        "deals": (*map(str, DEALS), BY_TARGET, BY_TIME),
        "in_progress": tuple(BELLS), "extra": ("", *map(str, EXTRA)), "warning": ("", *map(str, EARLY)),
        "late": ("", *map(str, LATE)), **dict.fromkeys(TIES, ("", *TIE_BREAKS)),
    }  # fmt: skip
    texts = {name: values.get(name, before.get(name, first[name]))[:200] for name in FIRST}
    chosen = {name: text if text in allowed.get(name, (text,)) else first[name] for name, text in texts.items()}
    options = {name: text[:60] for name, text in {**before, **values}.items() if name.startswith(FURTHER)}
    return {**chosen, **options, "movement": values.get("movement", before.get("movement", ""))}


def formats_of(rules: str) -> tuple[str, ...]:
    """The formats of a rule set that an evening can seat."""
    return tuple(id_ for id_ in rulebook().rule_sets[rules].formats if id_ in SIZES)


def settings_of(typed: Mapping[str, str], movement: str, words: Words, own: Mapping[int, Scoring]) -> dict[str, Any]:
    """What an evening is opened with, from what was chosen; `own` are scorings of single rounds with numbers of
    their own, which the form can only keep. Raises `Refused` with the field.
    """
    options, code = house_options(typed), typed["code"] or None
    try:
        resolve(typed["rules"], typed["format"], with_code(options, code))
    except Refused as refused:
        raise refused_options(refused) from refused
    base, sides = scoring_by_id()[typed["scoring"]], 3 if typed["format"] in THREE_SIDES else 2
    if not countable(base, sides):
        raise impossible("scoring_of_two_sides", "scoring")
    chain = [typed[name] for name in TIES if typed[name]]
    if len(set(chain)) < len(chain):
        raise malformed("there_twice", TIES[0], chain[-1])
    rounds = read_rounds(typed, sides, own)
    return {
        "title": typed["title"].strip()[:60] or words.gettext(N_("Club evening")),
        "rules": typed["rules"],
        "format": typed["format"],
        "options": options,
        "code": code,
        "movement": movement,
        "movement_options": movement_options(movement, typed),
        "scoring": {**read_numbers(typed), **({"rounds": rounds} if rounds else {})},
        "rounds": int(typed["rounds"]),
        "round_end": _round_end(typed),
        "tables": _tables(typed["tables"]),
        "tie_breaks": chain or list(base.tie_breaks),
    }


def movement_options(movement: str, typed: Mapping[str, str]) -> dict[str, Any]:
    """What the movement is asked, besides its own usual; at tables of three it is told so."""
    asked: dict[str, Any] = {}
    for key, _, choices in MOVEMENT_FIELDS.get(movement, ()):
        text = typed.get(f"opt-{key}", choices[0][0])
        if text in dict(choices) and text != choices[0][0]:
            asked[key] = int(text) if text.isdecimal() else {YES: True, NO: False}.get(text, text)
    three = typed["format"] in THREE_SIDES
    if movement == "draw":
        return {"per_table": 3 if three else 2, "avoid_repeats": asked.get("avoid_repeats", True)}
    return {"per_table": 3} if movement == "danish" and three else asked


def typed_of(setup: Setup) -> dict[str, str]:
    """An evening's settings as its form would have them."""
    ends = setup.round_end
    minutes = {name: str(ends.get(name, "")) for name in ("minutes", "extra", "warning", "late")}
    chain = setup.tie_breaks or ()
    counted = typed_numbers(setup.scoring)
    usual = scoring_by_id()[counted["scoring"]].tie_breaks
    return {
        **minutes,
        "title": setup.title,
        "rules": setup.rules,
        "format": setup.format,
        **typed_options(setup.rules, setup.format, setup.options, setup.code),
        **counted,
        **typed_rounds(setup.scoring.rounds),
        "rounds": str(setup.rounds or FIRST["rounds"]),
        "deals": str(ends.get("deals", BY_TIME if ends.get("by") == "time" else BY_TARGET)),
        "in_progress": ends.get("in_progress", "finish"),
        "tables": ", ".join(map(str, setup.tables or ())),
        **({} if chain == usual else dict(zip(TIES, chain, strict=False))),
        **{f"opt-{key}": _as_text(value) for key, value in setup.movement_options.items()},
    }


def fitting(people: People, format_: str = "four") -> tuple[str, ...]:
    """The movements that fit these people at such tables, best first."""
    if format_ in THREE_SIDES:
        return ("draw", "danish", "free")
    few = people.count // SIZES[format_] <= FEW
    of_pairs = ("round_robin", "danish_no_repeat") if few else ("danish_no_repeat", "round_robin")
    rest = ("swiss", "mitchell", "draw", "danish", "knockout", "two_losses", "free")
    alone = ("individual",) if format_ == "four" and len(people.alone) == len(people.lines) else ()
    return (*alone, *of_pairs, *rest)


def one_by_one(movement: str, people: People) -> bool:
    """Does everybody play for himself, whoever is a partner?"""
    return movement in SINGLY or (movement in AS_THEY_COME and len(people.alone) == len(people.lines))


def at_a_table(format_: str, size: int) -> int:
    """How many entrants of so many players sit at a table."""
    return int(rulebook().formats[format_].table["players"]) // size


def choices(typed: Mapping[str, str], movement: str, words: Words) -> dict[str, Choice]:
    """Every field that is chosen from a list, by its name."""
    book, say = rulebook(), words.gettext
    rounds = tuple((str(n), words.number(n)) for n in ROUNDS)
    formats = tuple((id_, say(book.formats[id_].title)) for id_ in formats_of(typed["rules"]))
    keys = (("", "–"), *((key, say(KEYS[key])) for key in TIE_BREAKS))
    fields = (
        Choice("rules", say(N_("Rules")), tuple((id_, say(facts.title)) for id_, facts in book.rule_sets.items())),
        Choice("format", say(N_("At a table")), formats),
        Choice("code", say(N_("Penalty code")), (("", say(N_("as the rules have it"))), *_codes(words))),
        Choice("scoring", say(N_("Scoring")), tuple((id_, say(SCORINGS[id_])) for id_ in scoring_by_id())),
        Choice("rounds", say(N_("Rounds")), rounds[:USUAL_ROUNDS], rounds[USUAL_ROUNDS:]),
        Choice("deals", say(N_("A round lasts")), tuple(_lasts(words))),
        Choice("in_progress", say(N_("At the bell")), tuple((key, say(text)) for key, text in BELLS.items())),
        Choice("extra", say(N_("Extra minutes for the deal in progress")), _minutes(EXTRA, "–", words)),
        Choice("warning", say(N_("The clock warns")), _minutes(EARLY, say(N_("not at all")), words)),
        Choice(
            "late", say(N_("A side that is late forfeits after")), _minutes(LATE, say(N_("never automatically")), words)
        ),
        *(Choice(name, say(N_("Tie-break %(place)s"), place=at), keys) for at, name in enumerate(TIES, start=1)),
        *(
            Choice(f"opt-{key}", say(label), tuple((value, say(text)) for value, text in options))
            for key, label, options in MOVEMENT_FIELDS.get(movement, ())
        ),
    )
    return {choice.name: choice for choice in fields}


def movements(fit: Iterable[str], words: Words) -> tuple[tuple[str, str, str], ...]:
    """Movements as (id, what it does, the second line)."""
    rows = ((id_, *MOVEMENTS[id_]) for id_ in fit)
    return tuple((id_, words.gettext(does), words.gettext(more)) for id_, does, more in rows)


def _round_end(typed: Mapping[str, str]) -> dict[str, Any]:
    by, text = typed["deals"], typed["minutes"].strip()
    if by == BY_TIME and not text:
        raise malformed("missing_minutes", "minutes")
    minutes = whole(text, 4)
    if text and not minutes:
        raise malformed("not_a_whole_number", "minutes", text)
    ends: dict[str, Any] = {"by": by} if by in (BY_TARGET, BY_TIME) else {"by": "deals", "deals": int(by)}
    if minutes:
        ends |= {"minutes": minutes, "in_progress": typed["in_progress"]}
        ends |= {"warning": int(typed["warning"])} if typed["warning"] else {}
        ends |= {"extra": int(typed["extra"])} if typed["extra"] and typed["in_progress"] == "count" else {}
    return ends | ({"late": int(typed["late"])} if typed["late"] else {})


def _tables(text: str) -> list[int] | None:
    """Numbers and spans of numbers, as 1-8, 12. Raises `Refused`."""
    numbers: list[int] = []
    for part in text.replace("–", "-").replace(";", ",").split(","):
        if not part.strip():
            continue
        low, dash, high = (each.strip() for each in part.partition("-"))
        first, last = whole(low, 3), whole(high, 3) if dash else whole(low, 3)
        if not first or not last or last < first:
            raise malformed("not_tables", "tables", text)
        numbers += range(first, last + 1)
    return list(dict.fromkeys(numbers)) or None


def _as_text(value: object) -> str:
    return {True: YES, False: NO}[value] if isinstance(value, bool) else str(value)


def _codes(words: Words) -> Iterable[tuple[str, str]]:
    return ((code.id, words.gettext(code.title)) for code in adjudicating())


def _lasts(words: Words) -> Iterable[tuple[str, str]]:
    yield from ((str(n), words.ngettext("%(num)s deal", "%(num)s deals", n)) for n in DEALS)
    yield BY_TARGET, words.gettext(N_("To the target"))
    yield BY_TIME, words.gettext(N_("Until the bell"))


def _minutes(numbers: Iterable[int], none: str, words: Words) -> tuple[tuple[str, str], ...]:
    options = ((str(n), words.ngettext("%(num)s minute", "%(num)s minutes", n)) for n in numbers)
    return (("", none), *options)
