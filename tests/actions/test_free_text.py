"""Renaming and forgetting know every place of an entry that may hold a name; a new kind of entry cannot be left out."""

from scorekeeper.actions.matches import check as check_entries
from scorekeeper.evening.acts import EVENING_ACTS
from scorekeeper.evening.acts.season import SEASON_ACTS
from scorekeeper.ledger.chain.names import NAMED

#: What holds ids, numbers, choices and values of rules, or objects whose own keys are looked through.
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
