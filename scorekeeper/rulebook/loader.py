"""The rulebook: rule sets, formats and house options from TOML, resolved to the engine's `RuleSet`."""

import json
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache, wraps
from threading import Lock
from typing import Any, TypeVar

from scorekeeper.engine.reading import Object, Text, form, read
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.rules import RuleSet, from_plain, frozen, to_plain, value_at
from scorekeeper.engine.rules import sections as sections_of_rules
from scorekeeper.engine.values import UNSET, Struct, replace
from scorekeeper.rulebook import tables
from scorekeeper.rulebook.checks import NAMING, check_rows
from scorekeeper.rulebook.codes import (
    OwnSource,
    ReadingsFile,
    ReadingText,
    SourceText,
    adjudicating,
    code_values,
    codes,
    sources,
)
from scorekeeper.rulebook.options import Option, read_options
from scorekeeper.rulebook.tables import RulebookError, among, naming, parsed, placed, read_file, wrong
from scorekeeper.rulebook.values import Value, hints, read_values, resolved, row_name

T = TypeVar("T")
#: The id of the option that chooses the penalty code.
OF_THE_CODE = "penalty-code"


class Section(Struct):
    """A section of a source text; the heading is in the language of the text."""

    document: SourceText
    heading: str


class Format(Struct, forbid_unknown_fields=True):
    """A format. `table` has the values of `RuleSet.table` except `format`, `hand_size` and `draw`."""

    title: Text
    table: Object
    id: str = ""


#: The type of the file of a rule set.
_RuleSetText = form(
    "RuleSetText",
    title=Text,
    says=Text,
    place=int,
    document=Text,
    formats=tuple[Text, ...],
    house_formats=(tuple[Text, ...], ()),
    options=Object,
    **dict.fromkeys(("base", "look_up", "procedures"), (Text | None, None)),
    source=(tuple[OwnSource, ...], ()),
    reading=(tuple[ReadingText, ...], ()),
    format=(dict[str, Object], {}),
    **dict.fromkeys(sections_of_rules(), (Any, UNSET)),
)


class RuleSetFacts(Struct):
    """A rule set: every value with its source. Values that are not in its file come from its base.

    `values` (by path) apply unless the format or the penalty code of a match changes them. `by_format` has the values
    that a format changes, `codes` those that a penalty code changes, both by id and then by path. `offers` are the
    options by id, as in the file.

    In a match without a penalty code, offences are looked up in the code `look_up` (None: in all). `procedures` is the
    id of the rule set whose rules of play apply. `house_formats` are those of the `formats` that no source describes.
    """

    id: str
    title: str
    says: str
    document: str
    formats: tuple[str, ...]
    values: Mapping[str, Value]
    by_format: Mapping[str, Mapping[str, Value]]
    codes: Mapping[str, Mapping[str, Value]]
    look_up: str | None
    procedures: str
    offers: Mapping[str, Any]
    readings: tuple[ReadingText, ...] = ()
    house_formats: tuple[str, ...] = ()

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of the rule set, as "section.key"."""
        return tuple(dict.fromkeys(row_name(path) for path in self.values if path.count(".") == 2))

    def in_format(self, format_: str | None = None, code: str | None = None) -> dict[str, Value]:
        """The values in a format (None: those that all formats share), under a penalty code (None: the rule set's
        own). A value of the code is left out if the rule set does not have its row or, outside rows, its path."""
        values = {**self.values, **self.by_format.get(format_ or "", {})}
        rows = {row_name(path) for path in values}
        of_code = self.codes.get(code or values["code.id"].value, {})
        return {**values, **{path: value for path, value in of_code.items() if row_name(path) in rows}}


class Rulebook(Struct):
    """The contents of the TOML files about rule sets. `documents` and `sections` are by code ("H" and "H18"), the other
    fields by id."""

    documents: Mapping[str, SourceText]
    sections: Mapping[str, Section]
    formats: Mapping[str, Format]
    rule_sets: Mapping[str, RuleSetFacts]
    options: Mapping[str, Option]

    def first(self, but: str = "") -> str:
        """The id of the first rule set other than `but`: pages show it until a reader chooses one."""
        return next(id_ for id_ in self.rule_sets if id_ != but)

    def options_of(self, rule_set: str) -> tuple[Option, ...]:
        """The options of a rule set, in the order in which pages show them."""
        return tuple(option for option in self.options.values() if rule_set in option.rule_sets)

    def defaults(self, rule_set: str, format_: str, code: str | None = None) -> dict[str, Any]:
        """The default of every option of a rule set in a format, under a penalty code (None: the rule set's own)."""
        facts = self.rule_sets[rule_set].in_format(format_, code)
        values = {path: value.value for path, value in facts.items()}
        return {option.id: option.default_of(values) for option in self.options_of(rule_set)}


def _once(read: Callable[[], T]) -> Callable[[], T]:
    """Cache the result of a slow function. Concurrent callers wait for the first call instead of repeating it."""
    reading = Lock()
    kept: list[T] = []

    @wraps(read)
    def asked() -> T:
        if not kept:
            with reading:
                if not kept:
                    kept.append(read())
        return kept[0]

    return asked


@_once
def rulebook() -> Rulebook:
    """The rulebook, read and checked once. Raises `RulebookError` if a file is wrong."""
    texts = sources()
    documents = {code: replace(each, code=code) for code, each in texts.documents.items()}
    trees = _trees()
    sections = {**_sections(texts.sections, documents), **_own_sources(trees)}
    documents |= {section.document.code: section.document for section in sections.values()}
    formats = {id_: replace(each, id=id_) for id_, each in read_file(dict[str, Format], "formats.toml").items()}
    by_base: dict[str, RuleSetFacts] = {}
    for id_ in _bases_first(trees):
        by_base[id_] = read_rule_set(id_, trees[id_], by_base, sections, formats)
    facts = {id_: by_base[id_] for id_ in trees}
    offers = {id_: each.offers for id_, each in facts.items()}
    titles = {code.id: code.title for code in adjudicating()}
    options = read_options(parsed("options.toml"), sections, offers, titles)
    book = Rulebook(documents, sections, formats, facts, options)
    shared = read_file(ReadingsFile, "readings.toml").reading
    reading_ids = dict.fromkeys(
        reading.id for readings in (shared, *(each.readings for each in facts.values())) for reading in readings
    )
    for id_ in facts:
        _check_readings(book, id_, reading_ids)
        _check_offers(book, id_)
    return book


def _check_readings(book: Rulebook, id_: str, reading_ids: Collection[str]) -> None:
    """Raise `RulebookError` for a value or an option whose reading does not exist."""
    facts = book.rule_sets[id_]
    file, offers = f"rule_sets/{id_}.toml", facts.offers
    tables = {"": facts.values, **{f"format.{name}.": changed for name, changed in facts.by_format.items()}}
    named = [(file, at + path, value.reading) for at, values in tables.items() for path, value in values.items()]
    for option in book.options_of(id_):
        own = (file, f"options.{option.id}") if "reading" in offers[option.id] else ("options.toml", option.id)
        named.append((*own, option.rule_sets[id_].reading))
    for where, path, reading in named:
        if reading is not None and reading not in reading_ids:
            raise RulebookError(
                f"{where}: {path}: reading {reading!r} is told nowhere; allowed: {', '.join(reading_ids)}"
            )


def _check_offers(book: Rulebook, id_: str) -> None:
    """Raise `RulebookError` for an option that sets a value in a row that does not exist, or makes rows
    inconsistent."""
    facts, file = book.rule_sets[id_], f"rule_sets/{id_}.toml"
    rows, anywhere = facts.rows, {row for each in book.rule_sets.values() for row in each.rows}
    for option in book.options_of(id_):
        for path in option.paths:
            section, *rest = path.split(".")
            row = f"{section}.{rest[0]}"
            if len(rest) > 1 and row not in rows:
                there = ", ".join(each for each in rows if each.startswith(f"{section}.")) or "none"
                where = f"{file}: options.{option.id}" if row in anywhere else f"options.toml: {option.id}"
                raise RulebookError(f"{where}: there is no row {row} in {id_}; it has: {there}")
        for choice in option.choices.values():
            if any(path.endswith(NAMING) for path in choice.effect):
                changed = {path: Value(new, "-") for path, new in choice.effect.items()}
                check_rows({**facts.values, **changed}, f"options.toml: {option.id} in {id_}")


def _trees() -> dict[str, dict[str, Any]]:
    """The parsed files of all rule sets by id, in the order in which pages list them."""
    files = sorted((tables.FOLDER / "rule_sets").glob("*.toml"))
    trees = {path.stem: parsed(f"rule_sets/{path.name}") for path in files}
    return {id_: trees[id_] for id_ in sorted(trees, key=lambda id_: (_text_of(id_, trees[id_]).place, id_))}


def _text_of(id_: str, tree: Mapping[str, Any]) -> Any:
    """The parsed file of a rule set as a value of its type."""
    with naming(f"rule_sets/{id_}.toml"):
        return read(_RuleSetText, tree)


def _bases_first(trees: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The ids of all rule sets, each after its base; rule sets whose base does not exist come last."""
    ready: list[str] = []
    for _ in trees:
        ready += [id_ for id_ in trees if id_ not in ready and trees[id_].get("base") in (None, *ready)]
    return [*ready, *(id_ for id_ in trees if id_ not in ready)]


def _own_sources(trees: Mapping[str, Mapping[str, Any]]) -> dict[str, Section]:
    """The sources in the files of rule sets, by code: each is a document with one section, which has the same code."""
    own: dict[str, Section] = {}
    for id_, tree in trees.items():
        with naming(f"rule_sets/{id_}.toml"):
            for source, where in placed(_text_of(id_, tree).source, "source"):
                if not (title := source.title or source.name):
                    raise malformed("missing", f"{where}.name")
                if source.code in own:
                    raise wrong(f"{source.code!r} stands twice among the sources of rule sets", f"{where}.code")
                own[source.code] = Section(replace(source, title=title), source.heading)
    return own


def _sections(headings: Mapping[str, str], documents: Mapping[str, SourceText]) -> dict[str, Section]:
    """The sections by code. The first letter of a section's code is the code of its document."""
    if strange := [code for code in headings if code[0] not in documents]:
        raise RulebookError(f"sources.toml: {', '.join(strange)} is in no document; known: {', '.join(documents)}")
    return {code: Section(documents[code[0]], heading) for code, heading in headings.items()}


def read_rule_set(
    id_: str,
    tree: Mapping[str, Any],
    others: Mapping[str, RuleSetFacts],
    sections: Mapping[str, Section],
    formats: Mapping[str, Format],
) -> RuleSetFacts:
    """The rule set in a TOML tree. Values that it does not set come from its `base`, one of the `others`. Raises
    `RulebookError` if the tree is wrong."""
    file, text = f"rule_sets/{id_}.toml", _text_of(id_, tree)
    base = others.get(text.base)
    with naming(file):
        _check_names(text, others, sections, formats)
        own = read_values({key: tree[key] for key in tree if key in sections_of_rules()}, sections)
        by_format = {name: read_values(changed, sections, f"format.{name}") for name, changed in text.format.items()}
        lent = base.values if base else {}
        for gone in own.without:
            section, there = gone.split(".")[0], base.rows if base else ()
            if gone not in there:
                has = ", ".join(row for row in there if row.startswith(f"{section}.")) or "none"
                raise wrong(f"the base has no row {gone}; it has: {has}", f"{section}.without")
        values = {"code.title": Value(None, "-"), **own.over(lent)}  # a code sets its own title, over this
        by_match = {"table.format", *(f"table.{key}" for format_ in formats.values() for key in format_.table)}
        if missing := [path for path in hints() if "*" not in path and path not in values and path not in by_match]:
            raise wrong(f"no value for {', '.join(missing)}", "")
    check_rows(values, file)
    return RuleSetFacts(
        id=id_,
        title=text.title,
        says=text.says,
        document=text.document,
        formats=(*text.formats, *text.house_formats),
        house_formats=text.house_formats,
        values=values,
        by_format={name: changed.given for name, changed in by_format.items()},
        codes=code_values(),
        look_up=text.look_up or (base.look_up if base else None),
        procedures=text.procedures or id_,
        offers=text.options,
        readings=text.reading,
    )


def _check_names(text: Any, others: Collection[str], sections: Mapping[str, Section], formats: Collection[str]) -> None:
    """Raise `Refused` if a rule set refers to something that does not exist, or has no format."""
    among((text.base,), "base", others)
    among((text.procedures,), "procedures", others)
    among((text.look_up,), "look_up", codes())
    among((text.document,), "document", sorted({section.document.code for section in sections.values()}))
    among(text.formats, "formats", formats)
    among(text.house_formats, "house_formats", formats)
    among(text.format, "format", formats)
    if not text.formats:
        raise wrong(f"at least one is needed; allowed: {', '.join(formats)}", "formats")


def rules_of(request: Mapping[str, Any]) -> RuleSet:
    """The rule set for the `rules`, `format` and `options` of a request. Raises `Refused`, with the allowed values, if
    `rules` is missing or a value is not allowed."""
    if "rules" not in request:
        raise malformed("missing", "rules", allowed=rulebook().rule_sets)
    return resolve(request["rules"], request.get("format"), request.get("options"))


def with_code(options: Mapping[str, Any], code: str | None) -> dict[str, Any]:
    """The house options, with the penalty code `code` as one of them unless it is None."""
    return {**options, OF_THE_CODE: code} if code else dict(options)


def resolve(rule_set: Any, format_: Any = None, options: Any = None) -> RuleSet:
    """The rules of a rule set in a format (None: its first) with house options (None: all defaults).

    Raises `Refused` (malformed) for an unknown rule set, format, option or value, with the allowed ones.
    """
    book = rulebook()
    if not isinstance(rule_set, str) or rule_set not in book.rule_sets:
        raise malformed("unknown_rule_set", "rules", rule_set, book.rule_sets)
    facts = book.rule_sets[rule_set]
    format_ = facts.formats[0] if format_ is None else format_
    if not isinstance(format_, str) or format_ not in facts.formats:
        raise malformed("unknown_format", "format", format_, facts.formats)
    return _resolved(rule_set, format_, json.dumps(_checked(options, rule_set)))


def under_code(rules: RuleSet, options: Mapping[str, Any], code: str) -> RuleSet:
    """The `rules` of a match with these options, under the penalty code `code` instead. The values that any code can
    set come from today's rulebook; all others stay as in `rules`. Raises `Refused` for an unknown code or option."""
    if rules.code.id == code:
        return rules
    today, plain = resolve(rules.id, rules.table.format, {**options, OF_THE_CODE: code}), to_plain(rules)
    for path in ("code.id", *dict.fromkeys(path for values in code_values().values() for path in values)):
        section, *row, name = path.split(".")
        of_row = [each for each in plain[section] if each["key"] == row[0]] if row else [plain[section]]
        for values in of_row:
            values[name] = value_at(today, path)
    return from_plain(plain)


def _checked(options: Any, rule_set: str) -> dict[str, Any]:
    offered = {option.id: option for option in rulebook().options_of(rule_set)}
    options = {} if options is None else options
    if not isinstance(options, Mapping):
        raise malformed("not_an_object", "options", options)
    for id_ in options:
        if id_ not in offered:
            raise malformed("unknown_option", f"options.{id_}", id_, offered)
    return {id_: offered[id_].check(options[id_], rule_set) for id_ in offered if id_ in options}


@lru_cache(maxsize=256)
def _resolved(rule_set: str, format_: str, options: str) -> RuleSet:
    book = rulebook()
    chosen: dict[str, Any] = {}
    for id_, value in json.loads(options).items():
        chosen |= book.options[id_].effect(value)
    facts = book.rule_sets[rule_set].in_format(format_, chosen.get("code.id"))
    values = {path: value.value for path, value in facts.items()}
    values |= {f"table.{key}": value for key, value in book.formats[format_].table.items()}
    values |= {"table.format": format_, **values, **chosen}
    return from_plain({"id": rule_set, **resolved({path: frozen(value) for path, value in values.items()})})
