"""Renaming and forgetting cover every field of an entry that may contain a name, including those of new kinds of
entry."""

from scorekeeper.actions.matches import check as check_entries
from scorekeeper.evening.acts import EVENING_ACTS
from scorekeeper.evening.acts.season import SEASON_ACTS
from scorekeeper.ledger.chain.names import NAMED

#: Fields with ids, numbers, choices and values of rules, or with objects whose keys are checked on their own.
NO_NAMES = frozenset((
    "again", "agreed", "answers", "article", "best", "body", "by", "changed", "claimed", "clock", "code", "cost",
    "count", "date", "deal", "difference", "do", "entered_as", "entrant", "evening", "fixed_table", "format", "id",
    "index", "kind", "match", "movement", "movement_options", "number", "obligations", "opening_raise", "options",
    "outcomes", "override", "penalty", "points", "ranks", "redrawn", "result", "round", "round_end", "rounds",
    "rule_set", "rules", "rules_version", "ruling", "scoring", "seconds", "seed", "side", "sides", "sit_out", "status",
    "table", "tables", "tie_breaks", "totals", "verified", "version", "winner",
))  # fmt: skip


def test_every_key_of_every_kind_of_entry_holds_names_or_is_known_to_hold_none() -> None:
    forms = {**check_entries.FORMS, **EVENING_ACTS.all, **SEASON_ACTS.all}
    keys = {(kind, key) for kind, form in forms.items() for key in form.__struct_encode_fields__}
    assert {(kind, key) for kind, key in keys if key not in NAMED and key not in NO_NAMES} == set()
    assert not NO_NAMES & set(NAMED)
