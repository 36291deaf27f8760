"""A round that the director seats himself: who is tapped takes the first free place, or the one tapped before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from werkzeug.datastructures import MultiDict

from scorekeeper.actions.rounds import OwnTable
from scorekeeper.engine.values import Struct
from scorekeeper.evening.fold import Evening
from scorekeeper.evening.people import names_of
from scorekeeper.rulebook.loader import resolve
from scorekeeper.words import N_, Words
from scorekeeper.words.evenings import say_seat

#: What a draft keeps: who sits where, as "table-side-index-entrant …", and the slot that was tapped.
SITS, AIM = "sit", "aim"
#: What a tap says: somebody sits down, gets up, a slot is meant, or everybody gets up.
PUT, OFF, CLEAR = "put", "off", "clear"
NOT_FULL = N_("Table %(table)s is not full yet.")
NOBODY_SITS = N_("Nobody sits at a table yet.")

#: A slot of the room, which takes one entrant: its table, the side, and the index on that side.
Slot = tuple[int, int, int]


class SlotView(Struct):
    """A slot at a table: how the form calls it, its seat, who sits there as (id, name), whether it was tapped."""

    key: str
    seat: str
    sits: tuple[str, str] | None
    aimed: bool


class ByHand(Struct):
    """The tables as (number, sides as (letter, slots)), and who sits nowhere yet."""

    tables: tuple[tuple[int, tuple[tuple[str, tuple[SlotView, ...]], ...]], ...]
    away: tuple[tuple[str, str], ...]


class _Room(Struct):
    """The slots of the tables in their order; `sits` is who sits where of those who are present; a table has so many
    `sides`, of so many people each."""

    slots: tuple[Slot, ...]
    sits: Mapping[Slot, str]
    sizes: Mapping[str, int]
    sides: int
    a_side: int

    def takes(self, slot: Slot, id_: str) -> bool:
        """Is the slot free, and room for all of this entrant on its side?"""
        there = sum(self.sizes[who] for at, who in self.sits.items() if at[:2] == slot[:2])
        return slot not in self.sits and there + self.sizes[id_] <= self.a_side


def tapped(evening: Evening, number: int, kept: MultiDict[str, str], form: Mapping[str, str]) -> MultiDict[str, str]:
    """What the draft keeps after a tap. Sent twice it is the same tap: who sits does not sit down again."""
    room = _room(evening, number, kept)
    sits, aim = dict(room.sits), kept.get(AIM, "")
    id_, off = form.get(PUT, ""), form.get(OFF, "")
    if CLEAR in form:
        sits, aim = {}, ""
    elif id_ in room.sizes and id_ not in sits.values():
        free = [slot for slot in room.slots if room.takes(slot, id_)]
        if slot := next((slot for slot in free if _key(slot) == aim), free[0] if free else None):
            sits[slot], aim = id_, ""
    elif off:
        sits = {slot: who for slot, who in sits.items() if who != off}
    elif AIM in form:
        aim = form[AIM]
    return MultiDict({SITS: _as_text(sits), **({AIM: aim} if aim else {})})


def as_published(evening: Evening, number: int) -> MultiDict[str, str]:
    """The seating of a round that was published, to begin with where it is seated anew; else nobody sits."""
    tables = evening.rounds[number - 1].tables if number < evening.next_round else ()
    sat = {
        (table.number, side, index): id_
        for table in tables
        for side, ids in enumerate(table.sides)
        for index, id_ in enumerate(ids)
    }
    return MultiDict({SITS: _as_text(sat)})


def by_hand(evening: Evening, number: int, kept: MultiDict[str, str], say: Words) -> ByHand:
    """The tables with those who sit there so far."""
    room, names = _room(evening, number, kept), names_of(evening, number)
    tables = []
    for table in dict.fromkeys(at for at, _, _ in room.slots):
        sides = []
        for side in range(room.sides):
            slots = [slot for slot in room.slots if slot[:2] == (table, side)]
            single = len(slots) > 1 or room.a_side == 1
            views = (
                SlotView(
                    _key(slot),
                    say_seat(slot[2] * room.sides + side if single else side, say),
                    (who, names[who]) if (who := room.sits.get(slot)) else None,
                    _key(slot) == kept.get(AIM),
                )
                for slot in slots
            )
            sides.append(("abc"[side % 3], tuple(views)))
        tables.append((table, tuple(sides)))
    seated = set(room.sits.values())
    away = [(id_, names[id_]) for id_ in room.sizes if id_ not in seated]
    return ByHand(tuple(tables), tuple(sorted(away, key=lambda each: say.sort_key(each[1]))))


def own_tables(
    evening: Evening, number: int, kept: MultiDict[str, str]
) -> tuple[tuple[OwnTable, ...], tuple[int, ...]]:
    """The tables that are full as (number, sides), and the numbers of those that are not full yet."""
    room = _room(evening, number, kept)
    full, begun = [], []
    for table in sorted({at for at, _, _ in room.sits}):
        those = tuple(
            tuple(room.sits[slot] for slot in room.slots if slot in room.sits and slot[:2] == (table, side))
            for side in range(room.sides)
        )
        if all(sum(room.sizes[id_] for id_ in ids) == room.a_side for ids in those):
            full.append((table, those))
        else:
            begun.append(table)
    return tuple(full), tuple(begun)


def say_begun(begun: Sequence[int], say: Words) -> Iterator[str]:
    """What is still to be done before the round can be published, a sentence a table."""
    yield from (say.gettext(NOT_FULL, table=str(table)) for table in begun)


def _room(evening: Evening, number: int, kept: MultiDict[str, str]) -> _Room:
    setup = evening.setup
    table = resolve(setup.rules, setup.format).table
    there = [entrant for entrant in evening.entrants if entrant.status(number) == "present"]
    sizes = {entrant.id: len(entrant.players(number)) for entrant in there}
    a_side = table.players // table.sides
    a_slot = min(sizes.values(), default=a_side)
    own = {entrant.fixed_table for entrant in there if entrant.fixed_table}
    room = setup.tables or range(1, sum(sizes.values()) // table.players + 1)
    slots = tuple(
        (at, side, index)
        for at in sorted({*room, *own})
        for side in range(table.sides)
        for index in range(max(1, a_side // a_slot))
    )
    by_key = {_key(slot): slot for slot in slots}
    parts = (text.split("-", 3) for text in kept.get(SITS, "").split() if text.count("-") >= 3)
    sits = {by_key["-".join(at)]: who for *at, who in parts if "-".join(at) in by_key and who in sizes}
    return _Room(slots, sits, sizes, table.sides, a_side)


def _as_text(sits: Mapping[Slot, str]) -> str:
    return " ".join(f"{_key(slot)}-{who}" for slot, who in sits.items())


def _key(slot: Slot) -> str:
    return "-".join(map(str, slot))
