"""The forms in which a value of a rule set is said: a figure in a table, a sentence, a row for each of several."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct
from scorekeeper.words import Words

#: A sentence, or a word with its context; or what a row is called under a rule set, "" where nothing is said of it.
Text = str | tuple[str, str]
OfRow = Callable[[Any, RuleSet, Words], str]
#: The conditions on the rules under which a value has any bearing (`engine.conditions`).
Matters = tuple[str, ...]


class Figure(Struct):
    """A number in a table; `none` and `zero` are said in its place where there is none, else the row is left out."""

    label: Text | OfRow
    none: str = ""
    zero: str = ""
    matters: Matters = ()


class Sentence(Struct):
    """A sentence for each value; "" is silent. `other` is for any value not listed, with `%(value)s`. `case_of` says
    which case a value is under a rule set."""

    cases: Mapping[Any, str]
    other: str = ""
    case_of: Callable[[Any, RuleSet], Any] | None = None
    matters: Matters = ()


class Steps(Struct):
    """A row for each pair of a count and its points."""

    label: str
    matters: Matters = ()


class Rows(Struct):
    """Rows or sentences of a value that are told as a whole, as (text, figure)."""

    say: Callable[[Any, Any, RuleSet, Words], Iterable[tuple[str, str | None]]]
    matters: Matters = ()


class Brackets(Struct):
    """A row for each bracket of scores, or for each deal, and its points."""

    between: str
    last: str
    always: str
    deal: str
    last_deal: str
    none: str
    matters: Matters = ()


Saying = Figure | Sentence | Steps | Brackets | Rows
