"""The forms in which a value of a rule set is said: a figure in a table, a sentence, a row for each of several."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.rules import RuleSet

#: A sentence, or a word with its context.
Text = str | tuple[str, str]
#: Whether a value has any bearing under a rule set.
Matters = Callable[[RuleSet], bool]


@dataclass(frozen=True, slots=True)
class Figure:
    """A number in a table; `none` and `zero` are said in its place where there is none, else the row is left out."""

    label: Text
    none: str = ""
    zero: str = ""
    minus: bool = False
    matters: Matters | None = None


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence for each value; "" is silent. `other` is for any value not listed, with `%(value)s`."""

    cases: Mapping[Any, str]
    other: str = ""
    matters: Matters | None = None


@dataclass(frozen=True, slots=True)
class Steps:
    """A row for each pair of a count and its points."""

    label: str
    matters: Matters | None = None


@dataclass(frozen=True, slots=True)
class Brackets:
    """A row for each bracket of scores and its points."""

    between: str
    last: str
    matters: Matters | None = None


Saying = Figure | Sentence | Steps | Brackets
