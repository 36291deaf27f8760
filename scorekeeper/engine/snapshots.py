"""The rule set that a match freezes when it is opened, read back by the version it was written in.

A release that adds, moves or removes a value adds a step to `LIFTS`. A match keeps the figures it had: a step gives a
key that did not exist the value that the game had then.
"""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from scorekeeper.engine.rules import RuleSet, from_plain, to_plain

Plain = dict[str, Any]


def _lift_to_2(plain: Plain) -> Plain:
    """0.1.0 passed the deal from player to player, took what was written as two melds for two, dropped a ruling about
    cards that the score charged by itself, kept the fines of a deal that was dealt again, and let partners of the
    cutthroat game share one another's; the end of the stock it told of every format alike."""
    melds = {**plain["melds"], "ranks_join": False}
    table = {**plain["table"], "deals_by": "players"}
    pile = {**plain["pile"], "deal_ends_with_stock": False}
    code = {"rulings_first": False, "redeal_voids_fines": False, "partners_share_fines": True}
    return {**plain, "melds": melds, "table": table, "pile": pile, "code": {**plain["code"], **code}}


def _lift_to_3(plain: Plain) -> Plain:
    """Versions 1 and 2 had a field for each value; what was of one kind with others became rows."""
    cards, melds, canastas = plain["cards"], plain["melds"], plain["canastas"]
    threes, out, fines = plain["red_threes"], plain["going_out"], plain["fines"]
    opening, minus = plain["opening"], canastas["none_turns_all_minus"]
    again = "after_canasta" if melds["second_of_rank"] else "never"
    most = canastas["size"] if canastas["exactly"] else None
    of_any = {"cards": melds["min_cards"], "naturals": melds["min_naturals"], "wilds": melds["max_wilds"]}
    of_rank = {**of_any, "again": again, "share": melds["wilds_to_naturals"]}
    size, each = [canastas["size"]], threes["each"]
    apart = {"played": canastas["aces_apart"]}
    wild = {"of": ["wild"], "cards": size, "like": "wild"}
    without = {"minus": -1, "zero": 0}[threes["without"]]
    above = opening["canasta_above"]
    return {
        **plain,
        "cards": [
            _card("joker", ["joker"], cards["joker"], "jokers"),
            _card("two", ["2"], cards["two"], "twenties"),
            _card("ace", ["A"], cards["ace"], "twenties"),
            _card("high", ["K", "Q", "J", "10", "9", "8"], cards["high"], "tens"),
            _card("low", ["7", "6", "5", "4"], cards["low"], "fives"),
            {**_card("black_three", ["3"], cards["black_three"], "fives"), "in_hand": cards["black_three_in_hand"]},
        ],
        "melds": [
            {
                "key": "rank",
                "of": "rank",
                "joins": melds["ranks_join"],
                "most": most,
                **of_rank,
                "wilds_on_canasta": melds["max_wilds_on_canasta"],
            },
            {"key": "wild", "of": "wild", "played": melds["wild_melds"], "most": most, "again": again},
            {
                "key": "sequence",
                "of": "sequence",
                "played": melds["sequences"],
                **of_rank,
                "again": "always",
                "ranks": ["4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"],
            },
            {
                "key": "black_threes",
                "of": "black_threes",
                **of_any,
                "again": again,
                "going_out": True,
                "cards": melds["black_threes_min"],
                "most": melds["black_threes_max"],
                "pure": not melds["black_threes_with_wilds"],
            },
        ],
        "canastas": [
            _ace("natural", size, [0, 0], canastas["natural_aces"]) | apart,
            _ace("mixed", size, [1], canastas["mixed_aces"]) | apart,
            {"key": "natural", "cards": size, "wilds": [0, 0], "bonus": canastas["natural"]},
            {"key": "mixed", "cards": size, "wilds": [1], "bonus": canastas["mixed"]},
            {"key": "wild_jokers", **wild, "jokers": [4], "bonus": canastas["wild_four_jokers"]},
            {"key": "wild_twos", **wild, "jokers": [0, 0], "bonus": canastas["wild_twos"]},
            {"key": "wild", "of": ["wild"], "cards": size, "bonus": canastas["wild"]},
        ],
        "threes": [
            {
                "key": "red",
                "each": each,
                "ladder": [each, 2 * each, 3 * each, threes["all_four"]],
                "lost": "ladder" if threes["lost_four_doubles"] else "each",
                "in_hand": threes["in_hand"],
                "first_round_excuses": threes["first_round_excuses"],
            }
        ],
        "signs": [
            {"key": "melded", "by": "canasta", "steps": [[0, -1], [1, 1]] if minus else [[0, 1]]},
            {"key": "red", "by": threes["needs"], "steps": [[0, without], [1, 1]]},
        ],
        "unfinished": [
            {"key": "wild", "of": "wild", "fine": fines["unfinished_wild_meld"], "line": "penalties", "counted": False}
        ],
        "held": [],
        "needs": [{"key": "any", "count": out["canastas"]}],
        "going_out": {**out, "nothing_unfinished": False, "unpaid": False},
        "second_hand": {"of": "none", "to_go_out": "none", "never_taken": 0},
        "special_hands": [],
        "deal_bonuses": [],
        "opening": {**opening, "by": "score", "opens_alone": []},
        "canasta_openings": [{"key": "above", "since": above, "beyond": True}],
        "fines": {**fines, "excess_wilds_complete": canastas["excess_wilds_complete"]},
        "end": {**plain["end"], "deals": None},
        "pile": {**plain["pile"], "asked": True, "not_to_open": False},
        "code": {**plain["code"], "title": None},
    }


def _card(key: str, kinds: list[str], points: int, counted: str) -> Plain:
    return {"key": key, "kinds": kinds, "points": points, "counted": counted}


def _ace(kind: str, size: list[int], wilds: list[int], bonus: int) -> Plain:
    return {"key": f"{kind}_aces", "ranks": ["A"], "cards": size, "wilds": wilds, "bonus": bonus, "like": kind}


def _lift_to_4(plain: Plain) -> Plain:
    """Version 3 did not say where the pile is taken without any condition: where each side has a second hand. It left
    no choice about a player who asked and cannot go out, and about laying while sitting out a draw. That nobody melds
    before everybody has discarded was said of the pile alone."""
    opening = {**plain["opening"], "not_before_all_discarded": plain["pile"]["not_before_all_discarded"]}
    pile = {**plain["pile"], "free": plain["second_hand"]["of"] == "side"}
    code = {**plain["code"], "asked_unable": -100, "sitting_out_lays": False}
    return {**plain, "opening": opening, "pile": pile, "code": code}


#: The first lifts what version 1 (0.1.0, which wrote no version) has frozen to version 2, and so on.
LIFTS: tuple[Callable[[Plain], Plain], ...] = (_lift_to_2, _lift_to_3, _lift_to_4)
#: The version in which snapshots are written today.
VERSION = 1 + len(LIFTS)


def snapshot(rules: RuleSet) -> dict[str, Any]:
    """The part of `match_opened` that freezes the rules."""
    return {"rule_set": json.loads(_written(rules)), "rules_version": VERSION}


@lru_cache(maxsize=64)
def _written(rules: RuleSet) -> str:
    """The rules as JSON. The matches of one evening share theirs, which are made plain once."""
    return json.dumps(to_plain(rules))


def read_snapshot(opened: Mapping[str, Any]) -> RuleSet:
    """The rules that a `match_opened` has frozen.

    Raises ValueError for a version that only a newer program knows, KeyError and TypeError for what no program wrote.
    """
    version = opened.get("rules_version", 1)
    if not 1 <= version <= VERSION:
        raise ValueError(f"rules are written in version {version}; this program reads 1 to {VERSION}")
    return _read(version, json.dumps(opened["rule_set"]))


@lru_cache(maxsize=64)
def _read(version: int, text: str) -> RuleSet:
    """The rules as they were written. Matches of one evening share theirs, and what is worked out of them once."""
    plain = json.loads(text)
    for lift in LIFTS[version - 1 :]:
        plain = lift(plain)
    return from_plain(plain)
