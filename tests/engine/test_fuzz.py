"""Any input is answered, or refused with its location; nothing else ever happens."""

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.contract import check_meld, check_opening, score
from scorekeeper.rulebook.loader import rulebook

BOOK = rulebook()
RULE_SETS = tuple(BOOK.rule_sets)
MELDS: list[Any] = [
    {"rank": "K", "naturals": 7},
    {"rank": "A", "naturals": 4, "jokers": 1, "twos": 2},
    {"rank": "wild", "jokers": 2, "twos": 3},
    {"rank": "3", "naturals": 3},
    {"rank": "sequence", "cards": ["7", "8", "9"], "suit": "hearts"},
]
DEALS: list[dict[str, Any]] = [
    {
        "rules": "hungarian",
        "format": "four",
        "options": {"tie": "draw", "target": 5000, "stake-per-100": "1.5"},
        "sides": [
            {
                "name": "A",
                "score": 1450,
                "melds": MELDS,
                "red_threes": 2,
                "hands": [{}, {"Q": 1, "red3": 1}],
                "out": {},
            },
            {"name": "B", "counted": {"jokers": 1, "fives": 3, "canastas": {"mixed": 1}}, "hand_points": 35},
        ],
        "cards_left": 50,
    },
    {
        "rules": "hungarian",
        "format": "cutthroat",
        "sides": [
            {"members": [{"name": "A", "score": 2900, "red_threes": 1, "hand": {"4": 1}}]},
            {
                "members": [{"name": "B"}, {"name": "C", "hand": {}}],
                "melds": MELDS[:2],
                "out": {"concealed": True, "took_pile": True},
                "rulings": [{"points": -100, "article": "HU-05"}],
            },
        ],
        "first_round_out": True,
    },
]
OPENING = {"rules": "czech", "score": 1500, "raise": 10, "melds": MELDS, "concealed_from_stock": True}
MELD = {"rules": "romanian", "options": {"deck": "162"}, "meld": MELDS[1], "going_out": True}
#: Odd values, put in place of valid ones.
ODD: list[Any] = [
    *(None, True, False, 0, -1, 1, 7, 4.5, 1e308, 10**12, -(10**12)),
    *("", "K", "7", "joker", "★" * 70, "\x00", "draw", "as-laid", "0.5", "1e-999999999", "NaN", "١٢", "czech", "six"),
    *([], [[]], [None, 3], {}, {"": 1}, {"rank": "K"}, {"naturals": 3}),
]


def places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of everything inside a value. A path has the keys and indexes that lead there, the outermost first."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    inner = [(*way, key) for key, _ in items]
    return inner + [place for key, item in dict(items).items() for place in places(item, (*way, key))]


def poke(request: Any, dice: random.Random) -> Any:
    """The request with a few values changed, removed or added."""
    changed = copy.deepcopy(request)
    for _ in range(dice.randint(1, 4)):
        *way, last = dice.choice(places(changed) or [("rules",)])
        inner = changed
        for key in way:
            inner = inner[key]
        change = dice.random()
        if change < 0.2:
            del inner[last]
        elif change < 0.4 and isinstance(inner, dict):
            inner[dice.choice(["naturals", "jokers", "melds", "hands", "out", "options", "x", "score", "K"])] = odd(
                dice
            )
        else:
            inner[last] = odd(dice)
    return changed


def odd(dice: random.Random) -> Any:
    """Any odd value, or a rule set, an option, or a meld."""
    return copy.deepcopy(
        dice.choice(
            [*ODD, dice.choice(RULE_SETS), dice.choice(MELDS), {dice.choice([*BOOK.options]): dice.choice(ODD)}]
        )
    )


def is_answered(answer: Callable[[Any], dict[str, Any]], request: Any) -> bool:
    """Return whether a request is answered, and not refused. Check that the reply is JSON, and that a refusal has its
    kind, location and message."""
    told = json.loads(json.dumps(answer(request)))
    if "error" not in told:
        return True
    assert set(told["error"]) <= {"kind", "where", "message", "allowed"}
    assert told["error"]["kind"] in ("malformed", "impossible")
    assert isinstance(told["error"]["where"], str)
    assert told["error"]["message"]
    return False


def run(tries: int, seed: int) -> None:
    """Change valid requests at random. Some must still be answered and some refused; otherwise the changes were too
    heavy or too light to test anything."""
    dice = random.Random(seed)
    seeds: list[tuple[Callable[[Any], dict[str, Any]], Any]] = [
        *((score, {**deal, "rules": rules}) for deal in DEALS for rules in RULE_SETS),
        *((score, deal) for deal in DEALS * 4),
        (check_opening, OPENING),
        (check_meld, MELD),
    ]
    answered = [is_answered(answer, poke(request, dice)) for answer, request in dice.choices(seeds, k=tries)]
    assert 0.02 < sum(answered) / tries < 0.9


@pytest.mark.parametrize(
    ("answer", "request_"), [*((score, deal) for deal in DEALS), (check_opening, OPENING), (check_meld, MELD)]
)
def test_the_requests_themselves_are_answered(answer: Callable[[Any], dict[str, Any]], request_: Any) -> None:
    assert is_answered(answer, request_)


@pytest.mark.parametrize("request_", ODD)
def test_odd_things_alone_are_refused(request_: Any) -> None:
    assert not is_answered(score, request_)
    assert not is_answered(check_opening, request_)
    assert not is_answered(check_meld, request_)


def test_two_thousand_odd_requests() -> None:
    run(2_000, seed=1950)


@pytest.mark.soak
def test_ten_thousand_more() -> None:
    for seed in range(5):
        run(2_000, seed)
