"""What may be chosen in the fields of an entry, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.actions.matches.deals import WAYS
from scorekeeper.engine.cards import RANKS, THREE, WILD
from scorekeeper.web.deals.shape import NONE, STANDS_FOR, YES
from scorekeeper.words import N_, entry

if TYPE_CHECKING:
    from scorekeeper.web.deals.views import EntryPage

#: More cards than a second meld of a rank has of a kind.
MANY_CARDS = 13


def choices_of(field: str, page: EntryPage) -> list[tuple[str, str]]:
    """What may be chosen in a field, and in words: who, which way, which card."""
    say, names = page.words.gettext, [(str(each.number), each.name) for each in page.all_scorers]
    match field:
        case "end":
            outs = [(at, say(N_("%(side)s out"), side=name)) for at, name in names]
            return [*outs, (NONE, say(N_("Stock ran out")))]
        case "took":
            return [*names, (NONE, say(N_("Nobody")))]
        case "way":
            return [(way, page.words.pgettext(*entry.WAYS[way])) for way in WAYS]
        case "suit":
            return [(suit, page.words.pgettext(*label)) for suit, label in entry.SUITS.items()]
        case "stands":
            wild = [(card, page.cards[card]) for card in STANDS_FOR]
            return [("", "–"), (YES, say(N_("Natural cards"))), *wild]
        case "count":
            return [("", "–"), *((str(count), str(count)) for count in range(1, MANY_CARDS))]
        case "pozzetto":
            return [(what, say(label)) for what, label in entry.POZZETTO.items()]
        case "reason":
            return [(key, say(why)) for key, why in entry.REASONS.items()]
        case "special":
            hands = [row for row in page.shape.rules.special_hands if row.played]
            return [
                ("", say(N_("No special hand"))),
                *((row.key, f"{say(row.title)}\u00a0· {row.points}") for row in hands),
            ]
        case _:
            return [("", "–"), *((rank, page.cards[rank]) for rank in (*RANKS, THREE, WILD))]
