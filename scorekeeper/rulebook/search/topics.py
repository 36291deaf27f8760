"""Topics to search for: general rules and terms of the game, with their names in each language."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

from scorekeeper.engine.reading import Text, counts, form
from scorekeeper.engine.values import Struct, field
from scorekeeper.rulebook.tables import FOLDER, read_file
from scorekeeper.rulebook.values import RuleCondition

#: The languages with a vocabulary for the search, English first.
VOCABULARIES = tuple(
    sorted((file.stem for file in (FOLDER / "spoken").glob("*.toml")), key=lambda id_: (id_ != "en", id_))
)


class Topic(Struct, forbid_unknown_fields=True):
    """A general rule or a term. `title` and `says` are message ids, `names` its names in each language, best first.

    `part` is the part of the rules page that shows a rule. `shown` are the paths of the values whose sentences on that
    page state the rule, `figures` the paths of the values that answer questions about it. `says` is true of a game if
    all conditions of `where` hold.
    """

    id: Text
    title: Text
    names: counts(VOCABULARIES, tuple[Text, ...]) = field(name="synonyms")  # type: ignore[valid-type]
    says: str = ""
    part: str = ""
    shown: tuple[Text, ...] = ()
    figures: tuple[Text, ...] = ()
    where: tuple[RuleCondition, ...] = ()


@cache
def topics(kind: Literal["rule", "term"]) -> Mapping[str, Topic]:
    """All general rules, or all terms, by id. Raises `RulebookError` if the file is wrong."""
    return {topic.id: topic for topic in getattr(_read(), kind)}


@cache
def _read() -> Any:
    return read_file(form("Topics", rule=tuple[Topic, ...], term=tuple[Topic, ...]), "topics.toml")
