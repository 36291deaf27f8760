#!/usr/bin/env python3
"""docs/routes.md, written from the program's own routes.

tools/routes_page.py        write it anew; a test says when that is due
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from flask import Flask
from werkzeug.routing import Rule

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scorekeeper import create_app  # noqa: E402 - found through the line above
from scorekeeper.web.frame.rights import Right, right_for  # noqa: E402

HEAD = """# Addresses

Every address that the program answers, what it is, and whom it answers besides the machine that runs it (there nobody
needs a link; a director's PIN is asked for once one is set). Where a link has to be one to write, a device that came by
a link to watch is refused. How links and the PIN work: [sharing.md](sharing.md). This page is written by
`tools/routes_page.py` from the program.

| address | | what | answers |
|---|---|---|---|
"""
FILES = "A style, a script, a font or a drawing."


def routes_page(app: Flask) -> str:
    """The whole page."""
    return HEAD + "".join(f"{row}\n" for row in rows(app))


def rows(app: Flask) -> Iterator[str]:
    """A row a rule."""
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: (rule.rule, sorted(rule.methods or ()))):
        methods = " ".join(sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}))
        yield f"| `{rule.rule.replace('|', ' ')}` | {methods} | {said(app, rule)} | {whom(app, rule)} |"


def said(app: Flask, rule: Rule) -> str:
    """The first sentence of what answers."""
    if rule.endpoint == "static":
        return FILES
    lines = (app.view_functions[rule.endpoint].__doc__ or "").strip().splitlines()
    return lines[0].replace("|", "·") if lines else ""


def whom(app: Flask, rule: Rule) -> str:
    """Whom the view answers: by the right that it needs, and by what that right is of."""
    with app.app_context():
        right = right_for(rule.endpoint)
    of_what = "this match" if "match_id" in rule.arguments else "every match"
    said = {
        Right.NONE: "everybody",
        Right.ANY_LINK: "any link",
        Right.ANY_LINK_TO_WRITE: "any link to write",
        Right.WATCH: f"a link to {of_what}",
        Right.WRITE: f"a link to write in {of_what}",
        Right.DIRECT: "the director",
        None: "nobody",
    }
    return said[right]


def main() -> None:
    """Write the page."""
    with tempfile.TemporaryDirectory() as folder:
        page = routes_page(create_app({"DATABASE": Path(folder) / "scorekeeper.db"}))
    (ROOT / "docs" / "routes.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
