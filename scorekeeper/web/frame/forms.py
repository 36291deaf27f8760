"""Plain forms: Flask-WTF forms whose errors are sentences of this program, and questions about the spelling of names.

The macro `ui.draw` of the templates draws a field: `description` is its hint, `render_kw` has arguments of the macro.
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
from scorekeeper.ledger.errors import StaleVersion
from scorekeeper.web.frame.desk import current_desk, new_key, refusal_text
from scorekeeper.web.frame.i18n import words
from scorekeeper.words import N_, Words
from scorekeeper.words.numbers import NumberNotUnderstood, parse_number, whole

REASON_LENGTH = 200
#: The `render_kw` of a number that may be negative: a phone shows its full keyboard, which has a minus.
SIGNED = {"signed": True}
OVERTAKEN = N_("The match has gone on in the meantime: look again, then send it again.")


class PlainForm(FlaskForm):  # type: ignore[misc]
    """A form of a few fields. Their labels and hints are message ids, translated when a field is drawn."""

    status = 422

    class Meta:
        """Leave the token to Flask-WTF's `CSRFProtect`, which checks it before any view."""

        csrf = False

    @contextmanager
    def refusals(self, *, stale_at: str | None = None) -> Iterator[None]:
        """Catch a `Refused` raised in the block, and show it at its field. A `StaleVersion` is shown at the field
        `stale_at`, and the status becomes 409; if `stale_at` is None, it is raised again."""
        try:
            yield
        except Refused as refused:
            self.refuse(refused)
        except StaleVersion:
            if stale_at is None:
                raise
            self.wrong(stale_at, words().gettext(OVERTAKEN))
            self.status = 409

    def refuse(self, refused: Refused) -> None:
        """Show a refusal at its field, or above the form if the form has no such field."""
        self.wrong(self.field_of(refused.where), refusal_text(refused))

    def field_of(self, where: str) -> str:
        """The name of the field for the location (`where`) of a refusal."""
        return where

    def wrong(self, name: str, says: str) -> None:
        """Show a sentence at a field, or above the form if the field is hidden or missing."""
        if name in self and self[name].type != "HiddenField":
            self[name].errors = [*self[name].errors, says]
        else:
            self.form_errors.append(says)

    def page(self, template: str, **values: Any) -> tuple[str, int]:
        """Render the page of the form as it was filled in. The status is 200 if the form was not sent. A form that was
        sent is rendered again only if it has errors; the status is then 422 or 409.

        The template gets `values`, the `form`, its `errors` as (field, sentence), where the field is "" for an error
        above the form, and a new idempotency `key`, unless `values` has one.
        """
        errors = [(name or "", says) for name, all_ in self.errors.items() for says in all_]
        values = {"form": self, "errors": errors, "key": new_key(), **values}
        return render_template(template, **values), self.status if self.is_submitted() else 200


class Text(StringField):  # type: ignore[misc]
    """A line of text, stripped."""

    def __init__(self, label: str, **field: Any) -> None:
        super().__init__(label, filters=[stripped], **field)


class Reason(StringField):  # type: ignore[misc]
    """A director's reason, cut to `REASON_LENGTH` characters."""

    def __init__(self, label: str = N_("Reason"), **field: Any) -> None:
        cut = {"maxlength": REASON_LENGTH}
        super().__init__(label, filters=[lambda text: stripped(text)[:REASON_LENGTH]], render_kw=cut, **field)


class Number(Text):
    """A whole number, typed in figures or as a sum ("120+35"). After validation `number` is its value; None if the
    field is empty or has another text."""

    number: Any = None

    def pre_validate(self, form: PlainForm) -> None:
        """Read the number."""
        try:
            self.number = parse_number(self.data) if self.data else None
        except NumberNotUnderstood as wrong:
            raise StopValidation(refusal_text(malformed("not_a_whole_number", self.name, self.data))) from wrong


class Select(SelectField):  # type: ignore[misc]
    """A choice from a list. The use case checks that the value is in the list, as it does for the API."""

    def __init__(self, label: str, choices: Mapping[str, str] | None = None, **field: Any) -> None:
        super().__init__(label, choices=lambda: said(choices or {}), validate_choice=False, **field)

    @property
    def number(self) -> int:
        """The chosen value as a number. Raises `Refused` if it is not a number."""
        number = whole(self.data or "", 9)
        if number is None:
            raise malformed("not_one_of", self.name, self.data, tuple(self.choices))
        return number


class Chips(Select):
    """A choice from a few buttons side by side."""


class Tick(BooleanField):  # type: ignore[misc]
    """A checkbox."""


def stripped(text: str | None) -> str:
    """The text without spaces around it; empty for None."""
    return (text or "").strip()


def said(choices: Mapping[str, str]) -> dict[str, str]:
    """Choices by value, their labels translated into the language of the request."""
    return {value: words().gettext(label) for value, label in choices.items()}


def needed(says: str, *others: str) -> Callable[[PlainForm, StringField], None]:
    """A validator that fails with a sentence if the field and all `others` are empty."""

    def validate(form: PlainForm, field: StringField) -> None:
        if not any(form[name].data for name in (field.name, *others)):
            raise StopValidation(words().gettext(says))

    return validate


#: The fields of the two answers: the typed name is that of the known player, or of another person.
SAME, APART = "same", "apart"
MOST_APART = 200
IS_IT = N_("“%(typed)s”: %(known)s played here before. Is this the same person?")
TOO_ALIKE = N_(
    "“%(typed)s” differs from %(known)s only in capitals or spaces. Add something to the name, such as the first "
    "letter of another name."
)


class FormQuestion(Struct):
    """A question about a `typed` name that is close to the name of a `known` player, in the sentence `says`. With
    `must`, the name has to be changed."""

    typed: str
    known: str
    says: str
    must: bool


def questions(names: Collection[str], apart: Collection[str], words: Words) -> tuple[FormQuestion, ...]:
    """A question for each name that is close to a known player's. The names in `apart` belong to other persons: such a
    name gets a question only if it differs from the known one in nothing but capitals and spaces."""
    asked = []
    for each in current_desk().ledger.players.alike([" ".join(name.split()) for name in names if name.strip()]):
        is_apart = each.typed in apart
        if each.same or not is_apart:
            says = words.gettext(TOO_ALIKE if is_apart else IS_IT, typed=each.typed, known=each.known)
            asked.append(FormQuestion(each.typed, each.known, says, must=is_apart))
    return tuple(asked)


def said_apart(values: MultiDict[str, str]) -> tuple[str, ...]:
    """The typed names for which the user answered that they belong to another person than the known player."""
    return tuple(dict.fromkeys(name[:MOST_APART] for name in values.getlist(APART)))[:MOST_APART]


def answered(values: MultiDict[str, str]) -> dict[str, str]:
    """The known spelling of a name by the typed one, {"jana": "Jana"}, if the user answered that both are the same
    person; else empty."""
    return {each.typed: each.known for each in current_desk().ledger.players.alike(values.getlist(SAME)[:1])}
