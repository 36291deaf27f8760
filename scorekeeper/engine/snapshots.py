"""The rule set that a match freezes when it is opened, read back by the version it was written in.

A release that adds, moves or removes a value adds a step to `LIFTS`. A match keeps the figures it had: a step gives a
key that did not exist the value that the game had then.
"""

from collections.abc import Callable, Mapping
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


#: The first lifts what version 1 (0.1.0, which wrote no version) has frozen to version 2, and so on.
LIFTS: tuple[Callable[[Plain], Plain], ...] = (_lift_to_2,)
#: The version in which snapshots are written today.
VERSION = 1 + len(LIFTS)


def snapshot(rules: RuleSet) -> dict[str, Any]:
    """The part of `match_opened` that freezes the rules."""
    return {"rule_set": to_plain(rules), "rules_version": VERSION}


def read_snapshot(opened: Mapping[str, Any]) -> RuleSet:
    """The rules that a `match_opened` has frozen.

    Raises ValueError for a version that only a newer program knows, KeyError and TypeError for what no program wrote.
    """
    version = opened.get("rules_version", 1)
    if not 1 <= version <= VERSION:
        raise ValueError(f"rules are written in version {version}; this program reads 1 to {VERSION}")
    plain = opened["rule_set"]
    for lift in LIFTS[version - 1 :]:
        plain = lift(plain)
    return from_plain(plain)
