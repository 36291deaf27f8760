"""Acts on the club itself, each done on a copy: the rows that disappeared or appeared, or the reason for a refusal."""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from scorekeeper.actions import demo
from scorekeeper.actions.club import access as director
from scorekeeper.actions.club import hearing, players, seasons, sharing, worked_out
from scorekeeper.actions.club import house_rules as presets
from scorekeeper.actions.desk import Stamp, open_desk
from scorekeeper.actions.evenings import opening as evenings
from scorekeeper.actions.matches import code
from scorekeeper.actions.matches import opening as matches
from scorekeeper.engine.refused import Refused
from scorekeeper.ledger.copies.moving import TABLES
from scorekeeper.ledger.errors import LedgerError
from scorekeeper.ledger.records.shares import NewLink
from tests.actions.evenings import NOW
from tests.actions.test_seasons import POINTS, SEASON, of_season
from tests.goldens.chance import restart
from tests.goldens.club import ALONE, KNOCKOUT, LATER, NIGHT

MATCH = "hungarian-four"
#: Each act as Python code, its steps separated by "; ". The rows are compared before and after the last step.
ACTS = (
    *(f"sharing.make_link(desk, {match!r}, {kind!r}, share_id='new-link', token='new', now=NOW)"
      for match in (None, MATCH, "for-money", "nowhere") for kind in ("edit", "watch")),
    f"sharing.revoke_link(desk, '{MATCH}', 'watch-{MATCH}', now=LATER)",
    f"sharing.revoke_link(desk, 'short', 'watch-{MATCH}', now=LATER)",
    f"sharing.revoke_link(desk, '{MATCH}', sharing.links(desk, None)[0].id, now=LATER)",
    f"sharing.revoke_link(desk, '{MATCH}', 'edit-{MATCH}', now=NOW);"
    f" desk.ledger.shares.revoke('edit-{MATCH}', now=LATER)",
    f"sharing.link_of(desk, '{NIGHT}', 2, share_id='new-link', token='new', now=LATER)",
    f"sharing.link_of(desk, '{NIGHT}', 3, share_id='new-link', token='new', now=LATER)",
    f"sharing.take_back(desk, '{NIGHT}', 'link-of-2', now=LATER)",
    f"sharing.take_back(desk, '{ALONE}', 'link-of-2', now=LATER)",
    f"sharing.link_of(desk, '{ALONE}', 2, share_id='beside-it', token='beside', now=NOW);"
    f" sharing.renew_links(desk, '{NIGHT}', [NewLink('new-link', 2, 'new')], now=LATER)",
    f"sharing.renew_links(desk, '{NIGHT}', [NewLink('new-link', None, 'new')], now=LATER)",
    f"desk.ledger.shares.revoke('link-of-2', now=NOW); sharing.renew_links(desk, '{NIGHT}',"
    " [NewLink('new-link', 2, 'new')], now=LATER)",
    "players.rename_player(desk, 5, ' Ilka  ', now=LATER)", "players.rename_player(desk, 5, 'jana', now=LATER)",
    "players.rename_player(desk, 99, 'Ilka', now=LATER)",
    "players.same_person(desk, 9, 'Otto', actor='x', now=LATER)",
    "players.same_person(desk, 9, 'Anna', actor='x', now=LATER)",
    *(f"players.same_person(desk, 9, 'Béla', actor='x', now={moment})" for moment in ("LATER", "NOW", "'2026'")),
    "players.same_person(desk, 9, 'Zoe', actor='x', now=LATER)",
    "players.same_person(desk, 17, 'Ilona', actor='x', now=LATER)",
    "players.same_person(desk, 5, '⟦Otto⟧', actor='x', now=LATER)",
    "players.forget_player(desk, 5, 'Player 5', now=LATER, copies=False);"
    " players.same_person(desk, 9, 'Player 5', actor='x', now=LATER)",
    "players.somebody_else(desk, 39, actor='x', now=LATER)", "players.somebody_else(desk, 17, actor='x', now=LATER)",
    *(f"{ahead}players.same_person(desk, 17, 'Ilona', actor='x', now=LATER); players.somebody_else(desk, 17, actor='x',"
      " now='2026-11-23')" for ahead in ("", "players.same_person(desk, 39, 'Jana', actor='x', now=LATER); ")),
    "presets.save_preset(desk, ' ⟦CLUB⟧', rules='samba', format_='four', options={}, id_='other', now=LATER)",
    "presets.save_preset(desk, 'Else', rules='samba', format_='four', options={'target': 1}, id_='other', now=LATER)",
    "presets.save_preset(desk, '', rules='samba', format_='four', options={}, id_='other', now=LATER)",
    "presets.drop_preset(desk, 'club')", "presets.drop_preset(desk, 'none')",
    *(f"code.add_article(desk, '{MATCH}', article({given}), key='{key}', now=LATER, {more})"
      for given, key, more in (("-50", "new-article", ""), ("-50", "new-article", "everywhere=True"),
                               ("50", "k" * 9, ""),
                               ("-52", "k" * 9, ""), ("-52", "k" * 9, "sure=True"), ("-50", f"house-{MATCH}", ""))),
    f"code.retire_article(desk, '{MATCH}', 'T1', now=NOW); code.add_article(desk, '{MATCH}',"
    " article(-5), key='after-it', now=LATER)",
    f"code.retire_article(desk, '{MATCH}', 'T9', now=LATER)",
    "worked_out.show_ratings(desk, shown=False)", "worked_out.keep_unrated(desk, 5, unrated=True)",
    "worked_out.keep_unrated(desk, 99, unrated=True)",
    "director.set_pin(desk, '271828', str.upper)", "director.set_pin(desk, '1234', str.upper)",
    "director.set_pin(desk, '111111', str.upper)", "director.set_pin(desk, '2026', str.upper)",
    "director.start_session(desk, 'one', until='2026-11-21T19', now=NOW);"
    " director.start_session(desk, 'two', until='2026-11-23', now=LATER)",
    *(f"[director.try_pin(desk, lambda pin: False, who={who}, now=NOW) for at in range({times})];"
      f" director.try_pin(desk, lambda pin: True, who='a', now={when})"
      for who in ("'a'", "str(at)") for times in (4, 5, 30) for when in ("NOW", "LATER")),
    *(f"director.set_pin(desk, '271828', str.upper); [director.try_pin(desk, lambda pin: False, who='{who}',"
      f" now='{then}') for at in range(4)];"
      f" director.try_pin(desk, lambda pin: {right}, who={asks}, now='2026-11-21T18:15:00Z')"
      for who, then, right, asks in (
        ("a", "2026-11-21T18:00:00.000+00:00", True, "'a'"), ("a", "2026-11-21T18:00:00.001+00:00", False, "'a'"),
        ("a", "2026-11-21T19:00:00.000+00:00", True, "'a'"),
        ("machine", "2026-11-21T18:10:00.000+00:00", False, None))),
    "[director.try_pin(desk, lambda pin: False, who=str(at), now=NOW) for at in range(30)];"
    " director.try_pin(desk, lambda pin: True, who=None, now=NOW)",
    "director.start_session(desk, 'one', until='2026-11-21T18:00:00Z', now=NOW);"
    " director.start_session(desk, 'one', until='2027', now=NOW)",
    "director.start_session(desk, 'one', until=LATER, now=NOW); director.start_session(desk, 'two', until='2027',"
    " now=LATER)", "players.forget_player(desk, 17, 'Somebody', now=LATER, copies=False)",
    f"desk.ledger.drafts.save('{MATCH}', 9, body={{'begun': 'yes'}}, seen=0, device='x', now=NOW);"
    f" desk.ledger.drafts.save('{MATCH}', 9, body={{'a': '1'}}, seen=1, device='x', now=LATER)",
    "director.number_device(desk); director.number_device(desk)", "director.secret_key(desk)",
    "hearing.tell(desk, hearing.LastWords(NOW, {('e', 2): NOW}), NOW); hearing.tell(desk, hearing.LastWords(LATER,"
    " {('e', 3): LATER}), LATER)", "demo.begin(desk)",
    "desk.ledger.house_articles.save('P1', {'a': 1}, now=NOW, preset_id='club'); presets.drop_preset(desk, 'club')",
    "desk.ledger.house_articles.save('P1', {'a': 1}, now=NOW, preset_id='club'); desk.ledger.house_articles.save('P1',"
    " {'a': 2}, now=LATER, match_id='short')",
    f"evenings.put_away(desk, '{ALONE}', now=LATER)", f"evenings.take_back(desk, '{ALONE}')",
    "matches.put_away(desk, 'short', now=LATER)", "matches.take_back(desk, 'away')",
    "matches.open_rematch(desk, 'for-money', new_id='again', key='key-again', actor='x', now=LATER)",
    f"seasons.add_evenings(desk, SEASON, ['{KNOCKOUT}'], of_season(desk, 'key-of-season'))",
    *(f"seasons.add_evenings(desk, SEASON, {evenings}, of_season(desk, 'key-of-season'))"
      for evenings in (["night-03"], ["nowhere"], [])),
    "seasons.amend_season(desk, SEASON, {'best': 1}, of_season(desk, 'key-of-season'))",
    "seasons.amend_season(desk, SEASON, {'best': 0}, of_season(desk, 'key-of-season'))",
    f"desk.ledger.drafts.save('{MATCH}', 4, body={{'a': '1'}}, seen=None, device='x', now=LATER)",
    "desk.ledger.drafts.save('away', 2, body={'a': '1'}, seen=None, device='x', now=LATER)",
    *(f"desk.ledger.{drafts}.save(*{of}, body={{'a': '1'}}, seen={first}, device='x', now=NOW);"
      f" desk.ledger.{drafts}.save(*{of}, body={{'a': '2'}}, seen={seen}, device='{device}', now=LATER)"
      for drafts, of in (("drafts", (MATCH, 9)), ("evening_drafts", (NIGHT, 9)))
      for first, seen, device in ((0, 1, "y"), (0, 0, "y"), (0, 0, "x"), (None, None, "y"), (0, 2, "y"), (0, 5, "x"))),
    *(f"desk.ledger.{drafts}.save(*{of}, body={{}}, seen=0, device='x', now=NOW); desk.ledger.{drafts}.drop(*{of})"
      for drafts, of in (("drafts", (MATCH, 9)), ("evening_drafts", (NIGHT, 9)))),
    f"code.retire_article(desk, '{MATCH}', 'T1', now=NOW);"
    f" code.retire_article(desk, '{MATCH}', 'T1', now=LATER)",
    *(f"lowered('actions.club.seasons.MOST_EVENINGS', {most});"
      f" seasons.add_evenings(desk, SEASON, ['{KNOCKOUT}'], of_season(desk, 'key-of-season'))" for most in (2, 3)),
    *(f"lowered('actions.matches.code.MOST_ARTICLES', {most}); code.add_article(desk, '{MATCH}',"
      " article(-5), key='one-more', now=NOW)" for most in (1, 2)),
    *(f"lowered('actions.club.access.MOST_SESSIONS', {most}); director.start_session(desk, 'a', until='2027', now=NOW);"
      " director.start_session(desk, 'b', until='2026-12', now=NOW)" for most in (1, 2)),
    "[director.start_session(desk, each, until='2027', now=NOW) for each in 'ab']; director.end_session(desk, 'a')",
    "director.set_pin(desk, '271828', str.upper); director.forget_pin(desk)",
    *(f"presets.require_cards_left(desk, required={required})" for required in (True, False)),
    *(f"seasons.open_season(desk, {{**POINTS, {more}}}, {evenings}, season_id='{id_}', key='{key}', actor='x', now=NOW)"
      for more, evenings, id_, key in (
        ("'title': ' New  one '", [KNOCKOUT, "night-03"], "new", "k" * 9), ("'title': ''", [], "new", "k" * 9),
        ("'best': 2", ["nowhere"], "new", "k" * 9), ("'best': 2", [KNOCKOUT] * 2, "new", "k" * 9),
        ("'best': 2", [], SEASON, "k" * 9), ("'best': 2", [], "new", "open-winter"))),
    *(f"seasons.remove_evening(desk, SEASON, {number}, of_season(desk, 'key-of-season'), 'Why')" for number in (1, 9)),
    *(f"seasons.put_away(desk, {season}, now={moment})" for season, moment in (
        ("SEASON", "LATER"), ("'winter'", "None"), ("'none'", "LATER"))),
)  # fmt: skip
NAMES = {
    "hearing": hearing, "demo": demo, "director": director, "evenings": evenings, "code": code,
    "matches": matches, "players": players, "presets": presets, "worked_out": worked_out, "seasons": seasons,
    "sharing": sharing, "Stamp": Stamp, "NewLink": NewLink, "of_season": of_season, "POINTS": POINTS, "SEASON": SEASON,
    "NOW": NOW, "LATER": LATER, "article": lambda points: {"title": "New", "moment": "melding", "points": points},
}  # fmt: skip


def done_to(club: Path, copy: Path) -> Iterator[tuple[str, str]]:
    """Yield each act, with the reason if it was refused, and the rows that disappeared (-) or appeared (+)."""
    desk, before = None, list[str]()
    for act in ACTS:
        if desk is None:
            for left in copy.parent.glob(f"{copy.name}*"):
                left.unlink()
            desk = open_desk(shutil.copy(club, copy))
            before = _rows(desk.ledger.store)
        *ahead, last = act.split("; ")
        error, limits = "", ExitStack()
        restart(act)
        names = {**NAMES, "desk": desk, "lowered": partial(_lowered, limits)}
        try:
            with limits:
                for each in ahead:
                    eval(each, names)
                before = _rows(desk.ledger.store) if ahead else before
                eval(last, names)
        except (Refused, LedgerError, director.TooManyTries) as raised:
            error = f"{type(raised).__name__}: {raised}\n"
        after = _rows(desk.ledger.store)
        gone, new = (sorted(set(one) - set(other)) for one, other in ((before, after), (after, before)))
        yield act, error + "".join(f"{sign} {row}\n" for sign, rows in (("-", gone), ("+", new)) for row in rows)
        if ahead or gone or new:
            desk = desk.ledger.close()
    if desk is not None:
        desk.ledger.close()


def _lowered(limits: ExitStack, limit: str, most: int) -> None:
    """Lower a limit to this number for the length of an act."""
    limits.enter_context(patch(f"scorekeeper.{limit}", most))


def _rows(store: Any) -> list[str]:
    """Every row of the tables as text, without the tables of redactions, names and figures. Long values are cut."""
    return [
        f"{table} {' '.join('·' if value is None else str(value)[:90] for value in row)}"
        for table in TABLES if "redactions" not in table and "names" not in table and "figures" not in table
        for row in store.rows(f"SELECT * FROM {table}")
    ]  # fmt: skip
