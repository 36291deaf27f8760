"""The chapters of the help page."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.words import Words
from scorekeeper.words.help import CHAPTERS


@dataclass(frozen=True, slots=True)
class Chapter:
    """One chapter: its anchor, its title, what it says in order."""

    id: str
    title: str
    says: tuple[str, ...]


def chapters(words: Words) -> tuple[Chapter, ...]:
    """Every chapter in the language of the words."""
    return tuple(
        Chapter(id_, words.gettext(title), tuple(words.gettext(text) for text in says))
        for id_, (title, says) in CHAPTERS.items()
    )
