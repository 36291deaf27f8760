"""The effects of an amended deal in sentences, for its preview and for the board after saving."""

from collections.abc import Iterable, Sequence

from scorekeeper.actions.matches.deals import Change, changes
from scorekeeper.engine.deals.opening import Opening
from scorekeeper.engine.matches.as_played import as_played
from scorekeeper.engine.matches.entries import remember
from scorekeeper.engine.matches.match import State, state
from scorekeeper.ledger.chain.entries import Entry
from scorekeeper.words import N_, Words

KINDS = ("deal_recorded", "deal_amended")


def changed(number: int, entries: Sequence[Entry], words: Words) -> tuple[str, ...]:
    """The effects of the last amendment of this deal, in sentences; empty if the deal was not amended since it was
    recorded."""
    last = next((entry for entry in reversed(entries) if entry.kind in KINDS and entry.deal == number), None)
    if last is None or last.kind != "deal_amended":
        return ()
    before = [entry for entry in entries if entry.version < last.version]
    was, now = (state(remember(until)) for until in (before, [*before, last]))
    return say_changes(was, now, number, words, played=as_played(was, before))


def say_changes(before: State, after: State, number: int, words: Words, *, played: State) -> tuple[str, ...]:
    """The changes that an amendment of deal `number` makes, in sentences: first in this deal, then in the rest of the
    match.

    `before` and `after` are the states before and after the amendment. `played` is like `before`, but has the opening
    minimums by which each deal was really played; later deals keep these.
    """
    all_ = changes(before, after)
    own = [_own(change, before, words) for change in all_ if change.deal == number]
    later = [_opened(change, played, words) for change in all_ if change.deal > number]
    sentences = (*own, *later, *_final(before, after, number, words), _verdict(before, after, words))
    return tuple(sentence for sentence in sentences if sentence)


def _own(change: Change, state: State, words: Words) -> str:
    was, now = change.total
    if was == now:
        return ""
    name = state.standings[change.side].name
    return words.gettext(
        N_("%(side)s: deal %(deal)s is worth %(now)s; it was %(was)s."), side=name, deal=change.deal, now=now, was=was
    )


def _opened(change: Change, state: State, words: Words) -> str:
    """The sentence for a later deal, if its opening minimum would now be different; otherwise empty.

    The deal still counts as it was played.
    """
    if not change.moves_minimum:
        return ""
    row, now = state.row(change.deal), change.opening[1]
    was = row.sides[change.side].opening if row else change.opening[0]
    if (was.points, was.canasta) == (now.points, now.canasta):
        return ""
    facts = {"deal": change.deal, "side": state.standings[change.side].name}
    if was.points is None or now.points is None:
        return words.gettext(
            N_("%(side)s: opening minimum of deal %(deal)s was %(was)s; it is now %(now)s. The deal still counts."),
            **facts,
            was=_minimum(was, words),
            now=_minimum(now, words),
        )
    return words.gettext(
        N_("%(side)s: deal %(deal)s was opened at %(was)s; it would have been %(now)s. The deal still counts."),
        **facts,
        was=was.points,
        now=now.points,
    )


def _minimum(opening: Opening, words: Words) -> str:
    return words.gettext(N_("a canasta")) if opening.points is None else words.number(opening.points)


def _final(before: State, after: State, number: int, words: Words) -> Iterable[str]:
    """The sentences for sides whose total in the match changes. There are none if the amended deal is the last one: the
    sentence about this deal is then enough."""
    if after.next_deal <= number + 1:
        return
    for old, new in zip(before.standings, after.standings, strict=True):
        if old.score != new.score:
            yield words.gettext(
                N_("%(side)s: %(now)s points in the match; it was %(was)s."),
                side=old.name,
                now=new.score,
                was=old.score,
            )


def _verdict(before: State, after: State, words: Words) -> str:
    if before.over and not after.over:
        return words.gettext(N_("The match is no longer over."))
    if before.over and after.over and before.verdict.winner != after.verdict.winner:
        return words.gettext(N_("The match ends differently now."))
    return ""
