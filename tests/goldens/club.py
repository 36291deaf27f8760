"""The club of the goldens. It has matches of every game and number of players, every kind of ruling and amendment,
open and closed evenings, a knock-out, an evening of individuals, and a season. Its entries are the same in each run."""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from flask import Flask

from scorekeeper.actions.club import seasons
from scorekeeper.actions.club.players import same_person
from scorekeeper.actions.club.sharing import ShareKind, link_of, make_link, token_of
from scorekeeper.actions.club.worked_out import show_ratings
from scorekeeper.actions.demo import demo_match
from scorekeeper.actions.desk import Desk, Stamp
from scorekeeper.actions.evenings.opening import NewEntrant, NewEvening, add_entrant, finish, give_penalty, open_evening
from scorekeeper.actions.evenings.opening import put_away as put_away_evening
from scorekeeper.actions.evenings.results import set_result
from scorekeeper.actions.evenings.rounds import close_round
from scorekeeper.actions.matches.code import retire_article
from scorekeeper.actions.matches.commit import NewEntry
from scorekeeper.actions.matches.opening import NewMatch, close, open_match, pause, put_away
from tests.actions.evenings import NOW, SETTINGS, agree, opened, play, published, stamp
from tests.actions.test_seasons import POINTS, SEASON, begun, held, of_season
from tests.i18n.evening_played import NIGHT
from tests.i18n.played import furnished, played, tables
from tests.releases.write import play_changes
from tests.web.tables import desk_of

EARLIER, LATER = "2026-11-19T10:00:00Z", "2026-11-22T10:00:00Z"
#: The time at which the clock of the goldens stands still, during the evening that the club plays.
CLOCK = "2026-11-21T18:30:00+00:00"
#: The key that signs the club's cookies and makes its links.
SECRET = b"of the goldens"
KNOCKOUT, ALONE, MIXED = "night-of-cups", "night-alone", "mixed"
#: The name of a device, and matches whose titles and names are missing or have to be escaped.
NAMED = "Zoë's <tablet>"
ODD: Mapping[str, dict[str, Any]] = {
    "odd": {"players": ("<i>Ann</i>", "O'Neill-Szentgyörgyi", "\"Ann\" > 5%", "Maximiliana Konstantinopolitanska"),
            "title": "<b>One & all</b>", "note": "1 < 2 & 3", "first_dealer": 2, "pack_index": "RDV", "currency": "HUF",
            "options": {"target": 5000, "stake-per-100": "50"}},
    "unnamed": {"players": ("Player 1", "Player 2", "Player 3", "Player 4"), "side_names": ("Side 1", "Side 2"),
                "unnamed": True},
}  # fmt: skip
#: Values for the variable parts of addresses that no link leads to.
KNOWN: dict[str, object] = {
    "match_id": "hungarian-four", "evening_id": NIGHT, "season_id": SEASON, "rule_set": "hungarian", "table": 1,
    "entrant": "1", "name": "base", "token": token_of(SECRET, "link-of-2"), "which": "hungarian", "day": NOW[:10],
}  # fmt: skip
_KEYS = count()


def furnish(app: Flask, matches: Sequence[tuple[str, str]] | None = None) -> None:
    """Put everything that the goldens show into an empty program.

    A match is played for each (rules, format) of `matches`; if that is None, for all of `tables`.
    """
    for rules, format_ in matches or tables():
        played(app, rules, format_)
    desk = desk_of(app)
    play_changes(desk)
    _other_matches(desk)
    _knockout(desk)
    _alone(desk)
    begun(desk, held(desk, "night-03", (3000, 2000), (2250, 2000)), held(desk, "night-10", (2000, 3000), (700, 700)))
    missing = NewEntry("evening_added", {"evening": 3, "id": "elsewhere"})
    seasons.SEASON_JOURNAL.write(desk, SEASON, missing, of_season(desk, "of-the-missing"))
    opened(desk, "to-come", title="To come", rounds=3)
    for season, moment in (("winter", LATER), ("spring", NOW)):
        seasons.open_season(desk, POINTS, (), season_id=season, key=f"open-{season}", actor="laptop", now=NOW)
        seasons.put_away(desk, season, now=moment)
    show_ratings(desk, shown=True)
    match = str(KNOWN["match_id"])
    kinds: tuple[tuple[str | None, ShareKind], ...] = (
        (None, "edit"), (match, "edit"), (match, "watch"), ("short", "edit"), ("short", "watch"),
    )  # fmt: skip
    for of_what, kind in kinds:
        share = f"{kind}-{of_what}"
        make_link(desk, of_what, kind, share_id=share, token=token_of(SECRET, share), now=NOW)
    furnished(app)
    demo_match(desk, match_id="late", seed=10, now=NOW, rules="classic", deals=1)
    pause(desk, "late", Stamp(desk.ledger.matches.version("late"), "pause-late", "laptop", LATER))
    otto = desk.ledger.players.find("⟦Otto⟧")
    assert otto
    same_person(desk, otto.id, "Otto", actor="laptop", now=NOW)
    _odd(desk)
    _not_counted(desk)
    for table in (None, 2):
        share = f"link-of-{table}"
        link_of(desk, NIGHT, table, share_id=share, token=token_of(SECRET, share), now=NOW)


def _other_matches(desk: Desk) -> None:
    """Add two finished matches, one of them for money, and an archived match. Retire an article of another match."""
    demo_match(desk, match_id="for-money", seed=7, now=NOW, rules="hungarian", options={"stake-per-100": "0.25"})
    demo_match(desk, match_id="short", seed=8, now=EARLIER, rules="classic", options={"target": 500})
    demo_match(desk, match_id="away", seed=9, now=NOW, rules="samba", deals=1)
    put_away(desk, "away", now=NOW)
    retire_article(desk, "burraco-four", "T1", now=NOW)


def _odd(desk: Desk) -> None:
    """Add a match with names that have to be escaped, and an unnamed match. Both are conceded."""
    for match, settings in ODD.items():
        open_match(
            desk, NewMatch("classic", "four", **settings), match_id=match, key=f"open-{match}", actor=NAMED, now=NOW
        )
        play(desk, match, (600, -35), (1005, 140), closing=False, actor=NAMED)
        close(desk, match, "conceded", Stamp(desk.ledger.matches.version(match), f"close-{match}", NAMED, LATER))


def _not_counted(desk: Desk) -> None:
    """A season with evenings that do not count: one in play, one archived."""
    evenings = ("night-03", "night-10", opened(desk, "in-play"), held(desk, "night-17", (5, 0), (5, 0)))
    settings = {**POINTS, "best": 1}
    seasons.open_season(desk, settings, evenings, season_id=MIXED, key="open-mixed", actor=NAMED, now=NOW)
    put_away_evening(desk, "night-17", now=NOW)


def _knockout(desk: Desk) -> None:
    """A finished knock-out of five pairs: byes, a draw that the director decided, a walkover."""
    opened(desk, KNOCKOUT, title="Cup", movement="knockout", rounds=3)
    add_entrant(desk, KNOCKOUT, NewEntrant(("Otto", "Ödön")), _stamp(desk, KNOCKOUT))
    for number in (1, 2, 3):
        for table in published(desk, KNOCKOUT):
            told = (KNOCKOUT, number, table.number, "played", _stamp(desk, KNOCKOUT))
            if number == 1:
                set_result(desk, *told, sides=[{"score": 900}] * 2, winner=1)
            elif table.number == 1:
                play(desk, table.match, (600, 100))
                agree(desk, number, table.number, KNOCKOUT)
            else:
                walkover = (*told[:3], "walk_over", told[4])
                set_result(desk, *walkover, sides=[{}, {"absent": True}])
        close_round(desk, KNOCKOUT, number, _stamp(desk, KNOCKOUT))
    finish(desk, KNOCKOUT, _stamp(desk, KNOCKOUT))


def _alone(desk: Desk) -> None:
    """An evening of nine people with changing partners; one rests in each round. It has its own tie-breaks and seed,
    and a penalty. Its second round is seated and has not begun."""
    names = ("Anna", "Béla", "Dana", "Ene", "Karel", "Liis", "Otto", "Petra", "Vlad")
    settings = {
        **SETTINGS, "title": "Alone", "rules": "romanian", "movement": "individual", "scoring": "capped_difference",
        "tie_breaks": ["wins", "lots"], "seed": "99", "rounds": 3,
    }  # fmt: skip
    opening = {"evening_id": ALONE, "key": f"open-{ALONE}", "actor": "laptop", "now": NOW}
    open_evening(desk, NewEvening(settings, tuple(NewEntrant((name,)) for name in names)), **opening)
    for table in published(desk, ALONE):
        play(desk, table.match, (500, 400), (-200, 1200))
        agree(desk, 1, table.number, ALONE)
    penalty = {"entrant": "1", "kind": "warning", "reason": "Late", "round": 1}
    give_penalty(desk, ALONE, penalty, _stamp(desk, ALONE), penalty_id="late")
    close_round(desk, ALONE, 1, _stamp(desk, ALONE))
    published(desk, ALONE)


def _stamp(desk: Desk, evening_id: str) -> Stamp:
    return stamp(desk, f"of-the-goldens-{next(_KEYS):04}", evening_id)
