"""Write the fixture of a release: in a checkout of that release, `python -m tests.releases.write` makes a folder here,
named after its version.

The folder has a database, and a file with all figures that the release shows for it. The database has matches of every
rule set in every format, under many options and all codes. It has deals that were amended, annulled and dealt again,
rulings of every kind, and an evening with its season. `test_releases.py` opens each folder with today's program.
"""

import gzip
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from scorekeeper.actions import demo
from scorekeeper.actions.club.house_rules import save_preset
from scorekeeper.actions.club.seasons import open_season
from scorekeeper.actions.club.sharing import make_link
from scorekeeper.actions.club.worked_out import results_now
from scorekeeper.actions.demo import deal_body
from scorekeeper.actions.desk import Desk, Stamp, open_desk
from scorekeeper.actions.evenings.opening import finish
from scorekeeper.actions.evenings.rounds import close_round
from scorekeeper.actions.matches.code import add_article
from scorekeeper.actions.matches.deals import DealSheet, amend_deal, keep_recount, record_deal, remove_last_deal
from scorekeeper.actions.matches.offences import offence
from scorekeeper.actions.matches.opening import NewMatch, open_match, open_rematch, pause, rename
from scorekeeper.actions.matches.rulings import (
    Override,
    RulingCase,
    apply_ruling,
    deals_for,
    rule,
    tick_obligation,
    withdraw_ruling,
)
from scorekeeper.engine.matches.entries import Recount
from scorekeeper.engine.matches.match import State
from scorekeeper.engine.penalties.rulings import Ask
from scorekeeper.rulebook.codes import codes
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.rulebook.options import Option
from tests.actions.referee import leaves
from tests.releases.figures import figures

NOW = "2026-11-21T19:00:00.000+00:00"
PLAYERS = ("Ilona", "Jana", "Mihai", "Tõnu", "Eszter", "Karel")
HERE = Path(__file__).parent
DATABASE, FIGURES = "ledger.db.gz", "figures.json.gz"

Json = dict[str, Any]


def main() -> None:
    """Write the folder of the release that is running."""
    folder = HERE / (sys.argv[1] if len(sys.argv) > 1 else version("canasta-scorekeeper"))
    folder.mkdir()
    with TemporaryDirectory() as scratch:
        file = Path(scratch) / "scorekeeper.db"
        desk = open_desk(file)
        play_everything(desk)
        shown = {row.id: figures(desk, row.id) for row in desk.ledger.matches.page(limit=500)}
        shown |= {f"evening {row.id}": results_now(desk, row.id) for row in desk.ledger.evenings.every()}
        desk.ledger.close()
        (folder / DATABASE).write_bytes(gzip.compress(file.read_bytes(), mtime=0))
    lines = (f"{json.dumps(id_)}: {json.dumps(shown[id_], ensure_ascii=False)}" for id_ in sorted(shown))
    (folder / FIGURES).write_bytes(gzip.compress(("{\n" + ",\n".join(lines) + "\n}\n").encode(), mtime=0))


def play_everything(desk: Desk) -> None:
    """Play every match of the fixture."""
    for rules in rulebook().rule_sets:
        play_rule_set(desk, rules)
    for code in (code for code in codes().values() if code.articles):
        for place, article in enumerate(code.articles):
            _ruled(desk, f"ruled-{article.id}", code.id, article.id, place)
    _overridden(desk)
    play_changes(desk)
    play_evening(desk)


def play_rule_set(desk: Desk, rules: str) -> None:
    """Play a rule set in every format, under many options, and under every code."""
    book = rulebook()
    formats = book.rule_sets[rules].formats
    for format_ in formats:
        _played(desk, f"{rules}-{format_}", rules, format_, {})
    for place in (1, 2):
        options = {option.id: _another(option, rules, place) for option in book.options_of(rules)}
        _played(desk, f"{rules}-options-{place}", rules, formats[0], options)
    for code in ("none", *(code.id for code in codes().values() if code.articles)):
        _played(desk, f"{rules}-code-{code}", rules, formats[0], {"penalty-code": code})


def _played(desk: Desk, match_id: str, rules: str, format_: str, options: Mapping[str, Any]) -> None:
    """Play deals by cards, by counts and by totals, one of them with irregularities. Then apply a ruling for each path
    through one article, unless the match is over or has no code."""
    _open(desk, match_id, rules, format_, options)
    random = Random(match_id)
    for make in (_by_cards, _by_counts, _irregular, _by_cards):
        state = desk.load(match_id).state
        if state.over:
            return
        _record(desk, match_id, make(random, state))
    state = desk.load(match_id).state
    if state.setup.rules.code.id != "none" and not state.over:
        rules = state.setup.rules
        of_opening, of_melds = {"hungarian": ("HU-03", "HU-10"), "romanian": ("RO-08", "RO-09")}[rules.code.id]
        article = of_opening if any(minimum for _, minimum in rules.opening.brackets) else of_melds
        ways = list(leaves(offence(desk, match_id, state.setup.rules, article).article, state))
        for at, answers in enumerate(ways):
            _rule(desk, match_id, article, at % len(state.standings), answers)


def _open(desk: Desk, match_id: str, rules: str, format_: str, options: Mapping[str, Any]) -> None:
    book = rulebook()
    count = book.formats[format_].table["players"]
    new = NewMatch(rules, format_, PLAYERS[:count], options, first_dealer=len(match_id) % count, title=match_id)
    open_match(desk, new, match_id=match_id, key=f"open-{match_id}"[:64], actor="release", now=NOW)


def _record(desk: Desk, match_id: str, body: Json) -> None:
    state = desk.load(match_id).state
    sheet = DealSheet(body, entered_as=[_way(side) for side in body["sides"]], agreed=True)
    stamp = _stamp(desk, match_id)
    record_deal(desk, match_id, sheet, stamp, number=state.next_deal)


def _way(side: Json) -> str:
    return "cards" if "counted" not in side else "totals" if "points" in side["counted"] else "counts"


def _stamp(desk: Desk, match_id: str) -> Stamp:
    seen = desk.ledger.matches.version(match_id)
    return Stamp(seen, f"after-{seen:04}-{match_id}"[:64], "release", NOW)


def _by_cards(random: Random, state: State) -> Json:
    return deal_body(random, state)


def _by_counts(random: Random, state: State) -> Json:
    """A deal whose first side is counted by classes of cards, and whose other sides are entered by totals."""
    body = deal_body(random, state)
    for place, side in enumerate(body["sides"]):
        del side["melds"]
        canastas = {"natural": random.randint(0, 2), "mixed": random.randint(0, 2)}
        usual = {"jokers": 1, "twenties": 4, "tens": 12, "fives": 6}
        classes = {name: usual.get(name, 2) for name in state.setup.rules.classes}
        side["counted"] = {"canastas": canastas, **(classes if place == 0 else {"points": 5 * random.randint(20, 90)})}
        if "hands" in side and place:
            del side["hands"]
            side["hand_points"] = 0 if "out" in side else 5 * random.randint(0, 30)
    return body


def _irregular(random: Random, state: State) -> Json:
    """A deal with red threes in hands, a meld with too many wild cards, and black threes laid when going out. Whether
    the player goes out in the first round is left to chance."""
    table = state.setup.rules.table
    closer = {
        "melds": [
            {"rank": "K", "naturals": 4, "jokers": 1, "twos": 3},
            {"rank": "Q", "naturals": 7},
            {"rank": "3", "naturals": 3},
        ],
        "out": random.choice([{"concealed": True}, {"first_pile": True}, {"took_pile": True}, {}]),
    }
    others = [{"melds": [{"rank": "9", "naturals": 4, "twos": 1}]}, {"melds": []}]
    sides = [closer, *others[: table.sides - 1]]
    laid, hands = [1, 1, 0], [{"A": 1, "4": 2}, {"red3": 1, "5": 1}, {"K": 1}]
    if table.alliances:
        names = [side.name for side in state.setup.sides]
        teams = [names[:1], names[1:]]
        members = [[_member(name, *found) for name, *found in zip(team, laid, hands, strict=False)] for team in teams]
        del members[0][0]["hand"]
        return {"sides": [{**side, "members": found} for side, found in zip(sides, members, strict=False)]}
    if not state.setup.rules.threes:
        hands[1] = {"3": 1, "5": 1}
    for place, side in enumerate(sides):
        side["hands"] = [{} if place == 0 and at == 0 else hands[(place + at) % 3] for at in range(table.hands)]
        if state.setup.rules.threes:
            side["red_threes"] = laid[place]
    return {"sides": sides, "first_round_out": random.choice([True, False])}


def _member(name: str, red_threes: int, hand: Json) -> Json:
    return {"name": name, "red_threes": red_threes, "hand": hand}


def _another(option: Option, rules: str, place: int) -> Any:
    """A value of an option, mostly not its first one; `place` 1 and 2 give different values if there are enough."""
    if option.type == "decimal":
        return ("0.25", "12")[place - 1]
    if option.type == "number":
        low, high, step = (option.range[key] for key in ("min", "max", "step"))
        return low + (high - low) * place // 3 // step * step
    allowed = option.allowed(rules)
    return allowed[place % len(allowed)]


def _rule(
    desk: Desk, match_id: str, article: str, side: int, answers: Mapping[str, Any], override: Override | None = None
) -> str | None:
    """Apply a ruling to the first deal that it can be applied to. Returns its id, or None if there is no such deal."""
    state = desk.load(match_id).state
    ruling = rule(desk, match_id, RulingCase(article, state.next_deal, side, answers))
    assert not isinstance(ruling, Ask)
    deals = deals_for(ruling.outcomes, state)
    if not deals:
        return None
    player = state.setup.sides[side].players[0]
    decision = RulingCase(article, deals[0], side, answers, player=player, override=override)
    id_ = f"ruling-{desk.ledger.matches.version(match_id):03}"
    apply_ruling(desk, match_id, decision, _stamp(desk, match_id), ruling_id=id_)
    return id_


HELD = {
    "sides": [
        {"melds": [{"rank": "K", "naturals": 7}], "red_threes": 1, "hands": [{}, {"A": 1}], "out": {}},
        {"melds": [{"rank": "9", "naturals": 3, "jokers": 2, "twos": 2}], "hands": [{"red3": 2, "4": 1}]},
    ]
}


def _ruled(desk: Desk, match_id: str, code: str, article: str, place: int) -> None:
    """Play a match with the deal `HELD`, and apply a ruling for each path through the article. Some rulings are
    withdrawn."""
    _open(desk, match_id, code, "four", {})
    _record(desk, match_id, HELD)
    state = desk.load(match_id).state
    ways = list(leaves(offence(desk, match_id, state.setup.rules, article).article, state))
    for at, answers in enumerate(ways):
        given = _rule(desk, match_id, article, 1, answers)
        if given and (at + place) % 3 == 1:
            withdraw_ruling(desk, match_id, given, "Seen wrong", _stamp(desk, match_id))
    for each in desk.load(match_id).state.obligations[:1]:
        tick_obligation(desk, match_id, each.ruling.id, each.index, _stamp(desk, match_id))
    if not desk.load(match_id).state.over:
        _record(desk, match_id, HELD)


#: The director's overrides by code, as (article, answers, points, raise of the opening minimum). Some concern cards
#: that the deal shows.
OVERRIDES: Mapping[str, Sequence[tuple[str, Json, int, int]]] = {
    "hungarian": [
        ("HU-09", {"earlier_player_closed_in_first_round": False, "count": 2}, -500, 0),
        ("HU-10", {"naturals": 3, "jokers": 2, "twos": 2}, 0, 0),
        ("HU-05", {"before_partners_turn": True}, -50, 20),
    ],
    "romanian": [
        ("RO-10", {"count": 2}, -100, 0),
        ("RO-09", {"can_place_elsewhere": True, "wants_to_keep": True}, 0, 0),
    ],
}


def _overridden(desk: Desk) -> None:
    for code, cases in OVERRIDES.items():
        for at, (article, answers, points, more) in enumerate(cases):
            match_id = f"overridden-{code}-{at}"
            _open(desk, match_id, code, "four", {})
            _rule(desk, match_id, article, 1, answers, Override(points, more, "The table had agreed so"))
            _record(desk, match_id, HELD)


def play_changes(desk: Desk) -> None:
    """Play deals that are amended, removed, annulled and dealt again; add recounts, a house article, a rematch, links
    and drafts."""
    match_id = "changed"
    _open(desk, match_id, "romanian", "four", {})
    random = Random(match_id)
    for body in islice(_bodies(desk, match_id, random), 3):
        _record(desk, match_id, body)
    amend_deal(desk, match_id, 1, DealSheet(HELD, ["cards", "cards"]), "Miscounted", _stamp(desk, match_id))
    remove_last_deal(desk, match_id, 3, "Saved too early", _stamp(desk, match_id))
    _rule(desk, match_id, "RO-01", 0, {"when": "during_deal", "annulment_requested": True})
    _rule(desk, match_id, "RO-02", 1, {"exposed_to_team": 2, "picked_up": False, "declares_misdeal": True})
    keep_recount(desk, match_id, Recount(1, 0, 700, 650), _stamp(desk, match_id))
    fields = {
        "title": "Cards on the floor",
        "moment": "deal",
        "points": -25,
        "opening_raise": 5,
        "obligation": "Sweep.",
    }
    number = add_article(desk, match_id, fields, key="floor-of-the-club", now=NOW).id.split(":")[-1]
    _rule(desk, match_id, number, 1, {})
    _record(desk, match_id, next(_bodies(desk, match_id, random)))
    rename(desk, match_id, "Friday, changed", _stamp(desk, match_id))
    pause(desk, match_id, _stamp(desk, match_id))
    desk.ledger.drafts.save(match_id, 5, body={"s0-red": "2"}, seen=0, device="tablet", now=NOW)
    make_link(desk, match_id, "watch", share_id="watching", token="a-token-to-watch", now=NOW)
    make_link(desk, None, "edit", share_id="keeping", token="a-token-to-keep", now=NOW)
    save_preset(desk, "Friday", rules="romanian", format_="four", options={"deck": "162"}, id_="friday", now=NOW)
    open_rematch(desk, match_id, new_id="changed-again", key="rematch-of-changed", actor="release", now=NOW)


def play_evening(desk: Desk) -> None:
    """Play an evening of four tables and two rounds, and a season with it."""
    evening, random = "friday", Random("friday")
    demo.open_demo_evening(desk, evening, tables=4, rounds=2, seed=7, now=NOW, rules="hungarian")
    for number in (1, 2):
        for table in demo.published(desk, evening, NOW):
            demo.play(desk, table.match, random, demo.DEALS, NOW)
            demo.agree(desk, evening, number, table, NOW)
        close_round(desk, evening, number, demo.stamp(desk, evening, NOW))
    finish(desk, evening, demo.stamp(desk, evening, NOW))
    settings = {"title": "Autumn", "points": {"by": "points"}, "seed": "7"}
    open_season(desk, settings, [evening], season_id="autumn", key="open-autumn", actor="release", now=NOW)


def _bodies(desk: Desk, match_id: str, random: Random) -> Iterator[Json]:
    while True:
        yield deal_body(random, desk.load(match_id).state)


if __name__ == "__main__":
    main()
