"""Plain forms: Flask-WTF's, with this program's sentences at their fields; questions about a name's spelling.

`ui.draw` of the templates draws a field.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from flask import render_template
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, SelectField, StringField
from wtforms.validators import StopValidation

from scorekeeper.engine.refused import Refused, malformed
from scorekeeper.engine.values import Struct
from scorekeeper.web.frame.desk import current_desk, new_key, refusal_text
from scorekeeper.web.frame.i18n import words
from scorekeeper.words import N_, NumberNotUnderstood, Words, parse_number
from scorekeeper.words.numbers import whole

REASON_LENGTH = 200
#: How a number is drawn that may have a minus, for which a telephone shows all its keys.
SIGNED = {"signed": True}
OVERTAKEN = N_("The match has gone on in the meantime: look again, then send it again.")


class PlainForm(FlaskForm):  # type: ignore[misc]
    """A form of a few fields. Their labels and hints are message ids, translated where they are drawn."""

    class Meta:
        """Leave the token to `guard_forms`, which checks it before any view."""

        csrf = False

    @contextmanager
    def refusals(self) -> Iterator[None]:
        """Show a refusal of the block at its field instead of raising it."""
        try:
            yield
        except Refused as refused:
            self.refuse(refused)

    def refuse(self, refused: Refused) -> None:
        """Show a refusal at its field, or above the form where it is about no field of it."""
        self.wrong(self.field_of(refused.where), refusal_text(refused))

    def field_of(self, where: str) -> str:
        """The name of the field that a refusal is about."""
        return where

    def wrong(self, name: str, says: str) -> None:
        """Show a sentence at a field, or above the form where nobody sees such a field."""
        if name in self and self[name].type != "HiddenField":
            self[name].errors = [*self[name].errors, says]
        else:
            self.form_errors.append(says)

    def page(self, template: str, **values: Any) -> tuple[str, int]:
        """Render the page of the form as it was filled in. One that was sent has something wrong with it: 422."""
        errors = [(name or "", says) for name, all_ in self.errors.items() for says in all_]
        values = {"form": self, "errors": errors, "key": new_key(), **values}
        return render_template(template, **values), 422 if self.is_submitted() else 200


class Text(StringField):  # type: ignore[misc]
    """A line of text, without spaces around it; `looks` are arguments of the macro that draws it."""

    def __init__(self, label: str, *, hint: str = "", looks: Mapping[str, Any] | None = None, **field: Any) -> None:
        super().__init__(label, description=hint, filters=[stripped], render_kw=looks, **field)


class Reason(StringField):  # type: ignore[misc]
    """The reason for what a director does; a longer one is cut."""

    def __init__(self, label: str = N_("Reason"), **field: Any) -> None:
        cut = {"maxlength": REASON_LENGTH}
        super().__init__(label, filters=[lambda text: stripped(text)[:REASON_LENGTH]], render_kw=cut, **field)


class Number(Text):
    """A whole number, typed as it is written, or as a sum: `number`, None while it is empty."""

    number: Any = None

    def pre_validate(self, form: PlainForm) -> None:
        """Read the number."""
        try:
            self.number = parse_number(self.data) if self.data else None
        except NumberNotUnderstood as wrong:
            refused = malformed("not_a_whole_number", self.name, self.data)
            raise StopValidation(refusal_text(refused)) from wrong


class Select(SelectField):  # type: ignore[misc]
    """One of a list. The use case refuses what is not in it, as it does for those who send no form."""

    def __init__(
        self,
        label: str,
        choices: Mapping[str, str] | None = None,
        *,
        looks: Mapping[str, Any] | None = None,
        **field: Any,
    ) -> None:
        super().__init__(label, choices=lambda: said(choices or {}), validate_choice=False, render_kw=looks, **field)

    @property
    def number(self) -> int:
        """The value that was chosen as a number. Raises `Refused` where it is none."""
        number = whole(self.data or "", 9)
        if number is None:
            raise malformed("not_one_of", self.name, self.data, tuple(self.choices))
        return number


class Chips(Select):
    """One of a few, side by side."""


class Tick(BooleanField):  # type: ignore[misc]
    """Yes or no."""


def stripped(text: str | None) -> str:
    """The typed text, without spaces around it."""
    return (text or "").strip()


def said(choices: Mapping[str, str]) -> dict[str, str]:
    """Choices with their labels in the language of the request."""
    return {value: words().gettext(label) for value, label in choices.items()}


def needed(says: str, *others: str) -> Callable[[PlainForm, StringField], None]:
    """A validator that refuses a field with a sentence where it is empty, and so are the `others`."""

    def validate(form: PlainForm, field: StringField) -> None:
        if not any(form[name].data for name in (field.name, *others)):
            raise StopValidation(words().gettext(says))

    return validate


#: The fields of the two answers: the name as it was typed is the known one's, or somebody else's.
SAME, APART = "same", "apart"
MOST_APART = 200
IS_IT = N_("“%(typed)s”: %(known)s played here before. Is this the same person?")
TOO_ALIKE = N_(
    "“%(typed)s” differs from %(known)s only in capitals or spaces. Add something to the name, such as the first "
    "letter of another name."
)


class FormQuestion(Struct):
    """A question about a typed name; `must`: it cannot stay as it is."""

    typed: str
    known: str
    says: str
    must: bool


def questions(names: Collection[str], apart: Collection[str], words: Words) -> tuple[FormQuestion, ...]:
    """The questions about these names, except those already said to be another person's."""
    asked = []
    for each in current_desk().ledger.players.alike([" ".join(name.split()) for name in names if name.strip()]):
        told = each.typed in apart
        if each.same or not told:
            says = words.gettext(TOO_ALIKE if told else IS_IT, typed=each.typed, known=each.known)
            asked.append(FormQuestion(each.typed, each.known, says, must=told))
    return tuple(asked)


def said_apart(values: MultiDict[str, str]) -> tuple[str, ...]:
    """The names that were said to be somebody else's."""
    return tuple(dict.fromkeys(name[:MOST_APART] for name in values.getlist(APART)))[:MOST_APART]


def answered(values: MultiDict[str, str]) -> dict[str, str]:
    """The known name by the typed one that was just said to be the same person's."""
    alike = current_desk().ledger.players.alike(values.getlist(SAME)[:1])
    return {each.typed: each.known for each in alike}
