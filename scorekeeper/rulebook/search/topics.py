"""Rules in general and words of the game, with their names in each language."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

from scorekeeper.engine.reading import Text, counts, form
from scorekeeper.engine.values import Struct, field
from scorekeeper.rulebook.tables import FOLDER, read_file
from scorekeeper.rulebook.values import RuleCondition

#: The languages that have a vocabulary to search in; English comes first.
VOCABULARIES = tuple(
    sorted((file.stem for file in (FOLDER / "spoken").glob("*.toml")), key=lambda id_: (id_ != "en", id_))
)


class Topic(Struct, forbid_unknown_fields=True):
    """One rule or word: `title` and `says` are message ids, `names` what each language calls it, best first.

    A rule stands in a `part` of a rule set's page; `shown` are the paths of the values whose sentences there say it,
    `figures` of those that answer questions about it. `where` are the conditions under which `says` is true of a game.
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
    """Every rule or every term by its id. Raises `RulebookError` where the file is wrong."""
    return {topic.id: topic for topic in getattr(_read(), kind)}


@cache
def _read() -> Any:
    return read_file(form("Topics", rule=tuple[Topic, ...], term=tuple[Topic, ...]), "topics.toml")
