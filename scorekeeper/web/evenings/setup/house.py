"""The house rules in the form that sets up an evening: the same options as for a match."""

from collections.abc import Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.refused import Refused
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.web.frame.desk import current_desk
from scorekeeper.web.matches.forms import MatchForm, as_typed, chosen, field_of, listed_choice, read_form, switched
from scorekeeper.web.matches.options import agreed, in_short, option_groups
from scorekeeper.words import Words

#: The prefix of the fields of options, and the hidden field that records for which rules they were shown.
OPTIONS, WAS = "options.", "was"


def house_page(typed: Mapping[str, str], words: Words) -> dict[str, Any]:
    """Return the variables of the template, for the `typed` fields.

    `groups` are the options of the chosen rules, without the penalty code, which has its own field. `in_short` has the
    house rules in one line. `presets` are the saved house rules as (id, name). `was` is the value of the field `WAS`.
    """
    form, of_code = _form(typed), _of_code(typed["rules"])
    options = {id_: value for id_, value in chosen(form)[0].items() if id_ not in (of_code, "target")}
    return {
        "groups": option_groups(form, words, but=of_code),
        "in_short": in_short(resolve(form.rules, form.format, chosen(form)[0]), agreed(options, words), words),
        "presets": [(each.id, each.name) for each in current_desk().ledger.presets.all()],
        "was": form.was,
    }


def house_options(typed: Mapping[str, str]) -> dict[str, Any]:
    """The values of the options that differ from the rule set, by id. Raises `Refused`; its `where` is the field.

    The option for the penalty code is left out, because the code is a setting of its own.
    """
    values, refused = chosen(_form(typed))
    if refused:
        raise refused[0]
    return {id_: value for id_, value in values.items() if id_ != _of_code(typed["rules"])}


def typed_options(rules: str, format_: str, options: Mapping[str, Any], code: str | None) -> dict[str, str]:
    """The form's fields for these options, by name; `code` is None if the penalty code is one of the options."""
    of_code = _of_code(rules)
    fields = {f"{OPTIONS}{id_}": text for id_, text in as_typed(options).items() if id_ != of_code}
    code = code or str(options.get(of_code, ""))
    return {**fields, "code": code, WAS: MatchForm(rules, format_, (), options={of_code: code}).was}


def with_preset(values: Mapping[str, str], preset_id: str) -> dict[str, str]:
    """The fields of the form, changed to these saved house rules. Raises `UnknownPreset`."""
    preset = current_desk().ledger.presets.get(preset_id)
    rules, format_ = listed_choice(preset.rules, values.get("format", ""))
    rest = {name: text for name, text in values.items() if not name.startswith(OPTIONS)}
    return {**rest, "rules": rules, "format": format_, **typed_options(rules, format_, preset.options, None)}


def refused_options(refused: Refused) -> Refused:
    """The refusal of an option, with the name of its field in this form as `where`."""
    of_code = {field_of(option) for option in rulebook().options.values() if option.sets == "code.id"}
    return refused.moved("code" if refused.where in of_code else refused.where)


def _form(typed: Mapping[str, str]) -> MatchForm:
    """The typed values as the form of a match.

    If other rules were chosen since the form was shown, options that the user had changed are carried over.
    """
    fields = {
        name: text for name, text in typed.items() if name.startswith(OPTIONS) or name in ("rules", "format", WAS)
    }
    if typed["code"]:
        fields[f"{OPTIONS}{_of_code(typed['rules'])}"] = typed["code"]
    was = fields.get(WAS, "")
    values = MultiDict(fields)
    if was and was.split(" ")[:2] != [typed["rules"], typed["format"]]:
        return switched(values, was)
    return read_form(values)


def _of_code(rules: str) -> str:
    """The id of the option that chooses the penalty code under these rules."""
    return next(option.id for option in rulebook().options_of(rules) if option.sets == "code.id")
