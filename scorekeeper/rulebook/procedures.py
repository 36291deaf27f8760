"""Rules of play that are no number, each with the rule sets that have it and the section it comes from."""

from collections.abc import Mapping
from functools import cache

from scorekeeper.engine.values import light
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.rulebook.tables import Table, parsed, text_of

FILE = "procedures.toml"
#: The parts of a rules page, in the order people read them.
PARTS = ("deal", "cards", "melds", "canastas", "threes", "opening", "pile", "out", "end", "penalties", "talk")


@light(frozen=True, slots=True)
class Procedure:
    """One rule of play: `says` is a message id, `answers` are what the program asks of it, `needs` a value that must
    be true for it to hold."""

    part: str
    says: str
    rule_sets: Mapping[str, str]
    reading: str | None
    answers: tuple[str, ...]
    needs: str | None


@cache
def procedures() -> tuple[Procedure, ...]:
    """Every procedure in the order of the file. Raises `RulebookError` where the file is wrong."""
    table = parsed(FILE, text_of(FILE))
    all_ = tuple(_procedure(entry) for entry in table.tables("procedure"))
    table.close()
    return all_


def deciding(key: str, rule_set: str) -> Procedure | None:
    """The procedure that decides a permission in a rule set, or None."""
    return next((each for each in procedures() if key in each.answers and rule_set in each.rule_sets), None)


def _procedure(entry: Table) -> Procedure:
    cited, facts = entry.table("rule_sets"), rulebook().rule_sets
    but = [entry.one_of("but", facts, each) for each in entry.texts("but", [])]
    sources = {cited.one_of("", facts, id_): _section(cited, str(source)) for id_, source in cited.items()}
    procedure = Procedure(
        part=entry.one_of("part", PARTS),
        says=entry.text("says"),
        rule_sets={
            id_: source
            for id_, each in facts.items()
            if id_ not in but and (source := sources.get(id_) or sources.get(each.procedures))
        },
        reading=entry.text("reading", None),
        answers=entry.texts("answers", []),
        needs=entry.path("needs"),
    )
    cited.close()
    entry.close()
    return procedure


def _section(table: Table, source: str) -> str:
    return table.one_of("", ("-", *rulebook().sections), source)
