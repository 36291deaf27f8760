"""Every sheet there is, from a match, a rule set or a penalty code to the model that `sheets` sets.

`sheets` knows neither the rulebook nor the ledger; here the titles of the rulebook, the table's choices and the
ledger's check value come together with a match, for the pages and for the command line alike.
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
from scorekeeper.engine.values import Struct
from scorekeeper.rulebook.codes import codes
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.sheets.build import build
from scorekeeper.sheets.cards import RulesCard
from scorekeeper.sheets.columns import BlankSheet
from scorekeeper.sheets.evening import evening
from scorekeeper.sheets.model import About, Amended, ChosenOption, Imprint
from scorekeeper.sheets.penalties import penalty_card, slip
from scorekeeper.words import N_, Words
from scorekeeper.words.club.evenings import say_closed, say_table
from scorekeeper.words.options import say_option
from scorekeeper.words.rulings import code_title, say_codes

#: Options that the head of a score sheet says in any case.
IN_THE_HEAD = ("target", "tie", "stake-per-100", "hand-size", "red-three-in-hand", "penalty-code")
#: Matches of one evening that fit a page people still read.
MOST_MATCHES = 200


class ReadySheet(Struct):
    """A sheet ready to be set: its template, the model, and what a saved file of it is called."""

    template: str
    model: object
    name: str


class Titles(TypedDict):
    """The titles of the rules, the format and the penalty code, in the sheet's language."""

    rule_set: str
    format: str
    penalty_code: str


def match_sheet(desk: Desk, match_id: str, words: Words) -> ReadySheet:
    """The score sheet of a match as it stands. Raises `UnknownMatch`."""
    entries, row = desk.ledger.entries(match_id), desk.ledger.matches.row(match_id)
    state = as_played(desk.load(match_id).state, entries)
    at = state.setup.evening
    occasion = [words.gettext(N_("Match %(number)s"), number=str(row.number)), day_of(opened_on(row.day), words)]
    occasion += [say_table(at.round, at.table, words)] if at else []
    occasion += [say_closed(state.closed, words)] if state.closed else []
    titles = _titles(state.setup, words)
    titles["penalty_code"] = say_codes(state.codes, codes(), words)
    about = About(
        **titles,
        imprint=imprint(desk, desk.ledger.check_value(match_id)),
        gettext=words.gettext,
        occasion=tuple(occasion),
        options=house_rules(state.setup, words, without=IN_THE_HEAD),
        amended=tuple(_amended(entries, opened_on(row.day), words)),
        codes=codes(),
    )
    return ReadySheet("match.html", build(state, about), f"canasta-{match_id}")


def ruling_slip(desk: Desk, match_id: str, ruling_id: str, words: Words) -> ReadySheet | None:
    """The slip of a recorded ruling; None where the match has no such ruling. Raises `UnknownMatch`."""
    state, row = desk.load(match_id).state, desk.ledger.matches.row(match_id)
    ruling = next((ruling for ruling in state.rulings if ruling.id == ruling_id), None)
    if ruling is None:
        return None
    occasion = (words.gettext(N_("Match %(number)s"), number=str(row.number)), day_of(opened_on(row.day), words))
    ties = imprint(desk, desk.ledger.check_value(match_id))
    model = slip(state, ruling, codes(), words, occasion=occasion, imprint=ties)
    return ReadySheet("slip.html", model, f"canasta-{match_id}-ruling-{ruling.version}")


def match_blank(desk: Desk, match_id: str, words: Words) -> ReadySheet:
    """An empty sheet with the names and the rules of a match. Raises `UnknownMatch`."""
    setup = desk.load(match_id).state.setup
    names = tuple(side.name for side in setup.sides)
    model = BlankSheet(rules=setup.rules, imprint=imprint(desk), names=names, **_titles(setup, words))
    return ReadySheet("blank.html", model, f"canasta-{match_id}-blank")


def match_card(desk: Desk, match_id: str, words: Words) -> ReadySheet:
    """The house-rules card of a match: what this table agreed on. Raises `UnknownMatch`."""
    setup = desk.load(match_id).state.setup
    model = RulesCard(
        "house",
        **_titles(setup, words),
        rules=setup.rules,
        imprint=imprint(desk),
        occasion=(day_of(opened_on(desk.ledger.matches.row(match_id).day), words),),
        options=house_rules(setup, words),
        sides=tuple(side.name for side in setup.sides),
        note=setup.note,
    )
    return ReadySheet("card.html", model, f"canasta-{match_id}-rules")


def rules_card(rule_set: str, format_: str | None, words: Words) -> ReadySheet:
    """The quick-reference card of a rule set in a format. Raises `Refused` for an unknown one."""
    rules = resolve(rule_set, format_)
    model = RulesCard(
        "quick",
        **_names(rules.id, rules.table.format, rules.code.id, words),
        rules=rules,
        imprint=Imprint(program()),
        says=words.gettext(rulebook().rule_sets[rules.id].says),
    )
    return ReadySheet("card.html", model, f"canasta-{rule_set}")


def rules_blank(rule_set: str, format_: str | None, words: Words) -> ReadySheet:
    """The empty score sheet of a rule set in a format. Raises `Refused` for an unknown one."""
    rules = resolve(rule_set, format_)
    titles = _names(rules.id, rules.table.format, rules.code.id, words)
    model = BlankSheet(rules=rules, imprint=Imprint(program()), **titles)
    return ReadySheet("blank.html", model, f"canasta-{rule_set}-blank")


def code_card(code: str) -> ReadySheet:
    """The one-page penalty card of a code. Raises `Refused` for an unknown one."""
    card = codes().get(code)
    if card is None or not card.articles:
        raise malformed("not_one_of", "code", code, [each.id for each in codes().values() if each.articles])
    return ReadySheet("penalties.html", penalty_card(card, Imprint(program())), f"canasta-penalties-{code}")


def evening_sheet(desk: Desk, day: date, words: Words) -> ReadySheet:
    """The results of a day's matches."""
    book = rulebook()
    states = [desk.load(match_id).state for match_id in _of_day(desk, day)]
    played = [(state, words.gettext(book.rule_sets[state.setup.rules.id].title)) for state in states]
    model = evening((day_of(day, words),), played, imprint(desk))
    return ReadySheet("evening.html", model, f"canasta-{day.isoformat()}")


def house_rules(setup: Setup, words: Words, *, without: Collection[str] = ()) -> tuple[ChosenOption, ...]:
    """The options that this match chose otherwise than its rule set, worded, `without` those that are said already."""
    rules, book = setup.rules, rulebook()
    usual = book.defaults(rules.id, rules.table.format, rules.code.id)
    told = {id_: value for id_, value in setup.options.items() if id_ in usual and id_ not in without}
    chosen = {id_: value for id_, value in told.items() if usual[id_] != value}
    return tuple(
        ChosenOption(words.gettext(book.options[id_].title), say_option(book.options[id_], value, words))
        for id_, value in chosen.items()
    )


def _amended(entries: Sequence[ChainEntry], opened: date, words: Words) -> Iterator[Amended]:
    """Every amendment, deal by deal; its day is told where it is not that of the match."""
    for number, made in sorted(amendments(entries).items()):
        for each in made:
            at = datetime.fromisoformat(each.at).astimezone()
            day = "" if opened_on(each.at) == opened else f"{day_of(at, words)}, "
            yield Amended(number, f"{day}{words.time(at)}", each.reason)


def day_of(day: date, words: Words) -> str:
    """A day that stays on one line."""
    return words.date(day).replace(" ", "\N{NO-BREAK SPACE}")


def latest_evening(desk: Desk) -> date | None:
    """The day of the match that was opened last; None where nobody played yet."""
    latest = desk.ledger.matches.page(limit=1)
    return opened_on(latest[0].opened_at) if latest else None


def opened_on(opened_at: str) -> date:
    """The day of a match, in UTC, from when the ledger says that it was opened."""
    return datetime.fromisoformat(opened_at).date()


def imprint(desk: Desk, check: str = "") -> Imprint:
    """The imprint of a sheet of what a ledger holds."""
    return Imprint(program(), check, demonstration=is_demonstration(desk))


def program() -> str:
    """The version that a sheet names."""
    return version("canasta-scorekeeper")


def _titles(setup: Setup, words: Words) -> Titles:
    rules = setup.rules
    return _names(rules.id, rules.table.format, rules.code.id, words)


def _names(rule_set: str, format_: str, code: str, words: Words) -> Titles:
    book = rulebook()
    return {
        "rule_set": words.gettext(book.rule_sets[rule_set].title),
        "format": words.gettext(book.formats[format_].title),
        "penalty_code": code_title(code, codes(), words),
    }


def _of_day(desk: Desk, day: date) -> Iterator[str]:
    """Ids of the matches opened that day, the first first; lists run from the newest back."""
    before, ids = None, []
    while rows := desk.ledger.matches.page(before=before, limit=MOST_MATCHES):
        days = [(row, opened_on(row.day)) for row in rows]
        ids += [row.id for row, opened in days if opened == day]
        if days[-1][1] < day:
            break
        before = rows[-1].number
    yield from reversed(ids[:MOST_MATCHES])
