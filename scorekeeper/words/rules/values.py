"""The values of a rule set in words: each as a row of a table, or as a sentence. Pages of rules are generated from
them.

A path is that of the rulebook, `section.value`. A value that changes nothing where it stands is silent.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from scorekeeper.engine.cards import POINT_STEP
from scorekeeper.engine.conditions import all_hold
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct
from scorekeeper.words import Words
from scorekeeper.words.rules.parts import VALUES, Brackets, Figure, Rows, Saying, Sentence, Steps
from scorekeeper.words.rules.sayings_of_cards import OF_CARDS
from scorekeeper.words.rules.sayings_of_play import OF_PLAY

#: What is said of every value, by its path.
SAYINGS: Mapping[str, Saying] = {**OF_CARDS, **OF_PLAY}
#: Values that no page says, each with its reason; "*" stands for the key of a row.
OF_A_KIND = "what makes the kind is said by its title"
SKIPPED = {
    "table.format": "the format stands in the head of the page",
    "table.deals_by": "the board names each dealer",
    "cards.*.kinds": "the row is called by its cards",
    "cards.*.counted": "the page of a deal names the classes",
    "melds.*.of": OF_A_KIND,
    "melds.*.ranks": OF_A_KIND,
    "melds.*.joins": "how what is written down is read; what may be laid is said of `again`",
    **dict.fromkeys(("melds.*.going_out", "threes.*.discardable", "pile.free"), "a rule of play says it"),
    "melds.*.too_long": "what is found irregular says it",
    **{f"canastas.*.{name}": OF_A_KIND for name in ("kind", "of", "ranks", "but", "naturals", "wilds", "jokers")},
    **{f"canastas.*.{name}": OF_A_KIND for name in ("place", "like", "title")},
    "threes.*.extra_from": "said with `extra`",
    **{f"unfinished.*.{name}": OF_A_KIND for name in ("of", "ranks", "wilds", "jokers", "below", "title")},
    "unfinished.*.line": "where the fine stands in a score",
    "unfinished.*.counted": "the page of a deal asks for it",
    **{f"held.*.{name}": OF_A_KIND for name in ("rank", "least", "title")},
    **{f"needs.*.{name}": OF_A_KIND for name in ("kinds", "title")},
    **{f"special_hands.*.{name}": OF_A_KIND for name in ("wins", "played", "title")},
    **{f"deal_bonuses.*.{name}": OF_A_KIND for name in ("fact", "title")},
    **{f"canasta_openings.*.{name}": "said with `since`" for name in ("beyond", "least", "kinds")},
    "threes.*.discardable": "a rule of play says it",
    "pile.free": "a rule of play says it",
    "pile.asked": "the page “May I?” asks, or does not",
}


class RuleLine(Struct):
    """One thing a rule set says: a whole sentence, or with a `figure` a row of a table."""

    path: str
    text: str
    figure: str | None = None


def say_rule(path: str, value: Any, rules: RuleSet, words: Words) -> tuple[RuleLine, ...]:
    """The row or sentence of a value under a rule set; empty where it says nothing."""
    saying = SAYINGS.get(path) or SAYINGS.get(general(path))
    # of a pile that "may I?" is not asked about, only what the sources do say is told
    unasked = path.startswith("pile.") and not rules.pile.asked and value is not True
    if saying is None or unasked or not all_hold(saying.matters, rules):
        return ()
    row = row_at(rules, path)
    if path.count(".") > 1 and row is None:
        return ()  # a rule set that has no such row
    if isinstance(saying, Rows):
        return tuple(RuleLine(path, text, figure) for text, figure in saying.say(value, row, rules, words))
    if isinstance(saying, Brackets):
        return tuple(_brackets(path, saying, value, rules, words))
    if isinstance(saying, Steps):
        return tuple(
            RuleLine(path, words.gettext(saying.label, count=count), words.number(points)) for count, points in value
        )
    if isinstance(saying, Figure):
        return _figure(path, saying, value, row, rules, words)
    return _sentence(path, saying, value, rules, words)


def sentence(path: str, value: Any) -> str:
    """The sentence of a value as a message id, for those who say the same rule elsewhere."""
    match SAYINGS[path]:
        case Sentence(cases=cases):
            return cases[value]
    raise KeyError(path)


def paths_in(part: str, rules: RuleSet) -> tuple[str, ...]:
    """The paths of the values that stand in a part of the page, those of rows in the order of the rows."""
    paired = {path for paths in VALUES.values() for path in paths}
    paths: list[str] = []
    for path in VALUES[part]:
        paths += [one for one in of_rows(path, rules) if one == path or one not in paired]
    return tuple(paths)


def of_rows(path: str, rules: RuleSet) -> tuple[str, ...]:
    """The paths that a path with "*" for the key of a row stands for; any other is itself."""
    section, star, name = path.partition(".*.")
    return tuple(f"{section}.{row.key}.{name}" for row in getattr(rules, section)) if star else (path,)


def part_of(path: str) -> str:
    """The part of the page in which a value stands."""
    return next((key for key, paths in VALUES.items() if path in paths or general(path) in paths), "")


def general(path: str) -> str:
    """A path with "*" for the key of its row."""
    section, *rest = path.split(".")
    return f"{section}.*.{rest[1]}" if len(rest) > 1 else path


def row_at(rules: RuleSet, path: str) -> Any:
    """The row that a path stands in; None for a section of values, and where there is no such row."""
    section, *rest = path.split(".")
    return next((row for row in getattr(rules, section) if row.key == rest[0]), None) if len(rest) > 1 else None


def _brackets(
    path: str, saying: Brackets, starts: Sequence[tuple[int, int]], rules: RuleSet, words: Words
) -> Iterable[RuleLine]:
    by_deal = rules.opening.by == "deal"
    for (least, points), (start, _) in pairwise(starts):
        between = words.gettext(saying.between, least=least, most=start - POINT_STEP)
        text = words.gettext(saying.deal, number=least) if by_deal else between
        yield RuleLine(path, text, words.number(points) if points else words.gettext(saying.none))
    least, points = starts[-1]
    canasta = min((row.since for row in rules.canasta_openings if row.since is not None), default=None)
    beyond = any(row.beyond for row in rules.canasta_openings if row.since == canasta)
    if by_deal:
        text = words.gettext(saying.last_deal, number=least)
    elif canasta is not None and canasta > least:
        text = words.gettext(saying.between, least=least, most=canasta if beyond else canasta - POINT_STEP)
    elif len(starts) == 1:
        text = words.gettext(saying.always)
    else:
        text = words.gettext(saying.last, points=least)
    yield RuleLine(path, text, words.number(points) if points else words.gettext(saying.none))


def _figure(path: str, saying: Figure, value: Any, row: Any, rules: RuleSet, words: Words) -> tuple[RuleLine, ...]:
    label = saying.label
    if isinstance(label, str):
        text = words.gettext(label)
    else:
        text = words.pgettext(*label) if isinstance(label, tuple) else label(row, rules, words)
    points = value[0] if isinstance(value, tuple) else value
    if not text:
        return ()
    if points:
        return (RuleLine(path, text, words.number(points)),)
    instead = saying.none if points is None else saying.zero
    return (RuleLine(path, text, words.gettext(instead)),) if instead else ()


def _sentence(path: str, saying: Sentence, value: Any, rules: RuleSet, words: Words) -> tuple[RuleLine, ...]:
    case = saying.case_of(value, rules) if saying.case_of else value
    text = saying.cases.get(case, saying.other)
    if not text:
        return ()
    shown = words.gettext(value) if isinstance(value, str) else value
    return (RuleLine(path, words.gettext(text, value=shown) if "%(value)s" in text else words.gettext(text)),)
