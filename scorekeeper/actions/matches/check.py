"""Checking the entries of a match as strictly as a form: every value has the right type and is within its limits, and
every entry was allowed after those before it.

Every page can show a match that passes; imports and `verify` use these checks. Every function raises `Refused`
(malformed).
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.actions.journal import check_head, chosen, each
from scorekeeper.actions.matches.code import adoptable, adopted_options, deals_to_begin
from scorekeeper.actions.matches.commit import result_json
from scorekeeper.actions.matches.deals import MOST_OF_A_DEAL, WAYS
from scorekeeper.actions.matches.opening import NewMatch, clean, problems, side_of_seat
from scorekeeper.actions.matches.rulings import deals_for
from scorekeeper.engine import shape
from scorekeeper.engine.matches.entries import CLOSINGS, HANDLERS, Memory, and_then, remember
from scorekeeper.engine.matches.match import State, state
from scorekeeper.engine.penalties.articles import HIGHEST_RAISE
from scorekeeper.engine.reading import Name, Number, Object, looked, one_of, read, saying, text, whole
from scorekeeper.engine.refused import Refused, malformed
from scorekeeper.engine.rules import RuleSet, leaves, row_of, sections
from scorekeeper.engine.shape import MOST, REASON_LENGTH, WORD, at
from scorekeeper.engine.snapshots import read_snapshot
from scorekeeper.engine.values import fields
from scorekeeper.ledger.chain.books import MATCHES
from scorekeeper.ledger.chain.entries import Entry
from scorekeeper.rulebook.codes import codes
from scorekeeper.rulebook.loader import resolve
from scorekeeper.rulebook.options import DECIMAL
from scorekeeper.rulebook.values import LONGEST_TEXT, limits, numbers_in, problem

#: The maximum numbers of entries and of deals in a match.
MOST_ENTRIES = 5_000
MOST_DEALS = 1_000
#: The maximum length of a text from a penalty code or a house article.
TEXT = 300
#: The pattern for the key of a row of the rules.
KEY = re.compile(r"[a-z0-9_]+")
#: The largest fine. A Romanian fine is ten times the counting error, and an error is at most `MOST`.
DEAREST = 10 * MOST

Json = Mapping[str, Any]


def check_entries(entries: Sequence[Entry]) -> State:
    """Check the entries of a match, and return its state."""
    if len(entries) > MOST_ENTRIES:
        raise malformed("wrong_number", "entries", len(entries), [MOST_ENTRIES])
    for index, entry in enumerate(entries):
        where = f"entries[{index}]"
        check_head(entry, index, HANDLERS if index else ["match_opened"], MATCHES.part, where)
        if index:
            read(FORMS[entry.kind], entry.payload, at(where, "payload"))
        else:
            _check_opening(entry.payload, at(where, "payload"))
    memory = remember(entries[:1])
    now = state(memory)
    for index, entry in enumerate(entries[1:], start=1):
        where = f"entries[{index}].payload"
        _check_turn(entry, memory, now, where)
        try:
            memory = and_then(memory, [entry])
            now = state(memory, rows=now.rows, since=entry.payload.get("deal", 1))
        except Refused as refused:
            raise refused.moved(at(f"{where}.body", refused.where)) from refused
        except (LookupError, TypeError, ValueError, ArithmeticError) as failure:  # frozen rules that lack rows
            raise malformed("not_of_the_exported_form", "entries[0].payload.rule_set", str(failure)) from failure
        if "result" in entry.payload and result_json(now.row(entry.payload["deal"])) != entry.payload["result"]:
            raise malformed("another_result", f"{where}.result", entry.payload["result"])
    return now


def _check_opening(payload: Json, where: str) -> None:
    """Check that the form would accept the opening, and check its frozen rules."""
    for key in ("title", "rules", "format", "pack_index", "stake_currency", "code", "note"):
        shape.text(payload.get(key, ""), at(where, key), REASON_LENGTH)
    read(bool, payload.get("unnamed", False), at(where, "unnamed"))
    rules = _rules(payload, where)
    options = payload.get("options", {})
    if not isinstance(options, Mapping):
        raise malformed("not_an_object", at(where, "options"), options)
    if "evening" in payload:
        read(_TABLE, payload["evening"], at(where, "evening"))
    names, shown = _check_seats(payload, rules, where)
    new = NewMatch(
        rules=rules.id,
        format=rules.table.format,
        players=names,
        options=options,
        side_names=shown,
        first_dealer=shape.whole(payload.get("first_dealer"), at(where, "first_dealer"), 0, len(names)),
        title=payload.get("title", ""),
        pack_index=payload.get("pack_index", "KQJ"),
        currency=payload.get("stake_currency", ""),
        note=payload.get("note", ""),
    )
    for refused in problems(new):
        raise refused.moved(at(where, refused.where))
    for seat, name in enumerate(names):
        if clean(name) != name:
            raise malformed("not_on_one_line", f"{where}.seats[{seat}]", name)


def _check_seats(payload: Json, rules: RuleSet, where: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The players by seat, and the names of the sides. Checks the number of sides, and that each side has the players
    of its seats."""
    seats = enumerate(shape.listed(payload.get("seats"), at(where, "seats")))
    names = tuple(shape.name(name, f"{where}.seats[{seat}]") for seat, name in seats)
    shown = []
    for index, side in enumerate(shape.listed(payload.get("sides"), at(where, "sides"))):
        spot = f"{where}.sides[{index}]"
        shape.mapping(side, spot, ("name", "players"))
        shown.append(shape.name(side.get("name"), f"{spot}.name"))
        sitting = [name for seat, name in enumerate(names) if side_of_seat(seat, rules) == index]
        if side.get("players") != sitting:
            raise malformed("not_one_of", f"{spot}.players", side.get("players"), sitting)
    if len(shown) != rules.table.sides:
        raise malformed("wrong_number", at(where, "sides"), len(shown), [rules.table.sides])
    return names, tuple(shown)


def _rules(payload: Json, where: str) -> RuleSet:
    """The frozen rules. Checks their values, and that they have the seats, sides and hands of the format."""
    shape.whole(payload.get("rules_version", 1), at(where, "rules_version"), 1, MOST)
    today = resolve(payload.get("rules"), payload.get("format"))
    spot = at(where, "rule_set")
    try:
        rules = read_snapshot(payload)
    except (KeyError, TypeError, ValueError, AttributeError) as failure:
        raise malformed("not_of_the_exported_form", spot, f"{type(failure).__name__}: {failure}") from failure
    _check_values(rules, spot)
    named = ("id", rules.id, today.id), ("table.format", rules.table.format, today.table.format)
    for part, actual, allowed in named:
        if actual != allowed:
            raise malformed("not_one_of", at(spot, part), actual, [allowed])
    for part in ("players", "sides", "hands", "sits_out", "alliances"):
        if getattr(rules.table, part) != getattr(today.table, part):
            raise malformed("not_one_of", f"{spot}.table.{part}", getattr(rules.table, part), [part])
    _check_rows(rules, today, spot)
    stake = rules.end.stake_per_100
    if stake is not None and not DECIMAL.fullmatch(stake):
        raise malformed("not_of_the_exported_form", f"{spot}.end.stake_per_100", stake)
    if payload.get("code") != rules.code.id:
        raise malformed("not_one_of", at(where, "code"), payload.get("code"), [rules.code.id])
    return rules


def _check_rows(rules: RuleSet, today: RuleSet, where: str) -> None:
    """Check that rows refer only to existing cards and canastas, and that every card has its points exactly once."""
    cards = [kind for row in rules.cards for kind in row.kinds]
    if sorted(cards) != sorted(today.points):
        raise malformed("not_one_of", at(where, "cards"), cards, list(today.points))
    allowed = {"ranks": today.points, "but": today.points, "like": {row.key for row in rules.canastas}}
    for row in rules.canastas:
        if not row.cards:
            raise malformed("not_a_list", f"{where}.canastas.{row.key}.cards", row.cards)
    rows = {each.name: getattr(rules, each.name) for each in fields(RuleSet)}
    for name, row in ((name, row) for name, words in rows.items() if isinstance(words, tuple) for row in words):
        for key, listed in allowed.items():
            words = getattr(row, key, None) or ()
            if unknown := {words} - set(listed) if isinstance(words, str) else set(words) - set(listed):
                raise malformed("not_one_of", f"{where}.{name}.{row.key}.{key}", min(unknown), list(listed))


def _check_values(rules: RuleSet, where: str) -> None:
    """Check every value of frozen rules against the limits of the rulebook's files."""
    shape.text(rules.id, at(where, "id"), WORD)
    for name in (name for name, kind in sections().items() if row_of(kind)):
        for row in getattr(rules, name):
            if not KEY.fullmatch(shape.text(row.key, at(where, name), WORD)):
                raise malformed("not_of_the_exported_form", at(where, name), row.key)
    for path, value in leaves(rules):
        least, most = limits(path)
        for number in numbers_in(value):
            shape.whole(number, at(where, path), least, most)
        if isinstance(value, str):
            shape.text(value, at(where, path), LONGEST_TEXT)
        if problem(path, value):
            raise malformed("not_of_the_exported_form", at(where, path), value)


def _check_turn(entry: Entry, memory: Memory, now: State, where: str) -> None:
    """Check that an entry was allowed in the match as it was before (`memory`, `now`), and refers only to deals,
    rulings, sides and players of the match."""
    payload, kind = entry.payload, entry.kind
    allowed: Mapping[str, tuple[str, Any]] = {
        "deal_recorded": ("deal", () if now.over else (now.next_deal,)),
        "deal_amended": ("deal", memory.deals),
        "deal_removed": ("deal", (max(memory.deals, default=0),)),
        "ruling_applied": ("deal", deals_for(tuple(payload.get("outcomes", ())), now)),
        "ruling_withdrawn": ("ruling", [ruling.id for ruling in memory.rulings.values() if not ruling.withdrawn]),
        "obligation_done": ("ruling", [ruling.id for ruling in memory.rulings.values() if not ruling.withdrawn]),
        "recount": ("deal", [row.number for row in now.rows]),
        "code_adopted": ("deal", deals_to_begin(now)),
    }
    key, possible = allowed.get(kind, ("", ()))
    if key and payload[key] not in possible:
        raise malformed("not_then", at(where, key), payload[key], possible)
    if kind == "match_closed" and now.over:
        raise malformed("not_then", at(where, "reason"), payload["reason"])
    if kind == "match_reseated":
        _check_reseated(payload, memory, where)
    if kind == "code_adopted":
        _check_code(payload, memory, where)
    if kind == "obligation_done":
        shape.whole(payload["index"], at(where, "index"), 0, len(memory.rulings[payload["ruling"]].obligations) - 1)
    if "side" in payload:
        shape.whole(payload["side"], at(where, "side"), 0, len(now.setup.sides) - 1)
    if payload.get("player") is not None and payload["player"] not in now.setup.sides[payload["side"]].players:
        raise malformed("not_one_of", at(where, "player"), payload["player"], now.setup.sides[payload["side"]].players)
    if kind == "ruling_applied" and payload["ruling"] in memory.rulings:
        raise malformed("name_twice", at(where, "ruling"), payload["ruling"])
    if "entered_as" in payload and len(payload["entered_as"]) > len(now.setup.sides):
        raise malformed("wrong_number", at(where, "entered_as"), len(payload["entered_as"]), [len(now.setup.sides)])


def _check_reseated(payload: Json, memory: Memory, where: str) -> None:
    """Check that every seat of the table has a player, and that no player has two seats."""
    players = memory.setup.rules.table.players
    names, _ = _check_seats(payload, memory.setup.rules, where)
    if len(names) != players or len({name.casefold() for name in names}) != len(names):
        raise malformed("wrong_number", at(where, "seats"), len(set(names)), [players])


def _check_code(payload: Json, memory: Memory, where: str) -> None:
    """Check the rules and options of an adopted code. The rules must have this code, and the game and format of the
    match. The options must be those of the match, with this code in them."""
    opened = memory.setup.rules
    _rules({**payload, "rules": opened.id, "format": opened.table.format}, where)
    options = adopted_options(memory, payload["code"])
    if payload["options"] != options:
        raise malformed("not_one_of", at(where, "options"), payload["options"], [options])


def _answers(value: Any, where: str) -> None:
    if not isinstance(value, Mapping) or len(value) > WORD:
        raise malformed("not_an_object", where, value)
    for key, answer in value.items():
        shape.text(key, where, WORD)
        spot = at(where, key)
        if isinstance(answer, str):
            shape.text(answer, spot, WORD)
        elif not isinstance(answer, bool):
            shape.whole(answer, spot, 0, MOST)


def _outcomes() -> list[str]:
    return [outcome for code in codes().values() for outcome in code.outcomes]


_DEAL, _SIDE, _ID, _REASON = whole(1, MOST_DEALS), whole(0, 5), text(WORD), text(REASON_LENGTH)
_OBLIGATION = saying("key", "says", key=_ID, says=text(TEXT), count=whole(0, MOST) | None)
#: A table of an evening: the evening's id, the number of the round, and the number of the table.
_TABLE = saying("evening", "round", "table", evening=_ID, round=whole(1, MOST_DEALS), table=whole(1, MOST_DEALS))
_RECORDED: Mapping[str, Any] = {
    "deal": _DEAL, "body": Object, "entered_as": each(one_of(WAYS)), "agreed": bool, "reason": _REASON,
    "result": each(Object),
}  # fmt: skip
_FIGURE = whole(-MOST_OF_A_DEAL, MOST_OF_A_DEAL)
#: The type of the payload for each kind of entry except the opening.
FORMS: Mapping[str, Any] = {
    "deal_recorded": saying("deal", "body", **_RECORDED),
    "deal_amended": saying("deal", "body", **_RECORDED),
    "deal_removed": saying("deal", deal=_DEAL, reason=_REASON),
    "ruling_applied": saying(
        "ruling", "deal", "side", "article", ruling=_ID, deal=_DEAL, side=_SIDE, player=_ID | None, code=_ID,
        article=_ID, title=text(TEXT), answers=looked(_answers, type="object"), points=whole(-DEAREST, DEAREST),
        opening_raise=whole(0, HIGHEST_RAISE), outcomes=each(chosen(_outcomes)), count=whole(0, MOST),
        obligations=each(_OBLIGATION), override=bool, reason=_REASON,
    ),
    "ruling_withdrawn": saying("ruling", ruling=_ID, reason=_REASON),
    "obligation_done": saying("ruling", "index", ruling=_ID, index=whole(0, WORD)),
    "recount": saying(
        "deal", "side", "claimed", "verified", deal=_DEAL, side=_SIDE, claimed=_FIGURE, verified=_FIGURE
    ),
    "code_adopted": saying(
        "deal", "code", "rule_set", "options", deal=whole(1, MOST_DEALS + 1), code=chosen(adoptable),
        rule_set=Object, rules_version=Number, options=Object,
    ),
    "match_paused": saying(),
    "match_resumed": saying(),
    "match_renamed": saying("title", title=text(shape.NAME_LENGTH)),
    "match_closed": saying("reason", reason=one_of(CLOSINGS)),
    "match_reseated": saying("seats", "sides", seats=each(Name), sides=each(Object), reason=_REASON),
}  # fmt: skip
