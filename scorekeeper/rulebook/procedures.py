"""Rules of play that are no number: each with its rule sets, its conditions and the section it comes from."""

from collections.abc import Collection, Mapping
from functools import cache, lru_cache

from scorekeeper.engine.conditions import all_hold
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.rulebook.search.topics import Topic, topics
from scorekeeper.rulebook.tables import Table, parsed, text_of
from scorekeeper.rulebook.values import hint_of

FILE = "procedures.toml"
#: The parts of a rules page, in the order people read them.
PARTS = ("deal", "cards", "melds", "canastas", "threes", "opening", "pile", "out", "end", "penalties", "talk")


class Procedure(Struct):
    """One rule of play: `says` is a message id, `answers` are the questions of the program that it decides, `where` the
    conditions on the rules under which it holds.

    `about` is its subject, by which two rule sets are compared: an id of its own, or the path of a value. `replaces`
    are the ids of the topics and rules of play, and the paths of the values, whose sentence it takes the place of.
    """

    id: str
    part: str
    says: str
    rule_sets: Mapping[str, str]
    about: str
    reading: str | None
    answers: tuple[str, ...]
    where: tuple[str, ...]
    replaces: tuple[str, ...]


@cache
def procedures() -> tuple[Procedure, ...]:
    """Every procedure in the order of the file. Raises `RulebookError` where the file is wrong."""
    table = parsed(FILE, text_of(FILE))
    entries = table.tables("procedure")
    ids = [entry.text("id") for entry in entries]
    taken = [id_ for at, id_ in enumerate(ids) if id_ in ids[:at] or id_ in topics("rule")]
    if taken:
        raise table.error("procedure", f"the id {taken[0]!r} is taken")
    all_ = tuple(_procedure(entry, (*ids, *topics("rule"))) for entry in entries)
    table.close()
    return all_


@lru_cache(maxsize=64)
def procedures_in_force(rules: RuleSet) -> tuple[Procedure, ...]:
    """The procedures of a rule set that hold under these rules and that no other one replaces."""
    held = [each for each in procedures() if rules.id in each.rule_sets and all_hold(each.where, rules)]
    gone = {id_ for each in held for id_ in each.replaces}
    return tuple(each for each in held if each.id not in gone)


@lru_cache(maxsize=64)
def replaced(rules: RuleSet) -> frozenset[str]:
    """The ids of topics and the paths of values whose sentence a procedure in force takes the place of."""
    return frozenset(id_ for each in procedures_in_force(rules) for id_ in each.replaces)


def said_of(topic: Topic, rules: RuleSet) -> tuple[str, ...]:
    """The sentences of a game on a topic, as message ids: its own rules of play in place of the general sentence; empty
    where the general sentence is not true of the game."""
    own = tuple(each.says for each in procedures_in_force(rules) if topic.id in each.replaces)
    return own or ((topic.says,) if all_hold(topic.where, rules) else ())


def deciding(key: str, rules: RuleSet) -> Procedure | None:
    """The procedure in force that decides a question of the program, or None."""
    return next((each for each in procedures_in_force(rules) if key in each.answers), None)


def _procedure(entry: Table, ids: Collection[str]) -> Procedure:
    cited, facts = entry.table("rule_sets"), rulebook().rule_sets
    sources = {cited.one_of("", facts, id_): _section(cited, str(source)) for id_, source in cited.items()}
    id_ = entry.text("id")
    procedure = Procedure(
        id=id_,
        part=entry.one_of("part", PARTS),
        says=entry.text("says"),
        rule_sets={
            name: source
            for name, each in facts.items()
            if (source := sources.get(name) or sources.get(each.procedures))
        },
        about=entry.text("about", id_),
        reading=entry.text("reading", None),
        answers=entry.texts("answers", []),
        where=entry.conditions(),
        replaces=tuple(_sentence(entry, each, ids) for each in entry.texts("replaces", [])),
    )
    cited.close()
    entry.close()
    return procedure


def _sentence(entry: Table, name: str, ids: Collection[str]) -> str:
    """The id of a topic or procedure, or the path of a value. Raises `RulebookError` for what is none."""
    return name if hint_of(name) else entry.one_of("replaces", ids, name)


def _section(table: Table, source: str) -> str:
    return table.one_of("", ("-", *rulebook().sections), source)
