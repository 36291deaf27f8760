#!/usr/bin/env python3
"""Write the generated pages of docs (options, keys, readings, glossary, api) from the rulebook and the program's texts.

tools/reference_docs.py        regenerate all of them; a test fails when they are out of date
"""

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scorekeeper.contract.rules import rule_set  # noqa: E402 - found through the line above
from scorekeeper.engine.deals.scoring import LINE_KEYS  # noqa: E402
from scorekeeper.rulebook.codes import codes  # noqa: E402
from scorekeeper.rulebook.loader import resolve, rulebook  # noqa: E402
from scorekeeper.rulebook.options import Option  # noqa: E402
from scorekeeper.rulebook.readings import readings, uses  # noqa: E402
from scorekeeper.rulebook.search.topics import topics  # noqa: E402
from scorekeeper.words import words_for  # noqa: E402
from scorekeeper.words.deals import (  # noqa: E402
    FINDINGS,
    LINES,
    NEEDS,
    VIOLATIONS,
)
from scorekeeper.words.permissions import GOING_OUT, PILE  # noqa: E402
from scorekeeper.words.refusals import REFUSALS  # noqa: E402
from tools import glossary  # noqa: E402
from tools.api_page import api_page  # noqa: E402

ENGLISH = words_for("en")
#: Findings that are unusual. All other findings break a rule.
UNUSUAL = (
    "not_a_multiple_of_five",
    "too_few_points_for_canastas",
    "too_few_cards_for_canastas",
    "cards_do_not_add_up",
)

OPTIONS_HEAD = """# House options

What a table may choose when it opens a match; the choice is frozen with it. An option that is left out has its
default, and one that a rule set does not know is refused. On the command line and over HTTP they stand under
`options`, as in `{"rules": "romanian", "options": {"deck": "162"}}`. This page is written by `tools/reference_docs.py`
from the rulebook.
"""
KEYS_HEAD = """# Keys

Every key that a result, a finding or a refusal may carry, with its English sentence. Keys never change once released;
new ones may be added. `%(found)s` and the like stand for what was found and what is allowed. This page is written by
`tools/reference_docs.py` from the program's own sentences.
"""

READINGS_HEAD = """# Readings

The source texts contradict themselves in places, leave gaps, and have misprints. Each such place that touches
a score or a ruling has an entry here: what is open, how the program reads it, and where the sources stand. The
rules page of a match names the same entries, and so do verdicts. Where a table may read it otherwise, the house
option is named. This page is written by `tools/reference_docs.py` from the rulebook.

A code such as `H18` is a letter for the text and a number for its section, as in `scorekeeper/rulebook/sources.toml`:
"""
GLOSSARY_HEAD = """# Glossary

One term for one thing, in each language. What is struck through is a second word for the same thing; `*` stands for
any ending. `tools/catalogues.py check` refuses it in the messages and their translations, and "unless" lists the
English words beside which it has another meaning. This page is written by `tools/reference_docs.py` from
`scorekeeper/translations/glossary.toml`.
"""
GLOSSARY_PARTS = {
    "cards": "Cards",
    "table": "At the table",
    "melds": "Melds and going out",
    "score": "The score and the law",
    "evening": "The club evening",
}
PARTS = {
    "scoring": "Scoring",
    "play": "Openings and the course of a deal",
    "rulings": "Rulings",
    "evening": "The club evening",
}


def readings_page() -> str:
    """The text of docs/readings.md: the readings by part, in the order of their file."""
    letters = [f"| `{code}` | {document.title} |" for code, document in rulebook().documents.items()]
    lines = [READINGS_HEAD, "| letter | text |", "|---|---|", *letters]
    for part, title in PARTS.items():
        lines += ["", f"## {title}"]
        for reading in (each for each in readings().values() if each.part == part):
            fields = {"Sources": reading.sources, "Option": uses()[reading.id].options}
            shown = {key: ", ".join(f"`{each}`" for each in named) for key, named in fields.items() if named}
            lines += ["", f"### {reading.id}: {reading.title}", "", reading.says, ""]
            shown |= {"Sources": ", ".join(f"<{link}>" for link in reading.links)} if reading.links else {}
            lines += [f"- {key}: {named}" for key, named in shown.items()] or ["- Sources: all are silent"]
    return "\n".join(lines) + "\n"


def glossary_page() -> str:
    """The text of docs/glossary.md: the terms by part, in the order of their file."""
    lines = [GLOSSARY_HEAD]
    names = " | ".join(each["name"] for each in glossary.LANGUAGES.values())
    for part, concepts in glossary.table().items():
        lines += [f"## {GLOSSARY_PARTS[part]}", "", f"| {names} | what it is |"]
        lines += ["|---" * (len(glossary.LANGUAGES) + 1) + "|"]
        for concept in concepts:
            terms = " | ".join(_term(concept.terms.get(language)) for language in glossary.LANGUAGES)
            lines.append(f"| {terms} | {concept.means or topics('term')[concept.topic].says} |")
        lines.append("")
    return "\n".join(lines)


def _term(term: glossary.Term | None) -> str:
    """A term with the words that are refused for it; empty if the language has no term yet."""
    if term is None:
        return ""
    refused = f" ~~{', '.join(term.refused)}~~".replace("*", "\\*") if term.refused else ""
    unless = f" (unless: {', '.join(term.unless)})".replace("*", "\\*") if term.unless else ""
    return f"**{term.term}**{refused}{unless}"


def options_page() -> str:
    """The text of docs/options.md."""
    return "\n".join([OPTIONS_HEAD, *(_option(option) for option in rulebook().options.values())])


def keys_page() -> str:
    """The text of docs/keys.md."""
    parts = [
        KEYS_HEAD,
        _table("Lines of a score", "`key`, and `detail` after the stroke", _lines()),
        _table("Findings", "told about a deal that is scored; `rank_twice` by `check opening` too", _with_levels()),
        _table("Violations", "of one meld, in `check meld`, `check opening` and in the findings of a deal", VIOLATIONS),
        _table("What an opening lacks", "`needs` of `check opening`", NEEDS),
        _table("May we take the pile?", "answers of the page “May I?”", {key: each.what for key, each in PILE.items()}),
        _table("May we go out?", "answers of the page “May I?”", {key: each.what for key, each in GOING_OUT.items()}),
        _table("Refusals", "an input that is malformed or impossible", REFUSALS),
        "## Outcomes of rulings\n\n`outcomes` of `rule`, by penalty code.\n",
        *(f"- `{code.id}`: {', '.join(f'`{key}`' for key in code.outcomes)}" for code in codes().values()),
        "",
    ]
    return "\n".join(parts)


def _lines() -> dict[str, str]:
    """The title of every line of a score by "key/detail". There is a premium for each step that a rule set pays."""
    steps = {step for facts in rulebook().rule_sets.values() for step, _ in facts.values["premiums.steps"].value}
    premiums = {f"premiums/{step}_canastas": f"The premium for {step} canastas" for step in sorted(steps)}
    named = LINES | _lines_of_rows() | LINES | {"going_out/plain": LINES["going_out"]} | premiums
    return {key: named[key] for key in sorted(named, key=lambda key: LINE_KEYS.index(key.split("/")[0]))}


def _lines_of_rows() -> dict[str, str]:
    """The titles of the lines that only some games have, each as the first of these games names it."""
    titles: dict[str, str] = {}
    for id_ in reversed(rulebook().rule_sets):
        rules = resolve(id_)
        kinds = [row for row in rules.canastas if f"{row.like or row.name}_canastas" not in LINE_KEYS]
        titles |= {f"canastas/{row.name}": row.title for row in kinds}
        likes = [row for row in rules.canastas if row.like and row.title]
        titles |= {f"{row.like}_canastas/{row.name}": row.title for row in likes}
        titles |= {f"unfinished/{row.key}": row.title for row in rules.unfinished if row.line == "unfinished"}
        titles |= {f"held/{row.key}": row.title for row in rules.held}
        titles |= {f"special_hand/{row.key}": row.title for row in rules.special_hands}
        titles |= {f"deal_bonus/{row.key}": row.title for row in rules.deal_bonuses}
    return titles


def _with_levels() -> dict[str, str]:
    alone = {key: text for key, text in FINDINGS.items() if key not in VIOLATIONS}
    return {key: f"{'unusual' if key in UNUSUAL else 'irregular'}: {text}" for key, text in alone.items()}


def _table(title: str, says: str, rows: Mapping[str, str]) -> str:
    lines = [f"| `{key}` | {text.replace('|', '/')} |" for key, text in rows.items()]
    return "\n".join(
        [f"## {title}", "", f"{says[0].upper()}{says[1:]}.", "", "| key | says |", "|---|---|", *lines, ""]
    )


def _option(option: Option) -> str:
    rows = [
        f"| `{id_}` | {_default(option, id_)} | {_shown(spec['allowed'])} | {spec['source'] or 'no source says it'} "
        f"| {_reading(spec['reading'])} |"
        for id_, spec in _specs(option)
    ]
    words = [f"- `{value}`: {choice.title}" for value, choice in option.choices.items()]
    sets = [f"Sets `{option.sets}`."] if option.sets else []
    return "\n".join(
        [
            f"## `{option.id}`",
            "",
            f"**{option.title}.** {option.says} {' '.join([f'Type: {option.type}.', *sets])}",
            "",
            *([*words, ""] if words else []),
            "| rule set | default | allowed | source | reading |",
            "|---|---|---|---|---|",
            *rows,
            "",
        ]
    )


def _specs(option: Option) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield (id of the rule set, the option as `scorekeeper rules` prints it) for each rule set that has the option."""
    for id_ in option.rule_sets:
        options = rule_set(id_, ENGLISH)["options"]
        yield id_, next(each for each in options if each["id"] == option.id)


def _default(option: Option, id_: str) -> str:
    """The default of an option in a game's first format, and in each format with a different default."""
    formats = rulebook().rule_sets[id_].formats
    values = {name: rulebook().defaults(id_, name)[option.id] for name in formats}
    first = values[formats[0]]
    others = [f"{name}: {_plain(value)}" for name, value in values.items() if value != first]
    return "; ".join([_plain(first), *others])


def _reading(id_: str | None) -> str:
    return f"[{id_}](readings.md)" if id_ else ""


def _shown(allowed: Iterable[Any]) -> str:
    return ", ".join(value if isinstance(value, str) and " " in value else _plain(value) for value in allowed)


def _plain(value: Any) -> str:
    """A value as in JSON, in backticks."""
    words = {None: "null", True: "true", False: "false"}
    word = words.get(value) if value is None or isinstance(value, bool) else None
    return f"`{word}`" if word else f'`"{value}"`' if isinstance(value, str) else f"`{value}`"


def main() -> int:
    """Write all pages."""
    (ROOT / "docs").mkdir(exist_ok=True)
    (ROOT / "docs" / "options.md").write_text(options_page(), encoding="utf-8")
    (ROOT / "docs" / "keys.md").write_text(keys_page(), encoding="utf-8")
    (ROOT / "docs" / "readings.md").write_text(readings_page(), encoding="utf-8")
    (ROOT / "docs" / "glossary.md").write_text(glossary_page(), encoding="utf-8")
    (ROOT / "docs" / "api.md").write_text(api_page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
