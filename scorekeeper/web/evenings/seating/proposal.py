"""The proposed seating of a round: made by the movement and then changed by hand, or made entirely by hand."""

from collections.abc import Iterator, Mapping, Sequence

from werkzeug.datastructures import MultiDict

from scorekeeper.actions.evenings.rounds import seating
from scorekeeper.engine.values import Struct, replace
from scorekeeper.evening.fold import Evening
from scorekeeper.evening.movements import MOVEMENTS
from scorekeeper.evening.values import Seated, Seating
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.web.frame import current_desk, words

MOST_SWAPS = 40
SEED_LENGTH = 60
#: The fields of the draft for a round that is seated by hand: the entrants seated so far, and the empty slot that was
#: tapped to be filled next. The first has a word for each entrant: "3-0-1-7" is entrant 7 in slot (3, 0, 1).
SITS, AIM = "sit", "aim"
#: A slot of the room, for one entrant: table, side, and index on that side.
Slot = tuple[int, int, int]


class SeatingProposal(Struct):
    """A proposed seating. `drawn` is the seating that the movement makes, by lot or otherwise. `tables` and `sit_out`
    are those after the `swaps` by hand.

    `formats` are the formats, as (id, title), that the entrants who sit out could play at a table of their own; `extra`
    is the id of the chosen one, or "". `begun` are the numbers of tables seated by hand that are not full yet.
    """

    drawn: Seating
    seed: str
    tables: tuple[Seated, ...]
    sit_out: tuple[str, ...]
    swaps: tuple[tuple[str, str], ...]
    formats: tuple[tuple[str, str], ...]
    extra: str
    begun: tuple[int, ...]

    @property
    def ready(self) -> bool:
        """Return whether the seating can be published."""
        return bool(self.tables) and not self.begun


def proposal(evening_id: str, evening: Evening, number: int, values: MultiDict[str, str]) -> SeatingProposal:
    """The seating that the fields of a draft ask for. Raises `Refused` if no seating is possible.

    The fields are `SITS` and `AIM`, and those of `ASKED` in `pages.py`.
    """
    seed = values.get("seed", "")[:SEED_LENGTH] or evening.setup.seed or ""
    own, begun = room_of(evening, number, values).own_tables() if is_by_hand(evening) else (None, ())
    drawn = seating(current_desk(), evening_id, seed=seed, round_=number, own=own)
    swaps = tuple(_swaps(values, evening))
    tables, sit_out = _exchanged(drawn, swaps)
    formats = () if begun else tuple(_left_over(evening, sit_out))
    extra = values.get("extra", "")
    if extra not in dict(formats):
        return SeatingProposal(drawn, seed, tables, sit_out, swaps, formats, "", begun)
    taken = {table.number for table in tables}
    free = next((at for at in evening.setup.tables or () if at not in taken), max(taken, default=0) + 1)
    tables = (*tables, Seated(free, tuple((id_,) for id_ in sit_out), extra))
    return SeatingProposal(drawn, seed, tables, (), swaps, (), extra, begun)


def is_by_hand(evening: Evening) -> bool:
    """Return whether the director seats this evening by hand."""
    return MOVEMENTS[evening.setup.movement].by_hand


def _exchanged(drawn: Seating, swaps: Sequence[tuple[str, str]]) -> tuple[tuple[Seated, ...], tuple[str, ...]]:
    """The tables, and the ids of those who sit out, after these swaps of two entrants, made one after the other."""
    takes = {id_: id_ for table in drawn.tables for side in table.sides for id_ in side}
    takes |= {id_: id_ for id_ in drawn.sit_out}
    for one, other in swaps:
        change = {one: other, other: one}
        takes = {seat: change.get(who, who) for seat, who in takes.items()}
    tables = tuple(
        replace(table, sides=tuple(tuple(takes[id_] for id_ in side) for side in table.sides)) for table in drawn.tables
    )
    return tables, tuple(takes[id_] for id_ in drawn.sit_out)


def _left_over(evening: Evening, sit_out: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the formats, as (id, title), in which the entrants who sit out can play individually at an extra table."""
    kinds = {entrant.id: entrant.kind for entrant in evening.entrants}
    book, alone = rulebook(), all(kinds[id_] == "individual" for id_ in sit_out)
    for id_ in book.rule_sets[evening.setup.rules].formats if alone else ():
        facts = book.formats[id_]
        if facts.table["players"] == facts.table["sides"] == len(sit_out):
            yield id_, words().gettext(facts.title)


def _swaps(values: MultiDict[str, str], evening: Evening) -> Iterator[tuple[str, str]]:
    """Yield the pairs of entrants that change places, in order: those of the draft, then the one chosen on the page."""
    ids = {entrant.id for entrant in evening.entrants}
    asked = [text.partition("-")[::2] for text in values.getlist("swap")[:MOST_SWAPS]]
    for one, other in [*asked, (values.get("one", ""), values.get("other", ""))]:
        if one != other and {one, other} <= ids:
            yield one, other


class Room(Struct):
    """The room of a round that is seated by hand: its slots in order, and the entrant who `sits` at each taken slot.

    `sizes` has the number of players of each present entrant. A table has `sides` sides, with `a_side` players each.
    `aim` is the key of the slot that is filled next.
    """

    slots: tuple[Slot, ...]
    sits: Mapping[Slot, str]
    sizes: Mapping[str, int]
    sides: int
    a_side: int
    aim: str

    def takes(self, slot: Slot, id_: str) -> bool:
        """Return whether the slot is free and its side has room for all players of this entrant."""
        there = sum(self.sizes[who] for at, who in self.sits.items() if at[:2] == slot[:2])
        return slot not in self.sits and there + self.sizes[id_] <= self.a_side

    @property
    def tables(self) -> dict[int, list[list[Slot]]]:
        """The slots of each table, by its number, as a list for each side."""
        return {
            table: [[slot for slot in self.slots if slot[:2] == (table, side)] for side in range(self.sides)]
            for table in dict.fromkeys(at for at, _, _ in self.slots)
        }

    def seat(self, slot: Slot) -> int:
        """The seat of a slot, clockwise from 0; for a slot that takes a whole side, the first seat of the side."""
        _, side, index = slot
        return index * self.sides + side

    def own_tables(self) -> tuple[tuple[Seated, ...], tuple[int, ...]]:
        """The full tables, and the numbers of the tables that are only partly seated."""
        full, begun = [], []
        for table, sides in sorted(self.tables.items()):
            those = tuple(tuple(self.sits[slot] for slot in slots if slot in self.sits) for slots in sides)
            if all(sum(self.sizes[id_] for id_ in ids) == self.a_side for ids in those):
                full.append(Seated(table, those))
            elif any(those):
                begun.append(table)
        return tuple(full), tuple(begun)


def room_of(evening: Evening, number: int, kept: Mapping[str, str]) -> Room:
    """The room of a round that is seated by hand, with the entrants seated so far. `kept` is the draft (see `SITS`)."""
    setup = evening.setup
    table = resolve(setup.rules, setup.format).table
    there = [entrant for entrant in evening.entrants if entrant.status(number) == "present"]
    sizes = {entrant.id: len(entrant.players(number)) for entrant in there}
    a_side = table.players // table.sides
    a_slot = min(sizes.values(), default=a_side)
    own = {entrant.fixed_table for entrant in there if entrant.fixed_table}
    tables = setup.tables or range(1, sum(sizes.values()) // table.players + 1)
    slots = tuple(
        (at, side, index)
        for at in sorted({*tables, *own})
        for side in range(table.sides)
        for index in range(max(1, a_side // a_slot))
    )
    by_key = {_key(slot): slot for slot in slots}
    parts = (text.split("-", 3) for text in kept.get(SITS, "").split() if text.count("-") >= 3)
    sits = {by_key["-".join(at)]: who for *at, who in parts if "-".join(at) in by_key and who in sizes}
    return Room(slots, sits, sizes, table.sides, a_side, kept.get(AIM, ""))


def tapped(room: Room, form: Mapping[str, str]) -> dict[str, str]:
    """The draft after a tap. "put" seats an entrant, "off" removes one, "clear" removes all, and `AIM` marks a slot.

    A tap that is sent twice counts once, as an entrant who is seated is not seated again.
    """
    sits, aim = dict(room.sits), room.aim
    id_, off = form.get("put", ""), form.get("off", "")
    if "clear" in form:
        sits, aim = {}, ""
    elif id_ in room.sizes and id_ not in sits.values():
        free = [slot for slot in room.slots if room.takes(slot, id_)]
        if slot := next((slot for slot in free if _key(slot) == aim), free[0] if free else None):
            sits[slot], aim = id_, ""
    elif off:
        sits = {slot: who for slot, who in sits.items() if who != off}
    elif AIM in form:
        aim = form[AIM]
    return {SITS: _as_text(sits), **({AIM: aim} if aim else {})}


def as_published(evening: Evening, number: int) -> dict[str, str]:
    """The first draft of a round seated by hand: the published seating if the round is seated again, else empty."""
    tables = evening.rounds[number - 1].tables if number < evening.next_round else ()
    sat = {
        (table.number, side, index): id_
        for table in tables
        for side, ids in enumerate(table.sides)
        for index, id_ in enumerate(ids)
    }
    return {SITS: _as_text(sat)}


def _as_text(sits: Mapping[Slot, str]) -> str:
    return " ".join(f"{_key(slot)}-{who}" for slot, who in sits.items())


def _key(slot: Slot) -> str:
    return "-".join(map(str, slot))
