"""The house options of a rule set in words, for forms and pages."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.engine.rules import RuleSet
from scorekeeper.rulebook.codes import codes
from scorekeeper.rulebook.loader import RuleSetFacts, rulebook
from scorekeeper.rulebook.options import GROUPS as GROUP_KEYS
from scorekeeper.rulebook.options import Option
from scorekeeper.web.matches.forms import MatchForm, as_text, chosen, field_of, shown_default
from scorekeeper.words import N_, Words
from scorekeeper.words.options import GROUPS, say_end, say_format, say_option
from scorekeeper.words.rulings import code_title


def option_groups(form: MatchForm, words: Words, *, but: str = "") -> list[dict[str, Any]]:
    """The options of the form's rule set, as a dictionary for each group, without the option `but` and without empty
    groups. In a group, `in_short` lists the titles of its options, with the values of those that were changed."""
    (values, _), defaults = chosen(form), form.defaults
    groups = []
    for key in GROUP_KEYS:
        options = [each for each in rulebook().options_of(form.rules) if each.group == key and each.id != but]
        names = [
            f"{name}: {say_option(option, values[option.id], words)}" if option.id in values else name
            for option in options
            for name in (words.gettext(option.title),)
        ]
        shown = [
            _view(option, form, shown_default(option, defaults[option.id], form), option.id in values, words)
            for option in options
        ]
        if shown:
            of_group = {"key": key, "title": words.gettext(GROUPS[key]), "in_short": " · ".join(names)}
            groups.append({**of_group, "options": shown})
    return groups


def formats_of(facts: RuleSetFacts, words: Words) -> list[tuple[str, str]]:
    """The formats of a rule set as (id, title). The title of a format that is in no source has a note."""
    formats = rulebook().formats
    return [(id_, say_format(formats[id_].title, words, house=id_ in facts.house_formats)) for id_ in facts.formats]


def agreed(options: Mapping[str, Any], words: Words) -> list[tuple[str, str]]:
    """Title and value of each changed option; an unknown option has its key as title."""
    return [
        (words.gettext(option.title), say_option(option, value, words))
        if (option := rulebook().options.get(id_))
        else (id_, str(value))
        for id_, value in options.items()
    ]


def in_short(rules: RuleSet, changed: Sequence[tuple[str, str]], words: Words, *, code: bool = False) -> str:
    """The house rules in one line: the target, with `code` also the penalty code, and the changed options."""
    parts = [say_end(rules, words)]
    parts += [code_title(rules.code.id, codes(), words)] if code and rules.code.id != "none" else []
    parts += [f"{title}: {value}" for title, value in changed]
    return " · ".join(parts)


def _view(option: Option, form: MatchForm, default: Any, changed: bool, words: Words) -> dict[str, Any]:
    """The template variables of an option, such as its kind of field (`control`), the text in it (`value`), and its
    choices as (value, words)."""
    listed = option.allowed(form.rules) if option.type in ("choice", "switch") else ()
    choices = [(as_text(value), say_option(option, value, words)) for value in listed]
    usual = None if default in option.words else default  # such a default is an empty field with a hint
    return {
        "id": option.id,
        "name": field_of(option),
        "title": words.gettext(option.title),
        "says": words.gettext(option.says),
        "control": _control(option, choices),
        "value": form.options.get(option.id, as_text(usual)),
        "choices": choices,
        "hint": _hint(option, words),
        "changed": changed,
    }


def _control(option: Option, choices: Sequence[tuple[str, str]]) -> str:
    if option.type == "number":
        return "number"
    if option.type == "decimal":
        return "text"
    return "segmented" if len(choices) <= 3 and sum(len(text) for _, text in choices) < 45 else "select"


def _hint(option: Option, words: Words) -> str:
    if option.words:
        return words.gettext(N_("Empty: %(meaning)s"), meaning=words.gettext(option.choices[option.words[0]].title))
    if option.optional and option.type in ("number", "decimal"):
        return words.gettext(N_("May stay empty."))
    return ""
