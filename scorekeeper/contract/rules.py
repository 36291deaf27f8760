"""`scorekeeper rules`: the rule sets with their formats, options and values."""

from scorekeeper.contract.answer import Json, answering
from scorekeeper.engine.refused import malformed
from scorekeeper.rulebook.codes import SourceText
from scorekeeper.rulebook.loader import Rulebook, RuleSetFacts, rulebook
from scorekeeper.rulebook.options import Option
from scorekeeper.rulebook.values import Value
from scorekeeper.words import Words

#: The source of a value that is in no text.
NOWHERE = "-"


@answering
def rule_sets(request: object, words: Words) -> Json:
    """All rule sets with their options; the request is ignored."""
    book = rulebook()
    return {"rule_sets": [_summary(facts, book, words) for facts in book.rule_sets.values()]}


@answering
def rule_set(request: object, words: Words) -> Json:
    """One rule set by its id, with its options and with all values and their sources. Refuses an unknown id."""
    book = rulebook()
    if not isinstance(request, str) or request not in book.rule_sets:
        raise malformed("unknown_rule_set", "rules", request, book.rule_sets)
    facts = book.rule_sets[request]
    values = {path: _value(value, book, words) for path, value in facts.in_format().items()}
    by_format = {
        name: {path: _value(value, book, words) for path, value in changed.items()}
        for name, changed in facts.by_format.items()
    }
    formats = (value for changed in facts.by_format.values() for value in changed.values())
    cited = {code for value in (*facts.in_format().values(), *formats) for code in value.sources} - {NOWHERE}
    documents = {book.sections[code].document.code: book.sections[code].document for code in cited}
    return {
        **_summary(facts, book, words),
        "documents": [_document(each, words) for _, each in sorted(documents.items())],
        "values": values,
        "by_format": by_format,
    }


def _summary(facts: RuleSetFacts, book: Rulebook, words: Words) -> Json:
    return {
        "id": facts.id,
        "title": words.gettext(facts.title),
        "says": words.gettext(facts.says),
        "source": words.gettext(book.documents[facts.document].title),
        "formats": list(facts.formats),
        "options": [_option(option, facts, book, words) for option in book.options_of(facts.id)],
    }


def _option(option: Option, facts: RuleSetFacts, book: Rulebook, words: Words) -> Json:
    offer = option.rule_sets[facts.id]
    return {
        "id": option.id,
        "group": option.group,
        "title": words.gettext(option.title),
        "says": words.gettext(option.says),
        "type": option.type,
        "allowed": list(option.allowed(facts.id)),
        "default": book.defaults(facts.id, facts.formats[0])[option.id],
        "source": _section(offer.source, book, words),
        "reading": offer.reading,
    }


def _value(value: Value, book: Rulebook, words: Words) -> Json:
    section = book.sections.get(value.source)
    return {
        "value": value.value,
        "source": _section(value.source, book, words),
        "also": [_section(code, book, words) for code in value.also],
        "grade": section.document.grade if section else None,
        "reading": value.reading,
    }


def _document(document: SourceText, words: Words) -> Json:
    """A source text with its address; for a digest, also how much of the text was seen."""
    values = {
        "code": document.code,
        "title": words.gettext(document.title),
        "address": document.address,
        "grade": document.grade,
    }
    return {**values, "seen": document.seen} if document.seen else values


def _section(source: str, book: Rulebook, words: Words) -> str | None:
    """The title of a source text and the heading of its section; None for a value that is in no source."""
    section = book.sections.get(source)
    return f"{words.gettext(section.document.title)}: {section.heading}" if section else None
