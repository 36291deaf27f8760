"""A name that somebody is known by in another spelling: is it the same person? Asked where the name is typed."""

from __future__ import annotations

from collections.abc import Collection

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.values import Struct
from scorekeeper.web.frame.desk import current_desk
from scorekeeper.words import N_, Words

#: The fields of the two answers: the name as it was typed is the known one's, or somebody else's.
SAME, APART = "same", "apart"
MOST_APART = 200
IS_IT = N_("“%(typed)s”: %(known)s played here before. Is this the same person?")
TOO_ALIKE = N_(
    "“%(typed)s” differs from %(known)s only in capitals or spaces. Add something to the name, such as the first "
    "letter of another name."
)


class Question(Struct):
    """What is asked of a typed name; `must`: it cannot stay as it is."""

    typed: str
    known: str
    says: str
    must: bool


def questions(names: Collection[str], apart: Collection[str], words: Words) -> tuple[Question, ...]:
    """What is asked of these names, those left out that were said to be somebody else's."""
    asked = []
    for each in current_desk().ledger.players.alike([" ".join(name.split()) for name in names if name.strip()]):
        told = each.typed in apart
        if each.same or not told:
            says = words.gettext(TOO_ALIKE if told else IS_IT, typed=each.typed, known=each.known)
            asked.append(Question(each.typed, each.known, says, must=told))
    return tuple(asked)


def said_apart(values: MultiDict[str, str]) -> tuple[str, ...]:
    """The names that were said to be somebody else's."""
    return tuple(dict.fromkeys(name[:MOST_APART] for name in values.getlist(APART)))[:MOST_APART]


def answered(values: MultiDict[str, str]) -> dict[str, str]:
    """The known name by the typed one that was just said to be the same person's."""
    alike = current_desk().ledger.players.alike(values.getlist(SAME)[:1])
    return {each.typed: each.known for each in alike}
