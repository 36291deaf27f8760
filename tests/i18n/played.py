"""Matches with content for all their pages: a table of every rule set, with deals, rulings and amendments."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from random import Random

from flask import Flask

from scorekeeper.actions.backups import daily_copy
from scorekeeper.actions.club.house_rules import save_preset
from scorekeeper.actions.demo import deal_body
from scorekeeper.actions.desk import Desk, Stamp
from scorekeeper.actions.matches.code import add_article
from scorekeeper.actions.matches.deals import DealSheet, amend_deal, keep_recount, record_deal, remove_last_deal
from scorekeeper.actions.matches.offences import offences
from scorekeeper.actions.matches.opening import NewMatch, open_match, pause, rename, resume
from scorekeeper.actions.matches.rulings import Override, RulingCase, apply_ruling, deals_for, rule, withdraw_ruling
from scorekeeper.engine.matches.entries import Recount
from scorekeeper.engine.matches.match import State
from scorekeeper.engine.penalties.rulings import Ruling
from scorekeeper.engine.refused import Refused
from scorekeeper.rulebook.loader import resolve, rulebook
from tests.actions.referee import leaves
from tests.i18n.evening_played import evening_played
from tests.i18n.pseudo import bracketed
from tests.web.devices import link
from tests.web.tables import NOW, desk_of

#: Typed names, in the brackets of the pseudo-language, so that they do not count as unmarked text.
NAMES = tuple(map(bracketed, ("Ilona", "Jana", "Mihai", "Tõnu", "Eszter", "Karel")))
SIDES = tuple(map(bracketed, ("North–South", "East–West")))
DEALS = 3
EVENING = date.fromisoformat(NOW[:10])


@dataclass(slots=True)
class Table:
    """A match at a desk, and the random source of its deals."""

    desk: Desk
    id: str
    random: Random

    @property
    def state(self) -> State:
        """The current state of the match."""
        return self.desk.load(self.id).state

    def stamp(self) -> Stamp:
        """The stamp of a writer who has seen the last entry."""
        version = self.desk.ledger.matches.version(self.id)
        return Stamp(version, f"{self.id}-{version:04}", bracketed("iPad"), NOW)

    def deal(self) -> None:
        """Play a deal."""
        sheet = DealSheet(deal_body(self.random, self.state), ["cards"] * len(self.state.standings), agreed=True)
        record_deal(self.desk, self.id, sheet, self.stamp(), number=self.state.next_deal)

    def rule(self, article: str, answers: dict, side: int, override: Override | None = None) -> None:
        """Apply a ruling to the first deal to which it may apply, if there is one."""
        decision = RulingCase(article, self.state.next_deal, side, answers, override=override)
        ruling = rule(self.desk, self.id, decision)
        assert isinstance(ruling, Ruling)
        for deal in deals_for(ruling.outcomes, self.state)[:1]:
            made = RulingCase(article, deal, side, answers, override=override)
            mark = self.stamp()
            apply_ruling(self.desk, self.id, made, mark, ruling_id=f"r{mark.version}")


def table(app: Flask, rules: str, format_: str) -> Table:
    """Open a match with every field filled in."""
    facts = resolve(rules, format_).table
    sides = SIDES if facts.format == "four" else ()
    new = NewMatch(
        rules,
        format_,
        NAMES[: facts.players],
        {"target": 90000},
        sides,
        title=bracketed("Friday"),
        currency="EUR",
        note=bracketed("By the window"),
    )
    match = f"{rules}-{format_}"
    open_match(desk_of(app), new, match_id=match, key=f"open-{match}", actor=bracketed("iPad"), now=NOW)
    return Table(desk_of(app), match, Random(match))


def played(app: Flask, rules: str, format_: str) -> Table:
    """Play a match with deals, a house article, rulings, a recount, and entries that change earlier ones."""
    found = table(app, rules, format_)
    for _ in range(DEALS):
        found.deal()
    house = {"title": bracketed("Coffee"), "moment": "melding", "points": -50, "obligation": bracketed("Dry")}
    add_article(found.desk, found.id, house, key=f"house-{found.id}", now=NOW)
    ruled(found)
    changed(found)
    return found


def ruled(found: Table) -> None:
    """Apply every article of the match's penalty code in its first and last case, and one override by the director."""
    known = offences(found.desk, found.id, found.state.setup.rules)
    for at, offence in enumerate(known):
        ways = list(leaves(offence.article, found.state))
        for answers in (ways[0], ways[-1])[: len(ways)]:
            found.rule(offence.article.id, answers, at % len(found.state.standings))
    override = Override(-50, 10, bracketed("By the director"))
    found.rule(known[-1].article.id, next(leaves(known[-1].article, found.state)), 0, override)


def changed(found: Table) -> None:
    """Withdraw rulings, amend a deal, record another and take it back, recount, rename, pause and resume."""
    desk, match = found.desk, found.id
    for ruling in found.state.rulings[1:4]:
        try:
            withdraw_ruling(desk, match, ruling.id, bracketed("Not so"), found.stamp())
        except Refused:
            continue
    number = found.state.rows[0].number
    again = DealSheet(deal_body(found.random, found.state), ["cards"] * len(found.state.standings))
    amend_deal(desk, match, number, again, bracketed("Counted again"), found.stamp())
    found.deal()
    remove_last_deal(desk, match, found.state.rows[-1].number, bracketed("Too early"), found.stamp())
    keep_recount(desk, match, Recount(number, 0, 500, 480), found.stamp())
    rename(desk, match, bracketed("Saturday"), found.stamp())
    pause(desk, match, found.stamp())
    resume(desk, match, found.stamp())


def furnished(app: Flask) -> None:
    """Give the club's own pages content: a link, saved house rules, an evening, and a copy of the database."""
    desk = desk_of(app)
    link(app, None, "edit")
    save_preset(desk, bracketed("Club"), rules="classic", format_="four", options={"target": 3000}, id_="club", now=NOW)
    evening_played(app)
    daily_copy(desk, now=NOW)


def tables() -> Sequence[tuple[str, str]]:
    """The (rules, format) of the matches: every rule set for four players, and every other format once."""
    book = rulebook().rule_sets
    others = {format_: rules for rules, facts in book.items() for format_ in facts.formats}
    del others["four"]
    return [*((rules, "four") for rules in book), *((rules, format_) for format_, rules in others.items())]
