"""The rules that are frozen when a match is opened, in the versions that releases have written.

A release that adds, moves or removes a value adds a step to `LIFTS`. The figures of a match never change: a step gives
a new key the value by which the game was played then.
"""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from scorekeeper.engine.rules import RuleSet, from_plain, to_plain

Plain = dict[str, Any]


def _lift_to_2(plain: Plain) -> Plain:
    """In 0.1.0, the deal passed from player to player, and melds of one rank that were entered separately stayed
    separate. Rulings about cards that the score charged automatically did not count. Fines of a deal that was dealt
    again remained due. Partners in the cutthroat game shared fines. The advice on an empty stock was the same in every
    format."""
    melds = {**plain["melds"], "ranks_join": False}
    table = {**plain["table"], "deals_by": "players"}
    pile = {**plain["pile"], "deal_ends_with_stock": False}
    code = {"rulings_first": False, "redeal_voids_fines": False, "partners_share_fines": True}
    return {**plain, "melds": melds, "table": table, "pile": pile, "code": {**plain["code"], **code}}


def _lift_to_3(plain: Plain) -> Plain:
    """Versions 1 and 2 had a field for each value; version 3 has rows for things of which a game may have several."""
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
    """In version 3, the pile could always be taken if each side had a second hand. The penalty for asking without being
    able to go out was fixed, and a player who missed a draw could not lay cards. Whether players may meld before all
    have discarded was a value of the pile only."""
    opening = {**plain["opening"], "not_before_all_discarded": plain["pile"]["not_before_all_discarded"]}
    pile = {**plain["pile"], "free": plain["second_hand"]["of"] == "side"}
    code = {**plain["code"], "asked_unable": -100, "sitting_out_lays": False}
    return {**plain, "opening": opening, "pile": pile, "code": code}


#: The first step turns version 1 (of 0.1.0, which wrote no version) into version 2, and so on.
LIFTS: tuple[Callable[[Plain], Plain], ...] = (_lift_to_2, _lift_to_3, _lift_to_4)
#: The version of the snapshots that this program writes.
VERSION = 1 + len(LIFTS)


def snapshot(rules: RuleSet) -> dict[str, Any]:
    """The part of a `match_opened` that freezes the rules: `rule_set` and `rules_version`."""
    return {"rule_set": json.loads(_written(rules)), "rules_version": VERSION}


@lru_cache(maxsize=64)
def _written(rules: RuleSet) -> str:
    """The rules as JSON text, cached because the matches of an evening have the same rules."""
    return json.dumps(to_plain(rules))


def read_snapshot(opened: Mapping[str, Any]) -> RuleSet:
    """The frozen rules in a `match_opened`.

    Raises ValueError for a version that a newer program has written. Raises ValueError, KeyError or TypeError for
    content that no version of the program writes.
    """
    version = opened.get("rules_version", 1)
    if not 1 <= version <= VERSION:
        raise ValueError(f"rules are written in version {version}; this program reads 1 to {VERSION}")
    return _read(version, json.dumps(opened["rule_set"]))


@lru_cache(maxsize=64)
def _read(version: int, text: str) -> RuleSet:
    """The rules in a snapshot, cached so that the matches of an evening share them and their cached properties."""
    plain = json.loads(text)
    for lift in LIFTS[version - 1 :]:
        plain = lift(plain)
    return from_plain(plain)
