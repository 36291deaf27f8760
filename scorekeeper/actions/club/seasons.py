"""Seasons: opening and amending a season, adding and removing evenings, and its table, computed from the evenings."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from scorekeeper.actions.club.worked_out import results_of
from scorekeeper.actions.desk import Desk, Stamp
from scorekeeper.actions.journal import Journal, Plan, derived, filled
from scorekeeper.actions.matches.commit import NewEntry
from scorekeeper.actions.matches.opening import clean
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.values import Struct
from scorekeeper.evening.acts.season import MOST_ENTRIES, MOST_EVENINGS, SEASON_ACTS, SeasonMemory, remember_season
from scorekeeper.evening.ranking.order import Step
from scorekeeper.evening.ranking.season import EveningWorth, PlacedEntrant, PlayerRow, Season, by_evening, season_table
from scorekeeper.ledger.chain.books import SEASONS
from scorekeeper.ledger.chain.chains import New
from scorekeeper.ledger.chain.entries import Appended
from scorekeeper.ledger.chain.projections import SeasonSummary
from scorekeeper.ledger.errors import UnknownEvening, UnknownSeason
from scorekeeper.ledger.records.evenings import SeasonRow

#: The state of an evening in a season: finished, not finished yet, archived, or not in this ledger. Only finished
#: evenings count in the table.
State = Literal["counts", "in_play", "away", "missing"]


class SeasonEvening(Struct):
    """An evening of a season. An evening that is not in this ledger has its id as the title, and an empty date."""

    number: int
    id: str
    title: str
    date: str
    state: State


class SeasonNow(Struct):
    """The present state of a season: its evenings, in the order of their dates, and its table (`rows` and `steps`). The
    keys of `worth` and `names` are the players' ids, as text. `worth` has the value of each of `evenings` for the
    player, None if the player was absent."""

    memory: SeasonMemory
    evenings: tuple[SeasonEvening, ...]
    season: Season
    rows: tuple[PlayerRow, ...]
    steps: tuple[Step, ...]
    worth: Mapping[str, tuple[EveningWorth | None, ...]]
    names: Mapping[str, str]


def load_season(desk: Desk, season_id: str) -> SeasonNow:
    """The present state of a season. Raises `UnknownSeason`."""
    memory = remember_season(desk.ledger.seasons.entries(season_id))
    evenings = sorted(
        (_evening(desk, number, id_) for number, id_ in memory.evenings.items()),
        key=lambda each: (each.date, each.number),
    )
    setup = memory.setup
    season = Season(
        evenings=tuple(_rows(desk, each) for each in evenings),
        counting=setup.counting,
        best=setup.best,
        tie_breaks=setup.tie_breaks,
        seed=setup.seed,
    )
    rows, steps = season_table(season)
    names = {str(each.id): each.name for each in desk.ledger.players.some({int(row.player) for row in rows})}
    return SeasonNow(memory, tuple(evenings), season, rows, steps, by_evening(season), names)


def holds(desk: Desk, season_id: str, evening_ids: Iterable[str]) -> bool:
    """Return whether at least one of these evenings is in the season; False for an unknown season."""
    try:
        entries = desk.ledger.seasons.entries(season_id)
    except UnknownSeason:
        return False
    return not set(evening_ids).isdisjoint(remember_season(entries).evenings.values())


def seasons_with(desk: Desk, evening_id: str) -> tuple[SeasonRow, ...]:
    """The seasons that contain an evening, the latest first. Archived seasons are left out."""
    return tuple(row for row in desk.ledger.seasons.all() if holds(desk, row.id, (evening_id,)))


def seasons_of(desk: Desk, player_id: int) -> tuple[tuple[str, SeasonNow], ...]:
    """The seasons that have the player in their table, as (season id, season), the latest first. Archived seasons are
    left out."""
    seasons = ((row.id, load_season(desk, row.id)) for row in desk.ledger.seasons.all())
    return tuple((id_, now) for id_, now in seasons if str(player_id) in now.worth)


def _evening(desk: Desk, number: int, evening_id: str) -> SeasonEvening:
    try:
        row = desk.ledger.evenings.row(evening_id)
    except UnknownEvening:
        return SeasonEvening(number, evening_id, evening_id, "", "missing")
    there: State = "counts" if row.status == "finished" else "in_play"
    return SeasonEvening(number, evening_id, row.title, row.date, there if row.retired_at is None else "away")


def _rows(desk: Desk, evening: SeasonEvening) -> tuple[PlacedEntrant, ...]:
    if evening.state != "counts":
        return ()
    standings = results_of(desk, evening.id)["standings"]
    return tuple(PlacedEntrant(place, tuple(map(str, players)), points) for place, points, players in standings)


class SeasonJournal(Journal[SeasonMemory, SeasonMemory]):
    """The book of seasons."""

    book, acts, most = SEASONS, SEASON_ACTS, MOST_ENTRIES

    def summary(self, memory: SeasonMemory) -> SeasonSummary:
        return SeasonSummary(memory.setup.title)


SEASON_JOURNAL = SeasonJournal()


def open_season(
    desk: Desk,
    settings: Mapping[str, Any],
    evenings: Sequence[str] = (),
    *,
    season_id: str,
    key: str,
    actor: str,
    now: str,
) -> Appended:
    """Open a season with its evenings, in one transaction. The same key again returns the same season.

    Raises `Refused` with the location of a mistake, `KeyReused`, `SeasonExists`.
    """
    settings = {**settings, "title": clean(str(settings.get("title", "")))}
    opened = New("season_opened", settings, key, actor, now, body={"settings": settings, "evenings": list(evenings)})
    stamp = Stamp(1, key, actor, now)
    added = _additions(desk, SEASON_JOURNAL.checked(None, [opened]), evenings)
    news = [each.at(stamp, part=SEASONS.part, key=derived(key, at)) for at, each in enumerate(added)]
    return SEASON_JOURNAL.open(desk, season_id, opened, news)


def amend_season(desk: Desk, season_id: str, changed: Mapping[str, Any], stamp: Stamp) -> Appended:
    """Change settings of a season: its title, or how its evenings count. Raises as `Journal.write`."""
    if "title" in changed:
        changed = {**changed, "title": clean(str(changed["title"]))}
    payload = {"changed": dict(changed)}
    SEASON_ACTS.read("season_amended", payload)  # mistakes in the form are refused before stale versions
    return SEASON_JOURNAL.write(desk, season_id, NewEntry("season_amended", payload), stamp)


def add_evenings(desk: Desk, season_id: str, evenings: Sequence[str], stamp: Stamp) -> Appended:
    """Add evenings to the season, all or none.

    Raises as `Journal.write`, and `Refused` for an empty list or an evening that is not in this ledger.
    """
    if not evenings:
        raise malformed("missing", "evenings")
    seen = desk.ledger.seasons.entries(season_id)[: max(1, stamp.version)]
    first, *further = _additions(desk, remember_season(seen), evenings)
    return SEASON_JOURNAL.write(desk, season_id, first, stamp, lambda _: Plan(further=tuple(further)))


def remove_evening(desk: Desk, season_id: str, number: int, stamp: Stamp, reason: str = "") -> Appended:
    """Remove an evening from the season, by its number in the season. Raises as `Journal.write`."""
    asked = {"evening": number, **filled(reason=reason)}
    return SEASON_JOURNAL.write(desk, season_id, NewEntry("evening_removed", asked), stamp)


def put_away(desk: Desk, season_id: str, *, now: str | None) -> None:
    """Archive a season, or restore it if `now` is None; its entries stay. Raises `UnknownSeason`."""
    if now is None:
        desk.ledger.seasons.unretire(season_id)
    else:
        desk.ledger.seasons.retire(season_id, now=now)


def _additions(desk: Desk, memory: SeasonMemory, evenings: Sequence[str]) -> list[NewEntry]:
    if len(memory.evenings) + len(evenings) > MOST_EVENINGS:
        raise malformed("wrong_number", "evenings", len(evenings), [MOST_EVENINGS])
    for index, id_ in enumerate(evenings):
        try:
            desk.ledger.evenings.row(id_)
        except UnknownEvening as unknown:
            raise malformed("not_one_of", f"evenings[{index}]", id_) from unknown
    numbered = enumerate(evenings, start=memory.next_number)
    return [NewEntry("evening_added", {"evening": number, "id": id_}) for number, id_ in numbered]
