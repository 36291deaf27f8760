"""A season: opening and amending it, its evenings, and its table, which follows them by itself."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from scorekeeper.actions.club.check_season import MOST_EVENINGS, check_season_turn, check_season_values
from scorekeeper.actions.club.worked_out import results_of
from scorekeeper.actions.desk import Desk, Stamp
from scorekeeper.actions.evenings.commit import derived
from scorekeeper.actions.matches.opening import clean
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.values import Struct, replace
from scorekeeper.evening.ranking.order import Step
from scorekeeper.evening.ranking.season import EveningRow, PlayerRow, Season, Worth, by_evening, season_table
from scorekeeper.evening.season_entries import SeasonMemory, remember_season, season_and_then
from scorekeeper.ledger import SEASONS, Appended, New, SeasonRow, SeasonSummary, Together, UnknownEvening, UnknownSeason
from scorekeeper.ledger import EveningRow as Listed

#: An evening of a season: it counts once it is finished; it may be put away, or written down elsewhere only.
State = Literal["counts", "in_play", "away", "missing"]


class SeasonEvening(Struct):
    """An evening of a season; where it is not here, its id is the title, and it has no date."""

    number: int
    id: str
    title: str
    date: str
    state: State


class SeasonNow(Struct):
    """A season as it stands: its evenings by date, its table, what each evening was worth to everybody (in the order
    of `evenings`), and what players are called; they are known by their numbers."""

    memory: SeasonMemory
    evenings: tuple[SeasonEvening, ...]
    season: Season
    rows: tuple[PlayerRow, ...]
    steps: tuple[Step, ...]
    worth: Mapping[str, tuple[Worth | None, ...]]
    names: Mapping[str, str]


def load_season(desk: Desk, season_id: str) -> SeasonNow:
    """A season as it stands. Raises `UnknownSeason`."""
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
    """Is one of these evenings in the season? None is in one that is not there."""
    try:
        entries = desk.ledger.seasons.entries(season_id)
    except UnknownSeason:
        return False
    return not set(evening_ids).isdisjoint(remember_season(entries).evenings.values())


def seasons_with(desk: Desk, evening_id: str) -> tuple[SeasonRow, ...]:
    """The seasons that an evening is in, the one opened last first."""
    return tuple(row for row in desk.ledger.seasons.all() if holds(desk, row.id, (evening_id,)))


def seasons_of(desk: Desk, player_id: int) -> tuple[tuple[str, SeasonNow], ...]:
    """The seasons in whose table a player stands, the one opened last first, each with its id."""
    seasons = ((row.id, load_season(desk, row.id)) for row in desk.ledger.seasons.all())
    return tuple((id_, now) for id_, now in seasons if str(player_id) in now.worth)


def _evening(desk: Desk, number: int, evening_id: str) -> SeasonEvening:
    try:
        row = desk.ledger.evenings.row(evening_id)
    except UnknownEvening:
        return SeasonEvening(number, evening_id, evening_id, "", "missing")
    return SeasonEvening(number, evening_id, row.title, row.date, _state(row))


def _state(row: Listed) -> State:
    if row.retired_at is not None:
        return "away"
    return "counts" if row.status == "finished" else "in_play"


def _rows(desk: Desk, evening: SeasonEvening) -> tuple[EveningRow, ...]:
    if evening.state != "counts":
        return ()
    standings = results_of(desk, evening.id)["standings"]
    return tuple(EveningRow(place, tuple(map(str, players)), points) for place, points, players in standings)


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
    """Open a season with its evenings, in one transaction. The same key again is the same season again.

    Raises `Refused` with the place of a mistake, `KeyReused`, `SeasonExists`.
    """
    settings = {**settings, "title": clean(str(settings.get("title", "")))}
    check_season_values("season_opened", settings, "")
    opened = New("season_opened", settings, key, actor, now, body={"settings": settings, "evenings": list(evenings)})
    memory = remember_season([opened.as_entry(1)])
    added = _additions(desk, memory, evenings, Stamp(1, key, actor, now))

    def all_of_it(act: Together) -> Appended:
        done = act.open_season(season_id, opened)
        if not done.replayed:
            _append(act, season_id, memory, added)
        return done

    return desk.ledger.write(all_of_it)


def amend_season(desk: Desk, season_id: str, changed: Mapping[str, Any], stamp: Stamp, reason: str = "") -> Appended:
    """Change what the season is called and how its evenings count. Raises as `_write`."""
    if "title" in changed:
        changed = {**changed, "title": clean(str(changed["title"]))}
    payload = {"changed": dict(changed)} | ({"reason": reason} if reason else {})
    new = New("season_amended", payload, stamp.key, stamp.actor, stamp.now)
    return _write(desk, season_id, stamp, lambda _: [new])


def add_evenings(desk: Desk, season_id: str, evenings: Sequence[str], stamp: Stamp) -> Appended:
    """Have evenings count in the season, all or none. Raises as `_write`, and `Refused` for one that is not here."""
    if not evenings:
        raise malformed("missing", "evenings")

    def news(memory: SeasonMemory) -> list[New]:
        first, *others = _additions(desk, memory, evenings, stamp)
        return [replace(first, key=stamp.key), *others]

    return _write(desk, season_id, stamp, news)


def remove_evening(desk: Desk, season_id: str, number: int, stamp: Stamp, reason: str = "") -> Appended:
    """Take an evening out of the season, by its number there. Raises as `_write`."""
    payload = {"evening": number} | ({"reason": reason} if reason else {})
    new = New("evening_removed", payload, stamp.key, stamp.actor, stamp.now, number)
    return _write(desk, season_id, stamp, lambda _: [new])


def put_away(desk: Desk, season_id: str, *, now: str | None) -> None:
    """Take a season out of the list, or (None) put it back; it stays with all its entries. Raises `UnknownSeason`."""
    if now is None:
        desk.ledger.seasons.unretire(season_id)
    else:
        desk.ledger.seasons.retire(season_id, now=now)


def _additions(desk: Desk, memory: SeasonMemory, evenings: Sequence[str], stamp: Stamp) -> list[New]:
    if len(memory.evenings) + len(evenings) > MOST_EVENINGS:
        raise malformed("wrong_number", "evenings", len(evenings), [MOST_EVENINGS])
    additions = []
    for index, id_ in enumerate(evenings):
        try:
            desk.ledger.evenings.row(id_)
        except UnknownEvening as unknown:
            raise malformed("not_one_of", f"evenings[{index}]", id_) from unknown
        number = memory.next_number + index
        payload = {"evening": number, "id": id_}
        additions.append(New("evening_added", payload, derived(stamp.key, index), stamp.actor, stamp.now, number))
    return additions


def _write(desk: Desk, season_id: str, stamp: Stamp, news: Callable[[SeasonMemory], Sequence[New]]) -> Appended:
    """Append entries to a season, all or none, on the version that their writer saw. Answers the first.

    Raises `Refused`, `StaleVersion`, `KeyReused`, `UnknownSeason` and what the file gives cause for.
    """
    seen = replace(
        remember_season(desk.ledger.seasons.entries(season_id)[: max(1, stamp.version)]), version=stamp.version
    )
    written = news(seen)
    return desk.ledger.write(lambda act: _append(act, season_id, seen, written)[0])


def _append(act: Together, season_id: str, memory: SeasonMemory, news: Sequence[New]) -> list[Appended]:
    """Each entry read as strictly as an import reads it."""
    done = []
    for new in news:
        check_season_values(new.kind, new.payload, "")
        check_season_turn(new.kind, new.payload, memory, "")
        version = memory.version
        memory = season_and_then(memory, [new.as_entry(version + 1)])
        summary = SeasonSummary(memory.setup.title)
        done.append(act.append(SEASONS, season_id, new, version=version, summary=summary))
    return done
