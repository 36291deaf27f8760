"""The answers of the ledger and of the actions to every call that reads, one line for each row."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from scorekeeper import paper
from scorekeeper.actions.club import house_rules, players, seasons, sharing, worked_out
from scorekeeper.actions.desk import Desk, open_desk
from scorekeeper.actions.verify import verify
from scorekeeper.cli.evening import _links
from scorekeeper.engine.values import Struct, fields
from scorekeeper.paper.evenings import KINDS, not_yet
from tests.actions.test_seasons import SEASON
from tests.goldens.chance import restart
from tests.goldens.club import ALONE, KNOCKOUT, NIGHT
from tests.goldens.figures import EN, Named

EVENINGS = (NIGHT, KNOCKOUT, ALONE)
IDS = range(1, 32)
#: Calls as Python code, each with the values that replace its `{}` in turn. A call without `{}` has none.
READERS: Mapping[str, Sequence[object]] = {
    "ledger.matches.page(limit=3)": (),
    "ledger.matches.page(limit=3, before=ledger.matches.page(limit=3)[-1].number)": (),
    "ledger.matches.page({}, limit=2)": ("'ilona'", "'mihai rom'", "'alone'", "'nobody'", "'tonu'", "'TÕNU'"),
    "ledger.matches.page(status='{}', limit=50)": ("over", "paused", "playing"), "ledger.matches.retired()": (),
    "ledger.players.get({})": IDS, "ledger.players.find('{}')": ("anna", "⟦Otto⟧", "Nobody"),
    "ledger.players.alike(['Anna', 'Ana', 'Bela', 'Ottó', 'Òtto', 'PLAYER 9'])": (), "ledger.figures.glance()": (),
    "ledger.players.forgotten()": (),
    "ledger.players.persons()": (), "ledger.players.told({})": ("", 39),
    "ledger.players.offered('{}', limit=3)": ("", "ot"),
    "ledger.players.page('{}', limit=4)": ("", "an", "BELA", "odo", "%", "_", "na"),
    "ledger.players.recent(limit=5)": (),
    "ledger.players.page(after=ledger.players.page(limit=4)[-1], limit=4)": (),
    "ledger.players.evenings({})": IDS, "ledger.players.finished_evenings({})": IDS, "ledger.players.record({})": IDS,
    "ledger.players.matches({}, limit=3)": (1, 5, 7, 12), "ledger.figures.totals({})": IDS,
    "ledger.figures.left_out({})": IDS, "ledger.figures.best({})": IDS, "ledger.figures.met({})": (1, 5, 7, 9, 12),
    "ledger.figures.rated()": (), "ledger.figures.stale(limit=9)": (), "ledger.evenings.page(limit=2)": (),
    "ledger.evenings.page(before=ledger.evenings.page(limit=2)[-1])": (), "ledger.evenings.retired()": (),
    "ledger.evenings.players('{}')": EVENINGS, "ledger.evenings.decided('{}')": EVENINGS,
    "ledger.seasons.all()": (), "ledger.seasons.retired()": (), "ledger.shares.of({})": ("None", "'hungarian-four'"),
    "ledger.shares.of_evening('{}')": EVENINGS, "ledger.presets.all()": (), "ledger.rematches.after('changed')": (),
    "ledger.rematches.before(ledger.rematches.after('changed') or 'none')": (),
    "ledger.house_articles.of(match_id='{}')": ("hungarian-four", "burraco-four", "away"),
    "ledger.writers(among=200)": (), "players.figures(desk, {})": (1, 5, 7), "players.penalties(desk, {})": IDS,
    "worked_out.all_ratings(desk)": (), "worked_out.results_of(desk, '{}')": EVENINGS,
    "seasons.load_season(desk, SEASON).rows": (), "seasons.load_season(desk, SEASON).steps": (),
    "list(ledger.evenings.seals('{}'))": EVENINGS, "ledger.rematches.latest('{}')": ("changed", "short"),
    "ledger.players.some([5, 39, 99])": (), "ledger.shares.in_force(['{}'])": (
        "link-of-2', 'none', 'watch-hungarian-four", "edit-None"),
    "house_rules.cards_left_required(desk)": (), "worked_out.ratings_shown(desk)": (),
    "worked_out.club_ratings(desk)": (),
    "[id_ for id_, _ in seasons.seasons_of(desk, {})]": (5, 9), "verify(desk)": (),
    "seasons.holds(desk, '{}', ['night-03'])": (SEASON, "winter", "none"), "sharing.links_of(desk, '{}')": EVENINGS,
    "[sharing.open_table(desk, '{}', each) for each in ledger.evenings.seals('{}')]": EVENINGS,
    "' '.join(str(sharing.may_in(desk, sharing.Access({}), match, NIGHT if 'match' in match else None, directs=it))"
    " for it in (False, True) for match in [*ledger.evenings.seals(NIGHT)][-5:] + ['hungarian-four', 'short'])": (
        "", "'watch'", "'edit'", "None, {'hungarian-four': 'edit', 'short': 'watch'}", "'watch', {'short': 'edit'}",
        "None, {}, {NIGHT: None}", "None, {}, {NIGHT: 2}", "None, {}, {NIGHT: 9}", "'edit', {}, {NIGHT: 1}"),
    "paper.latest_evening(desk)": (), "paper.match_sheet(desk, '{}', EN).model.occasion": (
        "hungarian-four", "changed", "match-0008", "match-0014"),
    "paper.match_sheet(desk, '{}', EN).model.options": ("hungarian-four", "for-money"),
    "paper.ruling_slip(desk, 'hungarian-four', '{}', EN).name": ("r30",),
    "(lambda it: (it.title, it.who, it.case, it.follows, it.cost))(paper.ruling_slip(desk, 'hungarian-four', '{}', EN)"
    ".model)": ("r4", "r9", "r13", "r16", "r21", "r25", "r30"),
    "' '.join(getattr(not_yet(desk, '{}', kind, EN), 'key', 'made') for kind in KINDS)": (*EVENINGS, "to-come"),
    "link_on_card(desk, Named(evening=NIGHT, address='{}'))(2)": ("http://club:8000/", "http://club", ""),
    "ledger.glances.at('{}', ['watch-hungarian-four', 'none', 'link-of-2', 'edit-hungarian-four'])": (
        "hungarian-four", "changed", "short", "match-0020", "classic-four"),
    "[(each, ledger.drafts.get('hungarian-four', each)) for each in range(1, 9)]": (),
    "ledger.writers(among={})": (1, 5, 40), "ledger.evenings.glance('{}')": EVENINGS,
    "ledger.figures.of('{}')": ("hungarian-four", "short"), "[each.id for each in ledger.matches.page({}, limit=99)]": (
        "folded=True", "folded=True, status='playing'", "folded=True, status='over'", "evening=NIGHT",
        "evening=NIGHT, status='over'", "'ilona', status='over'", "'night'"),
    "ledger.matches.read_as('{}', ['⟦Ilona⟧', 'Ilona', 'Otto'])": ("hungarian-four", "for-money"),
    "seasons.seasons_with(desk, '{}')": ("night-03", NIGHT), "sharing.links(desk, '{}')": ("hungarian-four", "short"),
}  # fmt: skip
NAMES = {"house_rules": house_rules, "verify": verify, "NIGHT": NIGHT, "players": players,
         "seasons": seasons, "sharing": sharing, "worked_out": worked_out,
         "SEASON": SEASON, "paper": paper, "not_yet": not_yet, "KINDS": KINDS, "EN": EN, "Named": Named,
         "link_on_card": _links}  # fmt: skip


def read_from(club: Path | str) -> Iterator[tuple[str, str]]:
    """Yield each call with its answers, one line for each row."""
    desk = open_desk(club)
    with desk.ledger:
        for reader, lines in answers(desk).items():
            yield reader, "\n".join([*lines, ""])


def answers(desk: Desk, of: str | tuple[str, ...] = "") -> dict[str, list[str]]:
    """The lines of the answers, by call, for the calls that begin with `of` (a text, or a tuple of texts).

    First, missing and stale figures of all matches are computed and stored.
    """
    worked_out.complete(desk)
    found = {}
    for reader, values in READERS.items():
        if reader.startswith(of):
            restart(reader)
            names = {**NAMES, "desk": desk, "ledger": desk.ledger}
            told = [(value, eval(reader.replace("{}", str(value)), names)) for value in values or ("",)]
            found[reader] = [f"{value}: {line}".removeprefix(": ") for value, each in told for line in _lines(each)]
    return found


def _lines(answer: Any) -> list[str]:
    if isinstance(answer, Mapping):
        return [f"{key}: {plain(value)}" for key, value in answer.items()]
    if isinstance(answer, (tuple, list)):
        return [plain(each) for each in answer] or ["none"]
    return [plain(answer)]


def plain(value: Any) -> str:
    """A value as text, without its unset fields."""
    if isinstance(value, Struct):
        said = ((each.name, getattr(value, each.name)) for each in fields(value))
        return ", ".join(f"{name}={plain(part)}" for name, part in said if part not in (None, (), ""))
    if isinstance(value, (tuple, list)):
        return f"[{'; '.join(map(plain, value))}]"
    return str(value)
