"""Sheets of a match, a rule set, a penalty code or a day: each function makes the model that `sheets` renders.

`sheets` imports neither the rulebook nor the ledger. Here a match is combined with the titles of the rulebook, the
table's options and the ledger's check value, for the pages and the command line.
"""

from collections.abc import Collection, Iterator, Sequence
from datetime import date, datetime
from importlib.metadata import version
from typing import TypedDict

from scorekeeper.actions.demo import is_demonstration
from scorekeeper.actions.desk import Desk
from scorekeeper.engine.chain import ChainEntry
from scorekeeper.engine.matches.as_played import amendments, as_played
from scorekeeper.engine.matches.entries import Setup
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct
from scorekeeper.rulebook.codes import codes
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.sheets.build import build
from scorekeeper.sheets.cards import RulesCard
from scorekeeper.sheets.columns import BlankSheet
from scorekeeper.sheets.evening import evening
from scorekeeper.sheets.model import About, Amended, ChosenOption, Imprint, Sheet
from scorekeeper.sheets.penalties import penalty_card, slip
from scorekeeper.words import N_, Words
from scorekeeper.words.club.evenings import say_closed, say_table
from scorekeeper.words.options import say_option
from scorekeeper.words.rulings import code_title, say_codes

#: Options that the head of a score sheet always shows.
IN_THE_HEAD = ("target", "tie", "stake-per-100", "hand-size", "red-three-in-hand", "penalty-code")
#: The maximum number of matches on the sheet of a day.
MOST_MATCHES = 200


class ReadySheet(Struct):
    """A sheet ready to be rendered: its template, its model, and the name of its file without the ending."""

    template: str
    model: object
    name: str


class Titles(TypedDict):
    """The titles of the rules, the format and the penalty code, in the sheet's language."""

    rule_set: str
    format: str
    penalty_code: str


def match_sheet(desk: Desk, match_id: str, words: Words) -> ReadySheet:
    """The score sheet of a match in its current state. Raises `UnknownMatch`."""
    entries, row = desk.ledger.matches.entries(match_id), desk.ledger.matches.row(match_id)
    state = as_played(desk.load(match_id).state, entries)
    at = state.setup.evening
    occasion = [words.gettext(N_("Match %(number)s"), number=str(row.number)), day_of(opened_on(row.day), words)]
    occasion += [say_table(at.round, at.table, words)] if at else []
    occasion += [say_closed(state.closed, words)] if state.closed else []
    titles = _titles(state.setup.rules, words)
    titles["penalty_code"] = say_codes(state.codes, codes(), words)
    about = About(
        **titles,
        imprint=imprint(desk, desk.ledger.matches.check_value(match_id)),
        gettext=words.gettext,
        occasion=tuple(occasion),
        options=house_rules(state.setup, words, without=IN_THE_HEAD),
        amended=tuple(_amended(entries, opened_on(row.day), words)),
        codes=codes(),
    )
    return ReadySheet("match.html", build(state, about), f"canasta-{match_id}")


def ruling_slip(desk: Desk, match_id: str, ruling_id: str, words: Words) -> ReadySheet | None:
    """The slip of a recorded ruling; None if the match has no such ruling. Raises `UnknownMatch`."""
    state, row = desk.load(match_id).state, desk.ledger.matches.row(match_id)
    ruling = next((ruling for ruling in state.rulings if ruling.id == ruling_id), None)
    if ruling is None:
        return None
    occasion = (words.gettext(N_("Match %(number)s"), number=str(row.number)), day_of(opened_on(row.day), words))
    sheet = Sheet(imprint=imprint(desk, desk.ledger.matches.check_value(match_id)), occasion=occasion)
    model = slip(state, ruling, codes(), words, sheet)
    return ReadySheet("slip.html", model, f"canasta-{match_id}-ruling-{ruling.version}")


def match_blank(desk: Desk, match_id: str, words: Words) -> ReadySheet:
    """An empty score sheet with the names and the rules of a match. Raises `UnknownMatch`."""
    setup = desk.load(match_id).state.setup
    names = tuple(side.name for side in setup.sides)
    model = BlankSheet(rules=setup.rules, imprint=imprint(desk), names=names, **_titles(setup.rules, words))
    return ReadySheet("blank.html", model, f"canasta-{match_id}-blank")


def match_card(desk: Desk, match_id: str, words: Words) -> ReadySheet:
    """The house-rules card of a match, with the options that its table agreed on. Raises `UnknownMatch`."""
    setup = desk.load(match_id).state.setup
    model = RulesCard(
        "house",
        **_titles(setup.rules, words),
        rules=setup.rules,
        imprint=imprint(desk),
        occasion=(day_of(opened_on(desk.ledger.matches.row(match_id).day), words),),
        options=house_rules(setup, words),
        sides=tuple(side.name for side in setup.sides),
        note=setup.note,
    )
    return ReadySheet("card.html", model, f"canasta-{match_id}-rules")


def rules_card(rule_set: str, format_: str | None, words: Words) -> ReadySheet:
    """The quick-reference card of a rule set in a format. Raises `Refused` for an unknown rule set or format."""
    rules = resolve(rule_set, format_)
    model = RulesCard(
        "quick",
        **_titles(rules, words),
        rules=rules,
        imprint=Imprint(program()),
        says=words.gettext(rulebook().rule_sets[rules.id].says),
    )
    return ReadySheet("card.html", model, f"canasta-{rule_set}")


def rules_blank(rule_set: str, format_: str | None, words: Words) -> ReadySheet:
    """The empty score sheet of a rule set in a format. Raises `Refused` for an unknown rule set or format."""
    rules = resolve(rule_set, format_)
    model = BlankSheet(rules=rules, imprint=Imprint(program()), **_titles(rules, words))
    return ReadySheet("blank.html", model, f"canasta-{rule_set}-blank")


def code_card(code: str) -> ReadySheet:
    """The one-page card of a penalty code. Raises `Refused` for an unknown code, or one without articles."""
    card = codes().get(code)
    if card is None or not card.articles:
        raise malformed("not_one_of", "code", code, [each.id for each in codes().values() if each.articles])
    return ReadySheet("penalties.html", penalty_card(card, Imprint(program())), f"canasta-penalties-{code}")


def evening_sheet(desk: Desk, day: date, words: Words) -> ReadySheet:
    """The results of the matches of a day, in the order in which they were opened: at most the last `MOST_MATCHES`,
    without retired ones.

    A match of an evening belongs to the day of the evening, any other to the day on which it was opened (UTC).
    """
    rows = desk.ledger.matches.page(day=day.isoformat(), limit=MOST_MATCHES)
    states = [desk.load(row.id).state for row in reversed(rows)]
    played = [(state, _titles(state.setup.rules, words)["rule_set"]) for state in states]
    model = evening(played, Sheet(imprint=imprint(desk), occasion=(day_of(day, words),)))
    return ReadySheet("evening.html", model, f"canasta-{day.isoformat()}")


def house_rules(setup: Setup, words: Words, *, without: Collection[str] = ()) -> tuple[ChosenOption, ...]:
    """The options of a match that differ from its rule set's defaults, in words, leaving out the ids in `without`."""
    rules, book = setup.rules, rulebook()
    usual = book.defaults(rules.id, rules.table.format, rules.code.id)
    return tuple(
        ChosenOption(words.gettext(book.options[id_].title), say_option(book.options[id_], value, words))
        for id_, value in setup.options.items()
        if id_ in usual and id_ not in without and usual[id_] != value
    )


def _amended(entries: Sequence[ChainEntry], opened: date, words: Words) -> Iterator[Amended]:
    """Every amendment, deal by deal, with its local time, and with its day if that is not the day of the match."""
    for number, made in sorted(amendments(entries).items()):
        for each in made:
            at = datetime.fromisoformat(each.at).astimezone()
            day = "" if opened_on(each.at) == opened else f"{day_of(at, words)}, "
            yield Amended(number, f"{day}{words.time(at)}", each.reason)


def day_of(day: date, words: Words) -> str:
    """A day in words, with no-break spaces."""
    return words.date(day).replace(" ", "\N{NO-BREAK SPACE}")


def latest_evening(desk: Desk) -> date | None:
    """The day whose results include the match that was opened last; None if there is no match."""
    latest = desk.ledger.matches.page(limit=1)
    return opened_on(latest[0].day) if latest else None


def opened_on(opened_at: str) -> date:
    """The day (UTC) of a time of the ledger."""
    return datetime.fromisoformat(opened_at).date()


def imprint(desk: Desk, check: str = "") -> Imprint:
    """The imprint of a sheet with data of a ledger; `check` is the check value of the data."""
    return Imprint(program(), check, demonstration=is_demonstration(desk))


def program() -> str:
    """The version of the program, for sheets."""
    return version("canasta-scorekeeper")


def _titles(rules: RuleSet, words: Words) -> Titles:
    book = rulebook()
    return {
        "rule_set": words.gettext(book.rule_sets[rules.id].title),
        "format": words.gettext(book.formats[rules.table.format].title),
        "penalty_code": code_title(rules.code.id, codes(), words),
    }
