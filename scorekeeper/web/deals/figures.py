"""What stands beside the figures of an entry: what is wrong with one, what was recorded before it was changed, and what
changed since somebody agreed to them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import TYPE_CHECKING

from scorekeeper.words import N_, entry

if TYPE_CHECKING:
    from scorekeeper.web.deals.views import EntryPage

AGREED = N_("%(side)s agreed to %(then)s; it is now %(now)s.")


def wrong_at(page: EntryPage) -> Mapping[str, str]:
    """What is wrong with a figure, by its field, in a few words."""
    refused, says = page.preview.refused, entry.AT_FIGURE
    found = {each.field: (each.key, 0) for each in page.open_questions if each.key in says}
    if refused and refused.key in says and (field := page.entered.field_at(refused.where)):
        found[field] = (refused.key, int((refused.allowed or (0,))[0]))
    return {field: page.words.gettext(says[key], allowed=most) for field, (key, most) in found.items()}


def recorded(name: str, page: EntryPage) -> str:
    """The recorded figure of a field that was changed since, where its side is entered as it was then; else nothing."""
    way, was = f"{name[:2]}-way", page.was
    if was.get(way, "") != page.value(way) or (name not in was and not page.value(name)):
        return ""
    now = page.form.sums.get(name) or page.value(f"{name}-more") or page.value(name) or 0
    return "" if str(now) == was.get(name, "0") else was.get(name, "0")


def told(page: EntryPage) -> Iterator[str]:
    """The fields beside which anything is said."""
    changed = {name for name in page.form.table if page.was and recorded(name, page)}
    yield from {*page.at_figures, *page.form.sums, *changed}


def disagreed(page: EntryPage) -> Iterator[str]:
    """What changed since somebody agreed: their consent is to figures, and ends with them."""
    agreed = page.agreed_to.split("/") if page.agreed_to else []
    for scorer, then in zip_longest(page.all_scorers, agreed[: len(page.all_scorers)]):
        if agreed and scorer.got and then != str(scorer.got.total):
            was = int(then) if re.fullmatch(r"-?[0-9]{1,7}", then or "") else "–"
            yield page.words.gettext(AGREED, side=scorer.name, then=was, now=scorer.got.total)
