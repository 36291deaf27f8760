"""Rules in general and words of the game, with their names in each language."""

from collections.abc import Mapping
from functools import cache

from scorekeeper.engine.values import Struct
from scorekeeper.rulebook.tables import FOLDER, Table, parsed, text_of

FILE = "topics.toml"
#: The languages that have a vocabulary to search in; English comes first.
VOCABULARIES = tuple(
    sorted((file.stem for file in (FOLDER / "spoken").glob("*.toml")), key=lambda id_: (id_ != "en", id_))
)


class Topic(Struct):
    """One rule or word: `title` and `says` are message ids, `names` what each language calls it, best first.

    A rule stands in a `part` of a rule set's page, and `figures` are the paths of the values that tell it there.
    `where` are the conditions on the rules under which `says` is true of a game.
    """

    id: str
    title: str
    says: str
    names: Mapping[str, tuple[str, ...]]
    part: str
    figures: tuple[str, ...]
    where: tuple[str, ...]


@cache
def topics(kind: str) -> Mapping[str, Topic]:
    """Every "rule" or every "term" by its id. Raises `RulebookError` where the file is wrong."""
    return {topic.id: topic for topic in map(_topic, parsed(FILE, text_of(FILE)).tables(kind))}


def _topic(table: Table) -> Topic:
    spoken = table.table("synonyms")
    names = {language: spoken.texts(language, ()) for language in VOCABULARIES}
    part, figures = table.text("part", ""), table.texts("figures", [])
    topic = Topic(table.text("id"), table.text("title"), table.text("says"), names, part, figures, table.conditions())
    spoken.close()
    table.close()
    return topic
