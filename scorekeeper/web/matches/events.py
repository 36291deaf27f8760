"""The entries of a match in words: their effects, the figures they changed, and the news since a page was loaded."""

from collections.abc import Callable, Iterable, Mapping

from scorekeeper.actions.matches.history import Event, history
from scorekeeper.engine.matches.match import State
from scorekeeper.ledger.chain.entries import Entry
from scorekeeper.rulebook.codes import codes
from scorekeeper.web.board.saved import KINDS
from scorekeeper.web.frame.desk import current_desk
from scorekeeper.web.frame.device import say_device
from scorekeeper.web.matches.listing import local
from scorekeeper.web.rulings.views import figure_of, named
from scorekeeper.words import N_, Words
from scorekeeper.words.club.evenings import say_closed
from scorekeeper.words.rulings import code_title


def _opened(event: Event, words: Words) -> str:
    sides = " – ".join(side.name for side in event.after.setup.sides)
    return words.gettext(N_("Match opened: %(sides)s"), sides=sides)


def _reseated(event: Event, words: Words) -> str:
    if event.after.setup.evening is None:
        return words.gettext(N_("Names written, by seat: %(names)s"), names=", ".join(event.entry.payload["seats"]))
    sides = " – ".join(side["name"] for side in event.entry.payload["sides"])
    return words.gettext(N_("Other people sit here: %(sides)s"), sides=sides)


def _of_deal(sentence: str) -> Callable[[Event, Words], str]:
    return lambda event, words: words.gettext(sentence, number=event.entry.payload["deal"])


def _of_ruling(sentence: str) -> Callable[[Event, Words], str]:
    """A function that returns the sentence for an entry about a ruling; `sentence` is its message id. The payload of
    such an entry has the ruling's id."""

    def say(event: Event, words: Words) -> str:
        ruling = next(each for each in event.after.rulings if each.id == event.entry.payload["ruling"])
        who = ruling.player or event.after.standings[ruling.side].name
        return words.gettext(sentence, article=named(ruling, words), who=who, deal=ruling.deal)

    return say


def _renamed(event: Event, words: Words) -> str:
    return words.gettext(N_("The match is called: %(title)s"), title=str(event.entry.payload["title"]) or "–")


def _adopted(event: Event, words: Words) -> str:
    code = code_title(event.entry.payload["code"], codes(), words)
    return words.gettext(N_("From deal %(number)s on: %(code)s"), number=event.entry.payload["deal"], code=code)


def _recounted(event: Event, words: Words) -> str:
    sentence = N_("Deal %(deal)s recounted, %(side)s: claimed %(claimed)s, verified %(verified)s")
    side = event.after.standings[event.entry.payload["side"]].name
    return words.gettext(sentence, **{**event.entry.payload, "side": side})


#: For each kind of entry, the function that makes its sentence.
DOES: Mapping[str, Callable[[Event, Words], str]] = {
    "match_opened": _opened,
    "deal_recorded": _of_deal(N_("Deal %(number)s recorded")),
    "deal_amended": _of_deal(N_("Deal %(number)s amended")),
    "deal_removed": _of_deal(N_("Deal %(number)s taken back")),
    "ruling_applied": _of_ruling(N_("Ruling %(article)s in deal %(deal)s: %(who)s")),
    "ruling_withdrawn": _of_ruling(N_("Ruling %(article)s in deal %(deal)s withdrawn: %(who)s")),
    "obligation_done": _of_ruling(N_("Done, as ruling %(article)s asked in deal %(deal)s: %(who)s")),
    "recount": _recounted,
    "match_paused": lambda event, words: words.gettext(N_("Paused")),
    "match_resumed": lambda event, words: words.gettext(N_("Resumed")),
    "match_renamed": _renamed,
    "match_closed": lambda event, words: say_closed(event.entry.payload["reason"], words),
    "match_reseated": _reseated,
    "code_adopted": _adopted,
}


#: The maximum number of entries that `happened` lists; the history has all of them.
MOST = 5


def say_event(event: Event, words: Words) -> str:
    """The effect of an entry, as a sentence."""
    return DOES[event.entry.kind](event, words)


def say_moment(moment: str, words: Words) -> str:
    """A time of the ledger as day and time in the server's time zone."""
    at = local(moment)
    return f"{words.date(at)}, {words.time(at)}"


def say_on_day(moment: str, words: Words) -> str:
    """A time of the ledger as a day in the server's time zone."""
    return words.date(local(moment))


def happened(match_id: str, since: int, words: Words, *, but: int | None = None) -> tuple[str, ...]:
    """A sentence for each of the last `MOST` entries after version `since`, without those that save deal `but`."""
    events = [event for event in history(current_desk(), match_id) if event.entry.version > since]
    return tuple(_said(each, words) for each in events[-MOST:] if not _saves(each.entry, but))


def say_saved(match_id: str, number: int, state: State, words: Words, *, key: str = "") -> str:
    """A sentence about the last save of a recorded deal: the device, the time and the points. The device is left out if
    the deal was saved with this idempotency `key`: then the reader knows it."""
    entries = current_desk().ledger.matches.entries(match_id)
    last = next(entry for entry in reversed(entries) if _saves(entry, number))
    row, names = state.row(number), [each.name for each in state.standings]
    points = zip(names, [side.total for side in row.sides] if row else [], strict=False)
    facts = {
        "number": number,
        "time": words.time(local(last.recorded_at)),
        "points": say_points(points, words),
    }
    if any(entry.key == key for entry in entries if _saves(entry, number)):
        return words.gettext(N_("Deal %(number)s was saved at %(time)s: %(points)s."), **facts)
    sentence = N_("Deal %(number)s was saved on %(device)s at %(time)s: %(points)s.")
    return words.gettext(sentence, device=say_device(last.actor, words), **facts)


def say_points(points: Iterable[tuple[str, int]], words: Words) -> str:
    """The points of each side in a deal, as "name points, name points"."""
    return ", ".join(f"{name} {words.number(total)}" for name, total in points)


def _saves(entry: Entry, number: int | None) -> bool:
    return number is not None and entry.kind in KINDS and entry.deal == number


def _said(event: Event, words: Words) -> str:
    """A line with the effect of an entry, the figures that it changed, the device and the time."""
    entry, names = event.entry, [each.name for each in event.after.standings]
    figures = [
        f"{names[each.side]} {' → '.join(words.number(at) for at in (each.before, each.after) if isinstance(at, int))}"
        for each in event.differences
        if each.what == "points" and each.deal == entry.deal
    ]
    if entry.kind == "ruling_applied":
        record = next(each for each in event.after.rulings if each.id == entry.payload["ruling"])
        figures = [figure_of(record, event.after, words)]
    what = ", ".join([say_event(event, words), *filter(None, figures)])
    return f"{what} – {say_device(entry.actor, words)}, {words.time(local(entry.recorded_at))}"
