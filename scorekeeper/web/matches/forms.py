"""The form that opens a match: its values as typed, and the rules and options that they choose."""

from collections.abc import Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.actions.matches.opening import PACK_INDEXES, NewMatch, clean
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.rules import value_at
from scorekeeper.engine.shape import NAME_LENGTH
from scorekeeper.engine.values import Struct, field, replace
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.rulebook.options import Option
from scorekeeper.web.frame.forms import APART, said_apart
from scorekeeper.words import N_, Words
from scorekeeper.words.numbers import read_number, whole

OWN = "own"
MOST_TYPED = 200  # the characters kept of a field: more than the 60 allowed, to show a pasted text with its error
#: The names of seats and sides of a match without names.
PLAYER, SIDE = N_("Player %(number)s"), N_("Side %(number)s")
DRAWS = ("partners", "dealer")


class MatchForm(Struct):
    """The values of the form as typed. `options` has the typed values by option. `drawn` has the cards that each seat
    drew, with dots between them. `apart` has the names that belong to another person than the known player with a
    similar name."""

    rules: str
    format: str
    players: tuple[str, ...]
    first_dealer: int = 0
    side_names: tuple[str, ...] = ()
    title: str = ""
    note: str = ""
    pack: str = PACK_INDEXES[0]
    letters: str = ""
    currency: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    drawn: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    key: str = ""
    preset_name: str = ""

    @property
    def was(self) -> str:
        """The rule set, format and penalty code on which the defaults of the page depend; sent back with the form."""
        return " ".join((self.rules, self.format, self.code))

    @property
    def code(self) -> str:
        """The penalty code that was chosen, else the rule set's own."""
        return _code(self.rules, self.options)

    @property
    def defaults(self) -> dict[str, Any]:
        """The default of every option, under the penalty code chosen."""
        return rulebook().defaults(self.rules, self.format, self.code)

    @property
    def seats(self) -> int:
        """The number of players at the table."""
        return int(rulebook().formats[self.format].table["players"])

    @property
    def sides(self) -> int:
        """The number of sides."""
        return int(rulebook().formats[self.format].table["sides"])


def read_form(values: MultiDict[str, str]) -> MatchForm:
    """Read a query or a posted form; an unknown choice becomes the first one."""
    rules, format_ = listed_choice(values.get("rules", ""), values.get("format", ""))
    form = MatchForm(rules, format_, players=())
    dealer = whole(values.get("first_dealer", ""), 1) or 0
    return replace(
        form,
        players=tuple(_text(values, f"players[{seat}]") for seat in range(form.seats)),
        first_dealer=dealer if dealer < form.seats else 0,
        side_names=tuple(_text(values, f"side_names[{side}]") for side in range(form.sides)),
        note=values.get("note", "")[:1000],
        pack=values["pack"] if values.get("pack") in (*PACK_INDEXES, OWN) else PACK_INDEXES[0],
        options=_typed(values, rules),
        drawn=tuple(text[:60] for text in values.getlist("drawn"))[: form.seats],
        apart=said_apart(values),
        key=values.get("key", "")[:64],
        **{name: _text(values, name) for name in ("title", "letters", "currency", "preset_name")},
    )


def listed_choice(rules: str, format_: str) -> tuple[str, str]:
    """The ids of a rule set and one of its formats; an unknown id becomes the first one."""
    book = rulebook()
    rules = rules if rules in book.rule_sets else next(iter(book.rule_sets))
    formats = book.rule_sets[rules].formats
    return rules, format_ if format_ in formats else formats[0]


def to_query(form: MatchForm) -> dict[str, Any]:
    """The form as query values, without empty and default ones."""
    changed, _ = chosen(form)
    typed = {f"options.{id_}": text for id_, text in form.options.items() if id_ in changed}
    query = {
        "rules": form.rules,
        "format": form.format,
        **{f"players[{seat}]": name for seat, name in enumerate(form.players)},
        **{f"side_names[{side}]": name for side, name in enumerate(form.side_names)},
        "first_dealer": str(form.first_dealer) if form.first_dealer else "",
        "pack": form.pack if form.pack != PACK_INDEXES[0] else "",
        **{name: getattr(form, name) for name in ("title", "note", "letters", "currency")},
        "drawn": list(form.drawn),
        APART: list(form.apart),
    }
    return {name: value for name, value in query.items() if value} | typed


def switched(values: MultiDict[str, str], was: str) -> MatchForm:
    """The form after another rule set or format was chosen: it keeps the names and the options that were changed. `was`
    is `MatchForm.was` of the form before."""
    form = read_form(values)
    rules, format_ = listed_choice(*(*was.split(" "), "")[:2])
    changed, _ = chosen(replace(form, rules=rules, format=format_, options=_typed(values, rules)))
    return replace(form, options={id_: text for id_, text in form.options.items() if id_ in changed}, drawn=())


def with_preset(form: MatchForm, preset: Any) -> MatchForm:
    """The form with the rules of a preset; it keeps the names."""
    rules, format_ = listed_choice(preset.rules, preset.format)
    return _resized(replace(form, rules=rules, format=format_, options=as_typed(preset.options), drawn=()))


def with_setup(new: NewMatch) -> MatchForm:
    """The form for a match like an earlier one."""
    rules, format_ = listed_choice(new.rules, new.format)
    listed = new.pack_index in PACK_INDEXES
    sides = int(rulebook().formats[new.format].table["sides"])
    automatic = {" & ".join(new.players[side::sides])[:NAME_LENGTH] for side in range(sides)}
    form = MatchForm(
        rules,
        format_,
        () if new.unnamed else new.players,
        new.first_dealer,
        () if new.unnamed else tuple("" if name in automatic else name for name in new.side_names),
        title=new.title,
        pack=new.pack_index if listed else OWN,
        letters="" if listed else new.pack_index,
        currency=new.currency,
        options=as_typed(new.options),
    )
    return _resized(form)


def chosen(form: MatchForm) -> tuple[dict[str, Any], list[Refused]]:
    """The values of the options that differ from their defaults, by option; and a refusal for each value that cannot be
    read or is not allowed."""
    defaults = form.defaults
    values: dict[str, Any] = {}
    refused: list[Refused] = []
    for option in rulebook().options_of(form.rules):
        text = form.options.get(option.id)
        # An empty field is the rule set's own value, except where it has a meaning of its own.
        if text is None or not (text.strip() or option.optional or option.words):
            continue
        try:
            value = option.check(read_value(option, text, form.rules), form.rules)
        except Refused as wrong:
            refused.append(wrong)
            continue
        nothing_chosen = value is None and option.follows
        if not nothing_chosen and value != shown_default(option, defaults[option.id], form):
            values[option.id] = value
    return values, refused


def read_value(option: Option, text: str, rule_set: str) -> Any:
    """The value of a typed or chosen text. An empty field is the first of the option's `words` (None if it has none).

    Raises `Refused` if a whole number is needed and the text is not one. A text that is no choice of the option, or no
    decimal, is returned as a text, and `Option.check` refuses it.
    """
    text = text.strip()
    if option.type in ("choice", "switch"):
        return next((value for value in option.allowed(rule_set) if as_text(value) == text), text)
    if not text:
        return option.words[0] if option.words else None
    if option.type == "decimal":
        return text.replace("\u00a0", "").replace(" ", "").replace(",", ".")
    return read_number(text, field_of(option))


def shown_default(option: Option, default: Any, form: MatchForm) -> Any:
    """The default that the field shows. For an option with `follows`, it is the rule set's own value at `sets`, which
    may be None."""
    return default if option.follows is None else value_at(resolve(form.rules, form.format), option.sets or "")


def as_text(value: Any) -> str:
    """The text of a value in its field."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def as_typed(options: Mapping[str, Any]) -> dict[str, str]:
    """The texts of options in their fields, by option; empty for a value that is one of the option's `words`. Unknown
    options are left out."""
    book = rulebook().options
    return {id_: "" if value in book[id_].words else as_text(value) for id_, value in options.items() if id_ in book}


def field_of(option: Option) -> str:
    """The name of an option's field, which is also the location in a refusal."""
    return f"options.{option.id}"


def new_match(form: MatchForm, options: Mapping[str, Any]) -> NewMatch:
    """The match that the form describes."""
    own = form.letters.strip().upper()
    return NewMatch(
        rules=form.rules,
        format=form.format,
        players=form.players,
        options=options,
        side_names=form.side_names,
        first_dealer=form.first_dealer,
        title=form.title,
        pack_index=own if form.pack == OWN else form.pack,
        currency=form.currency.strip().upper(),
        note=form.note,
    )


def seated(form: MatchForm, name: str) -> MatchForm:
    """The form with a player added to the first free seat, or removed if already seated; the cards drawn are dropped.
    The form does not change if no seat is free."""
    players = [player.strip() for player in form.players]
    seat = next((number for number, player in enumerate(players) if player in (name, "")), None)
    if name in players:
        seat, name = players.index(name), ""
    if seat is None:
        return form
    return replace(form, players=(*form.players[:seat], name, *form.players[seat + 1 :]), drawn=())


def called(players: Sequence[str], known: Mapping[str, str]) -> tuple[str, ...]:
    """The names, each replaced by its `known` spelling if it has one."""
    return tuple(known.get(clean(name), name) for name in players)


def by_seats(new: NewMatch, words: Words) -> NewMatch:
    """The match without names: its players are called by their seats, and sides of partners by their numbers. A typed
    name of a side remains."""
    pairs = len(new.players) > len(new.side_names)
    return replace(
        new,
        unnamed=True,
        players=tuple(words.gettext(PLAYER, number=seat) for seat in range(1, len(new.players) + 1)),
        side_names=tuple(
            name or (words.gettext(SIDE, number=side) if pairs else "")
            for side, name in enumerate(new.side_names, start=1)
        ),
    )


def _resized(form: MatchForm) -> MatchForm:
    """The form with the seats and sides of its format, keeping the names that still fit."""
    return replace(
        form,
        players=_fitted(form.players, form.seats),
        side_names=_fitted(form.side_names, form.sides),
        first_dealer=form.first_dealer if form.first_dealer < form.seats else 0,
    )


def _fitted(names: Sequence[str], count: int) -> tuple[str, ...]:
    return (*names, *[""] * count)[:count]


def _typed(values: MultiDict[str, str], rules: str) -> dict[str, str]:
    """The typed values by option. Fields are left out that still show a default of the previous penalty code, if the
    chosen code has another default there."""
    options = [option for option in rulebook().options_of(rules) if field_of(option) in values]
    typed = {option.id: _text(values, field_of(option)) for option in options}
    was, format_, code = (*values.get("was", "").split(" "), "", "", "")[:3]
    if was != rules or format_ not in rulebook().rule_sets[rules].formats:
        return typed
    shown = as_typed(rulebook().defaults(rules, format_, code))
    today = as_typed(rulebook().defaults(rules, format_, _code(rules, typed)))
    return {id_: text for id_, text in typed.items() if text != shown[id_] or shown[id_] == today[id_]}


def _code(rules: str, typed: Mapping[str, str]) -> str:
    """The penalty code among the typed options, else the rule set's own."""
    book = rulebook()
    option = next(option for option in book.options_of(rules) if option.sets == "code.id")
    text = typed.get(option.id, "")
    return text if text in option.allowed(rules) else str(book.rule_sets[rules].values["code.id"].value)


def _text(values: MultiDict[str, str], name: str) -> str:
    return values.get(name, "")[:MOST_TYPED]
