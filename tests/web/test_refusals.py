"""Every refusal that has a sentence is answered by something that a person, a file or a command does."""

import io
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from html import unescape
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import contract
from scorekeeper.actions.club.access import set_pin
from scorekeeper.actions.club.players import rename_player, same_person
from scorekeeper.actions.desk import Desk, Stamp, open_desk
from scorekeeper.actions.evenings import opening as evenings
from scorekeeper.actions.evenings import results, rounds
from scorekeeper.actions.evenings.results import Slip, set_slips
from scorekeeper.actions.matches.code import MOST_ARTICLES, add_article, adopt_code
from scorekeeper.actions.matches.deals import DealSheet, amend_deal, record_deal, remove_last_deal
from scorekeeper.actions.matches.offences import offence
from scorekeeper.actions.matches.opening import NewMatch, close, open_match, problems, rename
from scorekeeper.actions.matches.rulings import Override, RulingCase, apply_ruling, tick_obligation, withdraw_ruling
from scorekeeper.actions.transfer import export, export_evening, export_match, import_any
from scorekeeper.cli.contract import read_requests
from scorekeeper.contract.rule import rule
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.values import replace
from scorekeeper.ledger.chain.books import SEASONS
from scorekeeper.paper.evenings import evening_sheet
from scorekeeper.words import words_for
from scorekeeper.words.refusals import REFUSALS
from tests.actions.evenings import NIGHT, NOW, agree, new_id, next_round, opened, play, published, stamp
from tests.actions.referee import FOUR
from tests.actions.test_seasons import SEASON, begun
from tests.ledgers import empty_ledger
from tests.totals import counted
from tests.web.tables import desk_of, post

_KEYS = count()
Cases = Iterator[tuple[str, Callable[[], object]]]


def asked(side: dict[str, Any], rules: str = "classic", **more: Any) -> dict[str, Any]:
    """A deal with this first side."""
    return {"rules": rules, "sides": [{"name": "A", **side}, {"name": "B"}], **more}


def melds(*listed: dict[str, Any], **side: Any) -> dict[str, Any]:
    return asked({"melds": list(listed), **side})


def seated(movement: str, *history: Any, entrants: Any = "ABCD", **options: Any) -> dict[str, Any]:
    """A question to `pair` after tables: the winner and the loser of each."""
    rounds = [
        {"round": number, "tables": [{"sides": [[a], [b]], **more} for a, b, more in tables]}
        for number, tables in enumerate(history, start=1)
    ]
    return {"movement": movement, "entrants": list(entrants), "history": rounds, "options": options}


WON: dict[str, Any] = {"winner": 0}
SEVENS = {"rank": "sequence", "cards": ["7", "8", "9"], "suit": "hearts"}
BANDS = {"kind": "bands", "bands": [[100, 10, 10], [100, 11, 9], [None, 20, 0]]}
RESULT = {"round": 1, "sides": [{"entrants": ["A"]}, {"entrants": ["B"]}]}
#: What is asked of the contract.
ASKED: list[tuple[str, Callable[..., Any], Any]] = [
    ("unknown_rule_set", contract.score, {"rules": "whist"}),
    ("unknown_format", contract.score, asked({}, format="seven")),
    ("unknown_option", contract.score, asked({}, options={"tea": 1})),
    ("unknown_key", contract.score, asked({"tea": 1})),
    ("missing", contract.score, {"rules": "classic"}),
    ("not_an_object", contract.score, 5),
    ("not_a_list", contract.score, {"rules": "classic", "sides": {}}),
    ("not_text", contract.score, asked({"name": 7})),
    ("not_one_of", contract.score, melds({"rank": "k"})),
    ("not_a_whole_number", contract.score, asked({"score": 1.5})),
    ("not_true_or_false", contract.score, asked({"out": {"concealed": 1}})),
    ("out_of_range", contract.score, asked({"red_threes": -1})),
    ("too_long", contract.score, asked({"name": "x" * 61})),
    ("not_on_one_line", contract.score, asked({"name": "A\0"})),
    ("wrong_number", contract.score, {"rules": "classic", "sides": []}),
    ("name_twice", contract.score, asked({"name": "B"})),
    ("means_a_draw", contract.score, asked({"name": "draw"})),
    ("one_or_the_other", contract.score, melds({"rank": "K", "naturals": 3}, counted={})),
    ("only_in_sequence", contract.score, melds({"rank": "K", "suit": "hearts"})),
    ("no_naturals_in_wild_meld", contract.score, melds({"rank": "wild", "naturals": 1})),
    ("naturals_are_the_cards", contract.score, melds({"rank": "sequence", "cards": ["7", "8"], "naturals": 3})),
    ("contradicts", contract.score, asked({"out": {"took_pile": False, "first_pile": True}})),
    ("out_with_cards_in_every_hand", contract.score, asked({"out": {}, "hands": [{"K": 1}, {"4": 1}]})),
    ("two_sides_out", contract.score, {"rules": "classic", "sides": [{"out": {}}, {"name": "B", "out": {}}]}),
    ("too_many_of_a_kind", contract.score, melds({"rank": "K", "naturals": 9})),
    ("too_many_of_a_suit", contract.score, asked({"melds": [SEVENS] * 4}, "samba")),
    ("only_beside", contract.score, asked({"feet_not_begun": 2}, "hand-and-foot")),
    ("more_than_the_pack", contract.score, asked({"counted": {"points": 1_305}})),
    ("more_than_the_pack_together", contract.score, asked({"counted": {"points": 600}, "hand_points": 590})),
    ("no_such_offence", rule, {"code": "hungarian", "article": "HU-17", "rules": "classic"}),
    ("nobody_absent", contract.rank, {"scoring": "sum", "entrants": ["A", "B"], "results": [RESULT | {
        "kind": "walk_over"}]}),
    ("not_rising", contract.rank, {"scoring": BANDS, "entrants": ["A"], "results": []}),
    ("there_twice", contract.pair, seated("danish", entrants="ABA")),
    ("too_few_entrants", contract.pair, seated("danish", entrants="A")),
    ("too_few_tables", contract.pair, seated("mitchell", tables=[1])),
    ("no_more_rounds", contract.pair, seated("mitchell", *[[("A", "C", {}), ("B", "D", {})]] * 2)),
    ("not_this_bracket", contract.pair, seated("knockout", [("A", "B", WON), ("C", "D", WON)])),
    ("no_winner", contract.pair, seated("knockout", [("A", "D", {}), ("B", "C", WON)])),
]  # fmt: skip
LINES = {"not_json": b"tea", "key_twice": b'{"a": 1, "a": 2}', "too_large": b"[" * 100_000}


def says(key: str, message: str) -> bool:
    """Is this the sentence of the key, with whatever values?"""
    return bool(re.search(re.sub(r"%\\\(\w+\\\)s", ".*", re.escape(REFUSALS[key])), message, re.DOTALL))


def at(desk: Desk, match_id: str) -> Stamp:
    return Stamp(desk.ledger.version(match_id), f"key-{next(_KEYS):06}", "test", NOW)


def now(desk: Desk) -> Stamp:
    return stamp(desk, f"key-{next(_KEYS):06}")


def of_matches(desk: Desk) -> Cases:
    def ruled(article: str, deal: int, override: Override | None = None, **answers: Any) -> object:
        decision = RulingCase(article, deal, 0, answers, override=override)
        return apply_ruling(desk, "m", decision, at(desk, "m"), ruling_id=f"ruling-{next(_KEYS)}")

    def recorded(number: int) -> object:
        return record_deal(desk, "m", DealSheet({"sides": [counted(500), counted(300)]}), at(desk, "m"), number=number)

    annuls = {"when": "after_deal", "annulment_requested": True}
    for match_id, rules in (("m", "romanian"), ("plain", "classic")):
        open_match(
            desk, NewMatch(rules, "four", FOUR), match_id=match_id, key=f"open-the-{match_id}", actor="t", now=NOW
        )
    setup, plain = desk.load("m").state.setup, desk.load("plain").state.setup
    yield "no_deal_for_it", lambda: ruled("RO-01", 1, **annuls)
    recorded(1), recorded(2)
    yield "not_the_next_deal", lambda: recorded(9)
    yield "no_such_deal", lambda: amend_deal(desk, "m", 9, DealSheet({"sides": []}), "so", at(desk, "m"))
    yield "not_the_last_deal", lambda: remove_last_deal(desk, "m", 1, "so", at(desk, "m"))
    yield "not_a_deal_for_it", lambda: ruled("RO-01", 9, **annuls)
    yield "gives_points", lambda: ruled("RO-10", 2, Override(50, 0, "so"), count=1)
    yield "not_in_fives", lambda: ruled("RO-10", 2, Override(-51, 0, "so"), count=1)
    yield "unknown_article", lambda: offence(desk, "m", setup.rules, "XX-01")
    yield "no_penalty_code", lambda: offence(desk, "plain", plain.rules, "RO-01")
    yield "no_such_ruling", lambda: withdraw_ruling(desk, "m", "none", "", at(desk, "m"))
    ruled("RO-01", 3, **annuls | {"when": "during_deal"})
    recorded(4)
    annulled = desk.load("m").state.rulings[0].id
    yield "later_deals_were_played", lambda: withdraw_ruling(desk, "m", annulled, "so", at(desk, "m"))
    yield "not_an_open_obligation", lambda: tick_obligation(desk, "m", annulled, 9, at(desk, "m"))
    yield "code_in_force", lambda: adopt_code(desk, "m", "romanian", 5, at(desk, "m"))
    yield "not_a_deal_to_begin", lambda: adopt_code(desk, "m", "hungarian", 9, at(desk, "m"))
    ilona = desk.ledger.players.find("Ilona")
    other = desk.ledger.players.remember("Ilonka", now=NOW)
    assert ilona
    yield "name_taken", lambda: rename_player(desk, ilona.id, "Jana", now=NOW)
    yield "missing_name", lambda: rename_player(desk, ilona.id, " ", now=NOW)
    yield "nobody_called_so", lambda: same_person(desk, ilona.id, "Nobody", actor="t", now=NOW)
    yield "played_together", lambda: same_person(desk, ilona.id, "Jana", actor="t", now=NOW)
    same_person(desk, other.id, "Ilona", actor="t", now=NOW)
    yield "already_one_person", lambda: same_person(desk, ilona.id, "Ilonka", actor="t", now=NOW)
    yield "not_a_currency", lambda: refuse(*problems(NewMatch("classic", "four", FOUR, currency="euro")))
    yield "not_a_pin", lambda: set_pin(desk, "12345", str)
    yield "pin_too_easy", lambda: set_pin(desk, "123456", str)
    article = {"title": "Late", "moment": "deal", "points": -50}
    for number in range(MOST_ARTICLES):
        add_article(desk, "m", article, key=f"article-{number}", now=NOW)
    yield "too_many_articles", lambda: add_article(desk, "m", article, key="one-too-many", now=NOW)
    close(desk, "m", "time", at(desk, "m"))
    yield "match_is_over", lambda: recorded(5)


def refuse(*mistakes: Refused) -> None:
    for each in mistakes:
        raise each


def of_files(desk: Desk, other: Desk) -> Cases:
    """Of files that somebody wrote: the match of before, an evening and a season."""
    match, evening, season = export_match(desk, "m"), export_evening(desk, NIGHT), export(desk, SEASONS, SEASON)
    del match["check"], match["sides"]

    def changed(index: int, **more: Any) -> Callable[[], object]:
        made = deepcopy(match)
        made["entries"][index] |= more
        return lambda: import_any(other, made)

    deal = match["entries"][1]["payload"]
    yield "not_of_the_exported_form", lambda: import_any(other, {})
    yield "not_a_moment", changed(0, recorded_at="today")
    yield "not_then", changed(1, deal=9, payload=deal | {"deal": 9})
    yield "another_result", changed(1, payload=deal | {"result": []})
    for key, whole in (("match", match), ("evening", evening), ("season", season)):
        forged = deepcopy(whole)
        forged["entries"][0]["actor"] = "somebody else"
        del forged["entries"][1:]
        yield f"another_{key}_has_this_id", lambda forged=forged: import_any(desk, forged)  # type: ignore[misc]


def of_evenings(desk: Desk) -> Cases:
    def sheet(kind: str) -> object:
        return evening_sheet(desk, NIGHT, kind, words_for("en"))

    def confirmed(*totals: int, round_: int = 1, table: int = 1) -> object:
        told = {"totals": totals, "match_version": 1}
        return results.confirm(desk, NIGHT, round_, table, 0, now(desk), **told)

    def publish(**more: Any) -> object:
        new = next_round(desk)
        return rounds.publish(desk, NIGHT, new if not more else type(new)(1, new.tables), now(desk), new_id=new_id)

    yield "movement_not_of_format", lambda: opened(desk, "other", movement="individual")
    opened(desk, movement="danish")
    yield "no_round_published", lambda: sheet("by-table")
    evenings.set_status(desk, NIGHT, "1", "absent", now(desk), round_=1)
    absent = replace(next_round(desk).tables[0], sides=(("1",), ("2",)))
    yield (
        "entrant_not_present",
        lambda: rounds.publish(desk, NIGHT, rounds.NewRound(1, (absent,)), now(desk), new_id=new_id),
    )
    evenings.set_status(desk, NIGHT, "1", "present", now(desk), round_=1)
    one, two = published(desk)
    yield "no_round_closed", lambda: sheet("standings")
    yield "not_known_ahead", lambda: sheet("guides")
    yield "round_not_closed", publish
    yield "tables_without_result", lambda: rounds.close_round(desk, NIGHT, 1, now(desk))
    yield "match_not_over", lambda: confirmed(0, 0)
    yield "missing_reason", lambda: rounds.play_again(desk, NIGHT, 1, [1], " ", now(desk))
    yield "done_already", lambda: results.answer_call(desk, NIGHT, 1, 1, now(desk))
    yield "seated_by_evening", lambda: rename(desk, one.match, "Mine", at(desk, one.match))
    yield "slip_changed", lambda: set_slips(desk, NIGHT, 1, [Slip(1, (5, 0), saw=(0, 0))], now(desk))
    play(desk, one.match, (500, 400))
    yield "round_has_deals", lambda: publish(again=True)
    yield "other_totals", lambda: confirmed(500, 300)
    results.dispute(desk, NIGHT, 1, 1, 0, "no", now(desk))
    yield "table_is_disputed", lambda: results.answer_call(desk, NIGHT, 1, 1, now(desk))
    for _ in range(results.MOST_CALLS - 1):
        results.dispute(desk, NIGHT, 1, 1, 0, "no", now(desk))
    yield "too_many_calls", lambda: results.dispute(desk, NIGHT, 1, 1, 0, "no", now(desk))
    yield (
        "own_table_twice",
        lambda: [evenings.change_entrant(desk, NIGHT, entrant, {"fixed_table": 2}, now(desk)) for entrant in "12"],
    )
    agree(desk, 1, 1)
    results.set_result(desk, NIGHT, 1, two.number, "void", now(desk), reason="so")
    rounds.close_round(desk, NIGHT, 1, now(desk))
    yield "round_is_closed", lambda: confirmed(500, 400)
    published(desk)
    rounds.reopen_round(desk, NIGHT, 1, "so", now(desk))
    yield "another_round_is_played", lambda: confirmed(500, 400)
    rounds.close_round(desk, NIGHT, 1, now(desk))
    for number in (1, 2):
        results.set_result(desk, NIGHT, 2, number, "void", now(desk), reason="so")
    rounds.close_round(desk, NIGHT, 2, now(desk))
    evenings.finish(desk, NIGHT, now(desk))
    begun(desk, NIGHT)
    yield "evening_is_finished", publish


def of_a_knock_out(desk: Desk) -> Cases:
    opened(desk, movement="knockout")
    one, two = published(desk)
    level = [{"score": 900}, {"score": 900}]
    yield "who_goes_on", lambda: results.set_result(desk, NIGHT, 1, 1, "played", now(desk), sides=level)
    play(desk, one.match, (500, 500))
    agree(desk, 1, 1)
    results.set_result(desk, NIGHT, 1, two.number, "walk_over", now(desk), sides=[{}, {"absent": True}])
    yield "tables_without_winner", lambda: rounds.close_round(desk, NIGHT, 1, now(desk))


PAIRS = "A & B\nC & D\nE & F\nG & H"
#: Forms of pages: the page, its address, and what is typed.
FORMS: list[tuple[str, str, str, dict[str, str]]] = [
    ("missing_minutes", "/evenings/new", "/evenings", {"names": PAIRS, "deals": "time"}),
    ("not_tables", "/evenings/new", "/evenings", {"names": PAIRS, "tables": "one"}),
    ("scoring_of_two_sides", "/evenings/new", "/evenings",
     {"names": "\n".join("ABCDEFGHI"), "rules": "hungarian", "format": "three"}),
    ("missing_title", "/seasons/new", "/seasons", {"title": " "}),
    ("warning_takes_nothing", f"/evenings/{NIGHT}/penalties?entrant=1", f"/evenings/{NIGHT}/penalties",
     {"entrant": "1", "kind": "warning", "points": "2", "reason": "late"}),
]  # fmt: skip


def test_every_refusal_is_answered_by_something(app: Flask, client: FlaskClient, tmp_path: Path) -> None:
    answered = {key for key, ask, request in ASKED if says(key, ask(request)["error"]["message"])}
    assert [key for key, *_ in ASKED if key not in answered] == []
    for key, line in LINES.items():
        (found,) = read_requests(io.BytesIO(line))
        assert (isinstance(found, Refused), getattr(found, "key", "")) == (True, key)
        answered.add(key)
    other, knock_out = (open_desk(empty_ledger(tmp_path / name)) for name in ("other.db", "knock_out.db"))
    desk = desk_of(app)
    with other.ledger, knock_out.ledger:
        for cases in (of_matches(desk), of_evenings(desk), of_files(desk, other), of_a_knock_out(knock_out)):
            for key, act in cases:
                with pytest.raises(Refused) as refused:
                    assert not act(), key
                assert refused.value.key == key
                answered.add(key)
    evenings.reopen(desk, NIGHT, "so", now(desk))
    for key, page, address, typed in FORMS:
        answer = post(client, address, {"key": f"key-of-{key}", **typed}, page)
        assert (answer.status_code, says(key, unescape(answer.text))) == (422, True), key
        answered.add(key)
    assert set(REFUSALS) - answered == set()
