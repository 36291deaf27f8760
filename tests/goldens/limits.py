"""Pages and sheets with a list that is exactly as long as its limit, or longer by one. The limits are lowered, because
the small club would not reach them."""

import difflib
from collections.abc import Callable, Iterator, Mapping, Sequence
from unittest.mock import patch

from tests.goldens.club import ALONE, KNOCKOUT, NIGHT, SEASON

#: By the name of a limit: the pages and sheets to which it applies.
LIMITS: Mapping[str, Sequence[str]] = {
    "web.players.PAGE": ("/players", "/players/5", "/players/9"), "web.players.MOST_MET": ("/players/9",),
    "web.players.SUGGESTED": ("/players/names?q=o",), "web.evenings.setup.pages.MOST_RECENT": ("/evenings/new",),
    "web.matches.listing.PAGE": ("/", "/?status=over", f"/?evening={ALONE}"),
    "web.evenings.history.PAGE": (f"/evenings/{NIGHT}/history", f"/evenings/{NIGHT}/history?before=9"),
    "web.evenings.wall.MOST_ROUNDS": (f"/evenings/{KNOCKOUT}/wall",),
    "paper.MOST_MATCHES": ("/sheets/evening/2026-11-21",), "contract.search.MOST_HITS": ("/search?q=frozen+pile",),
    "sheets.tables.MOST_ACROSS": (f"/evenings/{ALONE}/print/cross",),
    "sheets.tables.MOST_EVENINGS_ACROSS": (f"/seasons/{SEASON}/print",),
}  # fmt: skip
#: No list of the small club is longer.
LONGEST = 99


def within(got: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """Yield each page with the lowest limit that leaves it unchanged, and the lines that change at the limit below."""
    for limit, addresses in LIMITS.items():
        for address in addresses:
            usual, before, most = got(address).splitlines(), list[str](), 0
            while (most := most + 1) <= LONGEST:
                with patch(f"scorekeeper.{limit}", most):
                    shown = got(address).splitlines()
                if shown == usual:
                    break
                before = shown
            changed = [line for line in difflib.unified_diff(usual, before, n=0, lineterm="") if line[:2] != "@@"][2:]
            yield f"{limit} {address}", "".join(f"{line}\n" for line in (f"as ever from {most} on", *changed))
