#!/usr/bin/env python3
"""Write docs/routes.md from the program's own routes.

tools/routes_page.py        regenerate it; a test fails when it is out of date
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

Every address of the program, what it is, and who may use it. On the machine that runs the program nobody needs a link.
What only the director may do asks for the PIN, there too once one is set; on any other device it also needs the link
that is named. A device with only a link to watch is refused where a link to write is needed. How links and the PIN
work: [sharing.md](sharing.md). `tools/routes_page.py` writes this page from the program.

| address | | what | who may use it |
|---|---|---|---|
"""
FILES = "A style, a script, a font or a drawing."


def routes_page(app: Flask) -> str:
    """The text of docs/routes.md."""
    return HEAD + "".join(f"{row}\n" for row in rows(app))


def rows(app: Flask) -> Iterator[str]:
    """Yield a row of the table for each route, in the order of their addresses."""
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: (rule.rule, sorted(rule.methods or ()))):
        methods = " ".join(sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}))
        yield f"| `{rule.rule.replace('|', ' ')}` | {methods} | {what(app, rule)} | {who(app, rule)} |"


def what(app: Flask, rule: Rule) -> str:
    """The first line of the view's docstring."""
    if rule.endpoint == "static":
        return FILES
    lines = (app.view_functions[rule.endpoint].__doc__ or "").strip().splitlines()
    return lines[0].replace("|", "·") if lines else ""


def who(app: Flask, rule: Rule) -> str:
    """The people who may use a rule, in words: "any link", "everybody". This depends on the right that its view needs,
    and on the match or evening in its address."""
    with app.app_context():
        right = right_for(rule.endpoint)
    ours = {"match_id": "this match", "evening_id": "this evening"}
    of_what = next((what for name, what in ours.items() if name in rule.arguments), "every match")
    looks = "every match, or to an evening of it" if "season_id" in rule.arguments else of_what
    says = {
        Right.NONE: "everybody",
        Right.ANY_LINK: "any link",
        Right.ANY_LINK_TO_WRITE: "any link to write",
        Right.WATCH: f"a link to {looks}",
        Right.AT_TABLE: "the link of that table of the evening",
        Right.WRITE: f"a link to write in {of_what}",
        Right.DIRECT: f"the director, with a link to write in {of_what}",
        None: "nobody",
    }
    return says[right]


def main() -> None:
    """Write the page."""
    with tempfile.TemporaryDirectory() as folder:
        page = routes_page(create_app({"DATABASE": Path(folder) / "scorekeeper.db"}))
    (ROOT / "docs" / "routes.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
