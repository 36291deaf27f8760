"""The rows that an act removes from lists (of matches, players, seasons, figures), and those that it adds."""

import shutil
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from pathlib import Path

from scorekeeper.actions.demo import demo_match
from scorekeeper.actions.desk import Desk, Stamp, open_desk
from scorekeeper.actions.evenings import results, rounds
from scorekeeper.actions.matches import deals, rulings
from scorekeeper.engine.refused import Refused
from scorekeeper.ledger.errors import LedgerError
from tests.actions.evenings import stamp
from tests.goldens import club_acts, readers
from tests.goldens.chance import restart
from tests.goldens.club import EARLIER, LATER

#: Each act as Python code, its steps separated by "; ".
ACTS = (
    "matches.put_away(desk, 'short', now=LATER)", "matches.take_back(desk, 'away')",
    "evenings.put_away(desk, 'night-03', now=LATER)", "players.rename_player(desk, 5, 'Ilka', now=LATER)",
    "players.forget_player(desk, 9, 'Player 9', now=LATER, copies=False)",
    "players.same_person(desk, 9, 'Otto', actor='x', now=LATER)",
    "players.somebody_else(desk, 39, actor='x', now=LATER)",
    "worked_out.keep_unrated(desk, 5, unrated=True)", "worked_out.show_ratings(desk, shown=False)",
    "matches.open_rematch(desk, 'short', new_id='again', key='key-again', actor='x', now=LATER)",
    "evenings.reopen(desk, 'night-03', 'Why', of('night-03'))",
    *("evenings.reopen(desk, 'night-03', 'Why', of('night-03')); rounds.reopen_round(desk, 'night-03', 1, 'Why',"
      f" of('night-03')); results.set_result(desk, 'night-03', 1, 1, {kind!r}, of('night-03'), sides={sides},"
      " reason='Why'); rounds.close_round(desk, 'night-03', 1, of('night-03'));"
      " evenings.finish(desk, 'night-03', of('night-03'))" for kind, sides in (
        ("void", ()), ("walk_over", ({}, {"absent": True})), ("assigned", ({"points": 12}, {"points": 8})),
        ("played", ({"score": 100}, {"score": 900})))),
    *(f"results.set_result(desk, NIGHT, 2, {table}, {kind!r}, of(NIGHT), sides={sides}, reason='Why')"
      for table in (1, 2) for kind, sides in (("void", ()), ("withdrawn", ()), ("walk_over", ({}, {"absent": True})))),
    "seasons.remove_evening(desk, SEASON, 1, of_season(desk, 'key-of-season'), 'Why')",
    "seasons.put_away(desk, 'winter', now=None)", "seasons.put_away(desk, SEASON, now=LATER)",
    "deals.remove_last_deal(desk, 'hungarian-four', 3, 'Why', at('hungarian-four'))",
    "rulings.withdraw_ruling(desk, 'hungarian-four', 'r30', 'Why', at('hungarian-four'))",
    "matches.write_names(desk, 'for-money', ('Ilona', 'Jana', 'Eva', 'Tõnu'), ('', ''), at('for-money'))",
    "matches.resume(desk, 'late', at('late'))", "matches.close(desk, 'late', 'agreed', at('late'))",
    "matches.rename(desk, 'late', 'Ilona late', at('late'))",
    "demo_match(desk, match_id='then', seed=11, now=EARLIER, rules='classic', options={'target': 1500})",
    "matches.open_match(desk, matches.NewMatch('classic', 'four', ('Ilona', 'Jana', 'Eva', 'Bea'), unnamed=True),"
    " match_id='nobodys', key='key-of-nobody', actor='x', now=LATER)",
    "matches.put_away(desk, 'changed-again', now=LATER); matches.open_rematch(desk, 'changed', new_id='again',"
    " key='key-again', actor='x', now=LATER); matches.take_back(desk, 'changed-again')",
    "desk.ledger.matches.retire('match-0007', now=LATER)",
    "desk.ledger.players.remember('Ottó', now=LATER); players.same_person(desk, desk.ledger.players.find('Ottó').id,"
    " 'Otto', actor='x', now=LATER)",
)  # fmt: skip
#: The beginnings of the calls in `readers.READERS` whose answers are compared.
LISTS = ("ledger.matches.", "ledger.rematches.", "ledger.evenings.", "ledger.players.", "ledger.figures.",
         "ledger.seasons.", "players.", "ratings.", "seasons.", "[id_ for id_", "[each.id for each")  # fmt: skip
NAMES = {
    **readers.NAMES,
    **club_acts.NAMES,
    "deals": deals,
    "demo_match": demo_match,
    "EARLIER": EARLIER,
    "results": results,
    "rounds": rounds,
    "rulings": rulings,
}


def read_after_acts(club: Path, copy: Path) -> Iterator[tuple[str, str]]:
    """Yield each act, done on a copy of the club, with the rows of each list that disappeared or appeared.

    If the act was refused, the text begins with the reason.
    """
    before = _after("", club, copy)[1]
    for act in ACTS:
        error, now = _after(act, club, copy)
        lists = {reader: "".join(_changed(before[reader], now[reader])) for reader in now}
        yield act, "".join([error, *(f"{reader}\n{lines}" for reader, lines in lists.items() if lines)])


def _after(act: str, club: Path, copy: Path) -> tuple[str, dict[str, list[str]]]:
    for left in copy.parent.glob(f"{copy.name}*"):
        left.unlink()
    desk, error = open_desk(shutil.copy(club, copy)), ""
    restart(act)
    with desk.ledger:
        try:
            for number, step in enumerate(filter(None, act.split("; "))):
                eval(step, {**NAMES, "desk": desk, "of": _of(desk, number), "at": _at(desk)})
        except (Refused, LedgerError) as refused:
            error = f"{type(refused).__name__}: {refused}\n"
        return error, readers.answers(desk, LISTS)


def _of(desk: Desk, number: int) -> object:
    return lambda evening: stamp(desk, f"step-{number:04}", evening)


def _at(desk: Desk) -> object:
    return lambda match: Stamp(desk.ledger.matches.version(match), "after-all", "tablet", LATER)


def _changed(before: Sequence[str], now: Sequence[str]) -> Iterator[str]:
    """The rows that disappeared and appeared, with their positions before and after."""
    yield from (f"    {line}\n" for line in list(unified_diff(before, now, n=0, lineterm=""))[2:])
