"""The settings of an evening as form fields: their choices, reading the fields, and filling them from an evening."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scorekeeper.engine.refused import Refused, impossible, malformed
from scorekeeper.engine.values import Struct
from scorekeeper.evening.ranking.scoring import Scoring, countable
from scorekeeper.evening.ranking.standings import TIE_BREAKS
from scorekeeper.evening.settings import EveningSetup
from scorekeeper.rulebook.codes import adjudicating
from scorekeeper.rulebook.evenings import scoring_by_id
from scorekeeper.rulebook.loader import resolve, rulebook, with_code
from scorekeeper.web.evenings.entrants import People
from scorekeeper.web.evenings.setup import scoring
from scorekeeper.web.evenings.setup.house import OPTIONS, WAS, house_options, house_page, refused_options, typed_options
from scorekeeper.web.frame.i18n import words
from scorekeeper.words import N_, Words
from scorekeeper.words.club.evenings import BELLS, KEYS
from scorekeeper.words.club.movements import AS_THEY_COME, MOVEMENTS, SCORINGS, SINGLY
from scorekeeper.words.numbers import whole

#: The number of players on a side, by format; and the formats with three sides at a table.
SIZES = {"four": 2, "two": 1, "three": 1, "cutthroat": 1, "six": 3, "six-rotating": 3}
THREE_SIDES = ("three", "cutthroat")
#: For up to this number of pairs, a round robin is proposed before pairings by standing; for more, after them.
FEW = 6
BY_TARGET, BY_TIME = "target", "time"
YES, NO = "yes", "no"
TRUTH = {YES: True, NO: False}
#: The prefixes of further fields: options of the movement, house rules, numbers of the scoring, scorings of single
#: rounds; and the hidden fields that record the rules and the scoring for which these were shown.
OPTION = "opt-"
FURTHER = (OPTION, OPTIONS, scoring.NUMBERS, WAS, scoring.OF, scoring.APART)
#: The part of the form that a field is in, by its prefix.
PARTS = {OPTIONS: "house", scoring.NUMBERS: "scoring", scoring.APART: "apart"}
#: A function that returns the choices of a setting as labels by value: {"4": "4 deals"}. It takes the id of the rule
#: set; None means all rule sets.
Offers = Callable[[Words, str | None], Mapping[str, str]]


class Setting(Struct):
    """A setting of an evening as a form field: typed, or a choice if it `offers` any.

    Only the first `at_once` choices are shown at first; None: all. `usual` is the value for a club's first evening.
    `place` is the path of the value in the setup; "" if `typed_of` fills the field in another way or leaves it out.
    """

    name: str
    label: str = ""
    offers: Offers | None = None
    usual: str = ""
    place: str = ""
    at_once: int | None = None


def said(texts: Mapping[str, str]) -> Offers:
    """Offer these values; `texts` maps each to its label, a message id."""
    return lambda words, rules: {value: words.gettext(text) for value, text in texts.items()}


def numbers(*offered: int) -> Offers:
    """Offer these numbers."""
    return lambda words, rules: {str(number): words.number(number) for number in offered}


def minutes(offered: Iterable[int], none: str) -> Offers:
    """Offer these numbers of minutes, after an empty value with the label `none` (a message id)."""
    return lambda words, rules: (
        {"": words.gettext(none)}
        | {str(number): words.ngettext("%(num)s minute", "%(num)s minutes", number) for number in offered}
    )


def _rules(words: Words, rules: str | None) -> dict[str, str]:
    return {id_: words.gettext(facts.title) for id_, facts in rulebook().rule_sets.items()}


def _formats(words: Words, rules: str | None) -> dict[str, str]:
    formats = formats_of(rules) if rules else tuple(SIZES)
    return {id_: words.gettext(rulebook().formats[id_].title) for id_ in formats}


def _codes(words: Words, rules: str | None) -> dict[str, str]:
    own = {"": words.gettext(N_("as the rules have it"))}
    return own | {code.id: words.gettext(code.title) for code in adjudicating()}


def _scorings(words: Words, rules: str | None) -> dict[str, str]:
    return {id_: words.gettext(SCORINGS[id_]) for id_ in scoring_by_id()}


def _lasts(words: Words, rules: str | None) -> dict[str, str]:
    deals = {str(number): words.ngettext("%(num)s deal", "%(num)s deals", number) for number in range(1, 9)}
    return deals | {BY_TARGET: words.gettext(N_("To the target")), BY_TIME: words.gettext(N_("Until the bell"))}


#: All settings except the movement with its options, the tie-breaks, house rules, the numbers of the scoring, and the
#: scorings of single rounds.
SETTINGS = (
    Setting("title", place="title"),
    Setting("date"),
    Setting("rules", N_("Rules"), _rules, place="rules"),
    Setting("format", N_("At a table"), _formats, "four", "format"),
    Setting("code", N_("Penalty code"), _codes),
    Setting("scoring", N_("Scoring"), _scorings, "victory_points_4"),
    Setting("rounds", N_("Rounds"), numbers(*range(1, 16)), "4", "rounds", at_once=7),
    Setting("deals", N_("A round lasts"), _lasts, "4"),
    Setting("minutes", place="round_end.minutes"),
    Setting("in_progress", N_("At the bell"), said(BELLS), "finish", "round_end.in_progress"),
    Setting("extra", N_("Extra minutes for the deal in progress"), minutes((5, 10, 15), "–"), "", "round_end.extra"),
    Setting("warning", N_("The clock warns"), minutes((5, 10, 15), N_("not at all")), "10", "round_end.warning"),
    Setting(
        "late", N_("A side that is late forfeits after"), minutes((5, 10, 15, 20, 30), N_("never automatically")),
        "15", "round_end.late",
    ),
    Setting("tables"),
    Setting("seed"),
)  # fmt: skip
#: The settings of the first tie-break, the second, and so on.
TIES = tuple(
    Setting(f"tie-{at}", N_("Tie-break %(place)s"), said({"": "–", **{key: KEYS[key] for key in TIE_BREAKS}}))
    for at in range(1, 6)
)
#: The settings of each movement's options, by the id of the movement.
OF_MOVEMENTS: Mapping[str, tuple[Setting, ...]] = {
    "individual": (
        Setting(
            "opt-schedule", N_("Pairings"),
            said({"auto": N_("by a printed schedule, where one fits"), "search": N_("worked out again each round")}),
            "auto",
        ),
    ),
    "danish_no_repeat": (
        Setting(
            "opt-repeats", N_("No rematches"),
            said({"evening": N_("all evening"), "previous": N_("in the round that follows")}), "evening",
        ),
    ),
    "draw": (
        Setting(
            "opt-avoid_repeats", N_("Rematches"),
            said({YES: N_("rematch only as a last resort"), NO: N_("may meet again")}), YES,
        ),
    ),
    "mitchell": (Setting("opt-step", N_("Tables to move on"), numbers(1, 2, 3, 4, 5), "1"),),
    "knockout": (
        Setting("opt-seeding", N_("Seeds"), said({"rank": N_("by number"), "draw": N_("by the draw")}), "rank"),
        Setting("opt-third_place", N_("Third place"), said({NO: N_("not played for"), YES: N_("played for")}), NO),
    ),
    "two_losses": (
        Setting("opt-losses", N_("Losses until one is out"), numbers(2, 1, 3), "2"),
        Setting("opt-final_of", N_("Ends when this many are left"), numbers(1, 2, 4, 8), "1"),
    ),
}  # fmt: skip


def read_settings(values: Mapping[str, str], before: Mapping[str, str], words: Words) -> dict[str, str]:
    """The values of all settings, by field: from `values`, else from `before`; the usual one for an invalid choice."""
    settings = {name: text[:60] for name, text in {**before, **values}.items() if name.startswith(FURTHER)}
    for each in (*SETTINGS, *TIES):
        text = values.get(each.name, before.get(each.name, each.usual))[:200]
        offered = each.offers(words, None) if each.offers else None
        usual = each.usual if offered is None or each.usual in offered else next(iter(offered))
        settings[each.name] = text if offered is None or text in offered else usual
    return {**settings, "movement": values.get("movement", before.get("movement", ""))}


def formats_of(rules: str) -> tuple[str, ...]:
    """The ids of the formats of a rule set that an evening can use."""
    return tuple(id_ for id_ in rulebook().rule_sets[rules].formats if id_ in SIZES)


def settings_of(typed: Mapping[str, str], movement: str, words: Words, own: Mapping[int, Scoring]) -> dict[str, Any]:
    """The settings of an evening as JSON. Raises `Refused`; its `where` is the field.

    `own` are the present scorings of single rounds, which the form can keep but not change.
    """
    options, code = house_options(typed), typed["code"] or None
    try:
        resolve(typed["rules"], typed["format"], with_code(options, code))
    except Refused as refused:
        raise refused_options(refused) from refused
    base, sides = scoring_by_id()[typed["scoring"]], 3 if typed["format"] in THREE_SIDES else 2
    if not countable(base, sides):
        raise impossible("scoring_of_two_sides", "scoring")
    chain = [typed[each.name] for each in TIES if typed[each.name]]
    if len(set(chain)) < len(chain):
        raise malformed("there_twice", TIES[0].name, chain[-1])
    rounds = scoring.read_rounds(typed, sides, own)
    return {
        "title": typed["title"].strip()[:60],
        "rules": typed["rules"],
        "format": typed["format"],
        "options": options,
        "code": code,
        "movement": movement,
        "movement_options": movement_options(movement, typed, words),
        "scoring": {**scoring.read_numbers(typed), **({"rounds": rounds} if rounds else {})},
        "rounds": int(typed["rounds"]),
        "round_end": _round_end(typed),
        "tables": _tables(typed["tables"]),
        "tie_breaks": chain or list(base.tie_breaks),
    }


def movement_options(movement: str, typed: Mapping[str, str], words: Words) -> dict[str, Any]:
    """The options of the movement that differ from the usual ones, as JSON; for the movement "draw", all of them.

    If the movement needs it, the number of entrants at a table is added, as `per_table`.
    """
    asked: dict[str, Any] = {}
    for each in OF_MOVEMENTS.get(movement, ()):
        text = typed.get(each.name, each.usual)
        if each.offers and text in each.offers(words, None) and text != each.usual:
            asked[each.name.removeprefix(OPTION)] = int(text) if text.isdecimal() else TRUTH.get(text, text)
    three = typed["format"] in THREE_SIDES
    if movement == "draw":
        return {"per_table": 3 if three else 2, "avoid_repeats": asked.get("avoid_repeats", True)}
    return {"per_table": 3} if movement == "danish" and three else asked


def typed_of(setup: EveningSetup) -> dict[str, str]:
    """The form's fields for the settings of an evening, as texts by name."""
    chain, ends = setup.tie_breaks or (), setup.round_end
    counted = scoring.typed_numbers(setup.scoring)
    usual = scoring_by_id()[counted["scoring"]].tie_breaks
    return {
        **{each.name: _at(setup, each.place) for each in SETTINGS if each.place},
        **typed_options(setup.rules, setup.format, setup.options, setup.code),
        **counted,
        **scoring.typed_rounds(setup.scoring.rounds),
        "deals": str(ends.get("deals", BY_TIME if ends.get("by") == "time" else BY_TARGET)),
        "tables": ", ".join(map(str, setup.tables or ())),
        **({} if chain == usual else {each.name: key for each, key in zip(TIES, chain, strict=False)}),
        **{f"{OPTION}{key}": _as_text(value) for key, value in setup.movement_options.items()},
    }


def fitting(people: People, format_: str = "four") -> tuple[str, ...]:
    """The movements that fit these people and this format, best first."""
    if format_ in THREE_SIDES:
        return ("draw", "danish", "free")
    few = people.count // SIZES[format_] <= FEW
    of_pairs = ("round_robin", "danish_no_repeat") if few else ("danish_no_repeat", "round_robin")
    rest = ("swiss", "mitchell", "draw", "danish", "knockout", "two_losses", "free")
    alone = ("individual",) if format_ == "four" and len(people.alone) == len(people.lines) else ()
    return (*alone, *of_pairs, *rest)


def one_by_one(movement: str, people: People) -> bool:
    """Return whether each player scores individually, with changing partners."""
    return movement in SINGLY or (movement in AS_THEY_COME and len(people.alone) == len(people.lines))


def settings_page(
    typed: Mapping[str, str], movement: str, fit: Iterable[str], errors: Iterable[tuple[str, str]]
) -> dict[str, Any]:
    """Return the template variables for the form of a new evening, and for the one that changes its settings later.

    `typed` are the texts by field. `movements` are those that `fit`, as (id, name, explanation). `choices` are those of
    each setting, as (label, choices shown at first, further choices). `house` and `scoring` are the variables for the
    house rules and the scoring. `wrong` are the errors by field, `wrong_in` the parts of the form with an error.
    """
    say, chosen, wrong = words(), {}, dict(errors)
    for each in (*SETTINGS, *TIES, *OF_MOVEMENTS.get(movement, ())):
        if each.offers:
            label = say.gettext(each.label, place=each.name.removeprefix("tie-"))
            options = list(each.offers(say, typed["rules"]).items())
            at_once = each.at_once or len(options)
            chosen[each.name] = label, dict(options[:at_once]), dict(options[at_once:])
    return {
        "typed": typed,
        "movement": movement,
        "movements": [(id_, *map(say.gettext, MOVEMENTS[id_])) for id_ in fit],
        "choices": chosen,
        "house": house_page(typed, say),
        "scoring": scoring.scoring_page(typed, say),
        "wrong": wrong,
        "wrong_in": {
            next((part for start, part in PARTS.items() if field.startswith(start)), "rest") for field in wrong
        },
    }


def _round_end(typed: Mapping[str, str]) -> dict[str, Any]:
    by, text = typed["deals"], typed["minutes"].strip()
    if by == BY_TIME and not text:
        raise malformed("missing_minutes", "minutes")
    length = whole(text, 4)
    if text and not length:
        raise malformed("not_a_whole_number", "minutes", text)
    ends: dict[str, Any] = {"by": by} if by in (BY_TARGET, BY_TIME) else {"by": "deals", "deals": int(by)}
    with_number = ["late"]
    if length:
        ends |= {"minutes": length, "in_progress": typed["in_progress"]}
        with_number += ["warning", "extra"] if typed["in_progress"] == "count" else ["warning"]
    return ends | {name: int(typed[name]) for name in with_number if typed[name]}


def _tables(text: str) -> list[int] | None:
    """Read table numbers, such as "1-8, 12"; None if the text has none. Raises `Refused`."""
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


def _at(setup: EveningSetup, place: str) -> str:
    """The value at a path in the setup, as text; "" if there is none."""
    name, _, key = place.partition(".")
    value = getattr(setup, name)
    return _as_text(value.get(key, "") if key else value or "")


def _as_text(value: object) -> str:
    return (YES if value else NO) if isinstance(value, bool) else str(value)
