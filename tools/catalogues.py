#!/usr/bin/env python3
"""The translators' catalogues: extract, update, compile, check.

tools/catalogues.py extract           write the English sentences to scorekeeper/translations/messages.pot
tools/catalogues.py update            add new and changed sentences to the catalogue of every language; create new ones
tools/catalogues.py compile           compile messages.po to messages.mo if the .po is newer
tools/catalogues.py check [--draft]   report missing, unused, inconsistent and untranslated messages, and refused words;
                                      exit with 1 if there are any (with --draft, only warn of untranslated messages)

The languages are those of scorekeeper/translations/languages.toml.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from gettext import c2py
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import write_mo
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.glossary import LANGUAGES, TRANSLATIONS, second_words  # noqa: E402 - found through the line above

TEMPLATE = TRANSLATIONS / "messages.pot"
KEYWORDS = {**DEFAULT_KEYWORDS, "NP_": ((1, "c"), 2)}
HEADER = {
    "project": "Canasta Scorekeeper",
    "version": "0",
    "copyright_holder": "the Canasta Scorekeeper authors",
    "msgid_bugs_address": "the issue list of the project",
    "last_translator": "the Canasta Scorekeeper authors",
    "language_team": "the Canasta Scorekeeper authors",
    "header_comment": "# The sentences of Canasta Scorekeeper.",
    "charset": "utf-8",
    "fuzzy": False,
}
#: In Czech a preposition or conjunction of one letter stays on the line of the word after it.
LOOSE = {"cs": re.compile(r"(?<![^\s(„])([aikosuvz]|[AIKOSUVZ](?= [^\W\dA-Z_]|[ ]%)) (?=\S)")}
NO_BREAK = "\N{NO-BREAK SPACE}"
#: The number of untranslated sentences that a report names.
SHOWN = 5
PLACEHOLDER = re.compile(r"%\((\w+)\)(\w)")


def plurals(language: str) -> tuple[int, str]:
    """The number of plural forms of a language, and the expression that chooses the form for n."""
    count, expression = LANGUAGES[language].get("plurals") or tuple(get_plural(language))[:2]
    return count, expression


def catalogue_files() -> list[Path]:
    """Every catalogue, in alphabetical order of the languages' codes."""
    return sorted(TRANSLATIONS.glob("*/LC_MESSAGES/messages.po"))


def language_of(path: Path) -> str:
    """The language of the folder that a catalogue is in."""
    return path.parent.parent.name


def read(path: Path) -> Catalog:
    """Read one catalogue; an error names the file."""
    with path.open("rb") as file:
        try:
            return read_po(file, locale=language_of(path), abort_invalid=True)
        except ValueError as error:
            raise SystemExit(f"{path.relative_to(ROOT)}: {error}") from error


def write(path: Path, catalogue: Catalog) -> None:
    """Write one catalogue, so that only the lines of changed sentences change. In the languages of `LOOSE`, `bound`
    first adds no-break spaces to its translations."""
    if path != TEMPLATE and language_of(path) in LOOSE:
        for message in catalogue:
            message.string = bound(message.string, language_of(path)) if message.id else message.string
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=0, sort_output=True, include_lineno=False, ignore_obsolete=True)


def bound(text: Any, language: str) -> Any:
    """A translation, or its plural forms, with no-break spaces after the words that must not end a line.

    An untranslated sentence stays empty.
    """
    if not text:
        return text
    if not isinstance(text, str):
        return tuple(bound(form, language) for form in text)
    return LOOSE[language].sub(rf"\1{NO_BREAK}", text)


def found_in_files(methods: list[tuple[str, str]], options: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """Yield every marked message in the files that babel.cfg names, as (file, line, message, comments, context). If a
    file cannot be read, the error names it."""
    reading: list[str] = []
    try:
        yield from extract_from_dir(
            ROOT,
            methods,
            options,
            KEYWORDS,
            comment_tags=("Translators:",),
            callback=lambda name, *_: reading.append(name),
            strip_comment_tags=True,
            directory_filter=lambda folder: not Path(folder).name.startswith("."),
        )
    except Exception as error:
        error.add_note(f"while reading {reading[-1] if reading else 'babel.cfg'}")
        raise


def extracted() -> Catalog:
    """Every marked sentence of the program."""
    with (ROOT / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)
    catalogue = Catalog(**HEADER)
    for name, line, message, comments, context in found_in_files(methods, options):
        catalogue.add(message, None, [(name, line)], auto_comments=comments, context=context)
    return catalogue


def begun(language: str) -> Catalog:
    """A new catalogue of a language, with the right plural forms in its header."""
    catalogue = Catalog(locale=language, **HEADER)
    # Babel has no public way to set these.
    catalogue._num_plurals, catalogue._plural_expr = plurals(language)
    return catalogue


def extract() -> int:
    """Write the template with every sentence."""
    template = extracted()
    write(TEMPLATE, template)
    print(f"{len(template)} sentences in {TEMPLATE.relative_to(ROOT)}")
    return 0


def update() -> int:
    """Add the program's sentences to the catalogues, and create missing catalogues. Translations are never guessed."""
    template = extracted()
    for language in sorted(LANGUAGES.keys() - {"en"}):
        path = TRANSLATIONS / language / "LC_MESSAGES" / "messages.po"
        catalogue = read(path) if path.exists() else begun(language)
        catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
        write(path, catalogue)
        open_ones = untranslated(catalogue, template)
        print(lacking(language, open_ones, template) if open_ones else f"{language}: complete")
    return 0


def compile_all() -> int:
    """Compile every catalogue that is newer than its compiled form. Returns 0."""
    for path in catalogue_files():
        target = path.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime < path.stat().st_mtime:
            catalogue = read(path)
            with target.open("wb") as file:
                write_mo(file, catalogue)
    return 0


def check(*, draft: bool = False) -> int:
    """Print everything that is wrong with the catalogues, and untranslated sentences. Returns 1 if there is anything.
    Untranslated sentences do not count with `draft`, nor in a language that is marked as `partial`."""
    paths, template = catalogue_files(), extracted()
    complaints = [f"in English: {found}" for message in template for found in words_refused("en", message, message.id)]
    without = sorted(LANGUAGES.keys() - {"en", *map(language_of, paths)})
    complaints += [f"{language} has no catalogue; `tools/catalogues.py update` begins it" for language in without]
    for path in paths:
        language, catalogue = language_of(path), read(path)
        complaints += [f"{path.relative_to(ROOT)}: {each}" for each in complaints_of(language, catalogue, template)]
        if open_ones := untranslated(catalogue, template):
            allowed = draft or LANGUAGES[language].get("partial", False)
            print("Warning:" if allowed else "Error:", lacking(language, open_ones, template))
            complaints += [] if allowed else [f"{language}: translate these before a release"]
    print("\n".join(complaints) or f"{len(paths)} catalogues, {len(template)} sentences: checked")
    return 1 if complaints else 0


def untranslated(catalogue: Catalog, template: Catalog) -> list[Message]:
    """The sentences of a catalogue that have no translation, or one that is marked as fuzzy."""
    kept = ((message, catalogue.get(message.id, message.context)) for message in template if message.id)
    return [message for message, own in kept if own and (own.fuzzy or not translated(own))]


def lacking(language: str, messages: Sequence[Message], template: Catalog) -> str:
    """A line with the translated share of a language, and the first untranslated sentences."""
    share = 100 * (len(template) - len(messages)) // len(template)
    named_ones = ", ".join(map(named, messages[:SHOWN])) + (", …" if len(messages) > SHOWN else "")
    return f"{language}: {share} % translated; {len(messages)} sentences are not: {named_ones}"


def complaints_of(language: str, catalogue: Catalog, template: Catalog) -> Iterator[str]:
    """Everything that is wrong with one catalogue."""
    if not right_plurals(language, catalogue):
        yield "the plural header must say nplurals={}; plural={}".format(*plurals(language))
    for message in template:
        if message.id:
            kept = catalogue.get(message.id, message.context)
            yield from complaints_about(message, kept)
            yield from words_refused(language, message, kept.string if kept else "")
            if kept and language in LOOSE and bound(kept.string, language) != kept.string:
                yield f"a one-letter word may end a line, `update` binds it: {named(message)}"
    for message in (*catalogue, *catalogue.obsolete.values()):
        if message.id and template.get(message.id, message.context) is None:
            yield f"unused: {named(message)}"


def complaints_about(wanted: Message, kept: Message | None) -> Iterator[str]:
    """Everything that is wrong with the translation of one sentence."""
    if kept is None:
        yield f"missing, `tools/catalogues.py update` brings it: {named(wanted)}"
    elif not translated(kept):
        return
    elif type(kept.id) is not type(wanted.id):
        yield f"its plural forms do not match: {named(wanted)}"
    elif not all(placeholders(form) in allowed_placeholders(wanted) for form in forms(kept.string)):
        yield f"placeholders differ: {named(wanted)}"


def words_refused(language: str, message: Message, text: Any) -> Iterator[str]:
    """Complaints about words that the table of terms (glossary.toml) refuses in this translation of a sentence."""
    for found in second_words(language, " ".join(forms(message.id)), " ".join(forms(text or ""))):
        yield f"{found}: {named(message)}"


def right_plurals(language: str, catalogue: Catalog) -> bool:
    """Return whether a catalogue's header agrees with `plurals`: it has the same number of plural forms, and chooses
    the same form for each number below 250."""
    count, expression = plurals(language)
    expected, own = c2py(expression), c2py(catalogue.plural_expr)
    return catalogue.num_plurals == count and all(expected(n) == own(n) for n in range(250))


def forms(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """The forms of a sentence: one, or one for each plural form."""
    return (text,) if isinstance(text, str) else tuple(text)


def translated(message: Message) -> bool:
    """Return whether every form of a sentence has a translation."""
    return bool(message.string) and all(forms(message.string))


def placeholders(text: str) -> frozenset[tuple[str, str]]:
    """The named placeholders of a sentence."""
    return frozenset(PLACEHOLDER.findall(text))


def allowed_placeholders(message: Message) -> set[frozenset[tuple[str, str]]]:
    """The sets of placeholders that a translation may use: those of any one English form."""
    return {placeholders(form) for form in forms(message.id)}


def named(message: Message) -> str:
    """A sentence as a complaint names it: in quotation marks, with its context."""
    context = f" [{message.context}]" if message.context else ""
    return f"{forms(message.id)[0]!r}{context}"


def main(arguments: list[str]) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("do", choices=("extract", "update", "compile", "check"))
    parser.add_argument("--draft", action="store_true", help="only warn of untranslated sentences")
    given = parser.parse_args(arguments)
    if given.do == "check":
        return check(draft=given.draft)
    return {"extract": extract, "update": update, "compile": compile_all}[given.do]()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
