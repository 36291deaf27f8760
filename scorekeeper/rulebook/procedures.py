"""Procedures: rules of play that are sentences instead of values, each with its rule sets, conditions and sources."""

from collections.abc import Mapping
from functools import cache, lru_cache

from scorekeeper.engine.conditions import all_hold
from scorekeeper.engine.reading import Text, form, one_of, read
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct, replace
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.rulebook.search.topics import Topic, topics
from scorekeeper.rulebook.tables import among, naming, parsed, placed, wrong
from scorekeeper.rulebook.values import RuleCondition, hint_of

FILE = "procedures.toml"
#: The parts of a page of rules, in order.
PARTS = ("deal", "cards", "melds", "canastas", "threes", "opening", "pile", "out", "end", "penalties", "talk")


class Procedure(Struct, forbid_unknown_fields=True):
    """A rule of play. `says` is a message id. `answers` are the keys of the "May I?" questions that it decides. It
    applies if the rules meet all conditions in `where`. `rule_sets` has the section that states it, by id of the rule
    set; "-" if no section does.

    `about` is its subject, for comparing two rule sets: its own id, the path of a value, a topic, or an id that several
    procedures share. Its sentence is shown instead of those of everything in `replaces`: ids of topics and other
    procedures, and paths of values.
    """

    id: Text
    part: one_of(PARTS)  # type: ignore[valid-type]
    says: Text
    rule_sets: Mapping[str, str]
    about: str = ""
    reading: Text | None = None
    answers: tuple[Text, ...] = ()
    where: tuple[RuleCondition, ...] = ()
    replaces: tuple[Text, ...] = ()


@cache
def procedures() -> tuple[Procedure, ...]:
    """All procedures in the order of the file. Raises `RulebookError` if the file is wrong."""
    with naming(FILE):
        entries = read(form("Procedures", procedure=tuple[Procedure, ...]), parsed(FILE)).procedure
        ids = [entry.id for entry in entries]
        if taken := [id_ for at, id_ in enumerate(ids) if id_ in ids[:at] or id_ in topics("rule")]:
            raise wrong(f"the id {taken[0]!r} is taken", "procedure")
        for entry, where in placed(entries, "procedure"):
            among(entry.rule_sets, f"{where}.rule_sets", rulebook().rule_sets)
            among(entry.rule_sets.values(), f"{where}.rule_sets", ("-", *rulebook().sections))
            among((id_ for id_ in entry.replaces if not hint_of(id_)), f"{where}.replaces", (*ids, *topics("rule")))
    return tuple(map(_completed, entries))


@lru_cache(maxsize=64)
def procedures_in_force(rules: RuleSet) -> tuple[Procedure, ...]:
    """The procedures that apply under these rules, in the order of the file, without those that another one
    replaces."""
    held = [each for each in procedures() if rules.id in each.rule_sets and all_hold(each.where, rules)]
    gone = {id_ for each in held for id_ in each.replaces}
    return tuple(each for each in held if each.id not in gone)


@lru_cache(maxsize=64)
def replaced(rules: RuleSet) -> frozenset[str]:
    """All items of `replaces` of the procedures in force. The sentences of these topics, values and procedures are not
    shown."""
    return frozenset(id_ for each in procedures_in_force(rules) for id_ in each.replaces)


def said_of(topic: Topic, rules: RuleSet) -> tuple[str, ...]:
    """The sentences about a topic under these rules, as message ids: those of the procedures that replace its general
    sentence. Without such procedures, only the general sentence; empty if it is not true of the game."""
    own = tuple(each.says for each in procedures_in_force(rules) if topic.id in each.replaces)
    return own or ((topic.says,) if topic.says and all_hold(topic.where, rules) else ())


def deciding(key: str, rules: RuleSet) -> Procedure | None:
    """The procedure in force that decides a "May I?" question, or None."""
    return next((each for each in procedures_in_force(rules) if key in each.answers), None)


def _completed(entry: Procedure) -> Procedure:
    """The procedure with `about` filled in. A rule set that uses the procedures of another rule set is added to
    `rule_sets`, with the section that is there for the other rule set."""
    facts, own = rulebook().rule_sets, entry.rule_sets
    told = {id_: own.get(id_) or own.get(each.procedures, "") for id_, each in facts.items()}
    return replace(entry, about=entry.about or entry.id, rule_sets={id_: told[id_] for id_ in told if told[id_]})
