"""The rules that a “May I?” is asked under: those of a match, or of a rule set."""

from __future__ import annotations

from flask import url_for

from scorekeeper.engine.matches.match import Standing, State
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.rulebook.procedures import deciding
from scorekeeper.words import Words


class TableRules(Struct):
    """Rules in force, and where they come from: a match with its standings, or a rule set by name."""

    rules: RuleSet
    match_id: str | None = None
    standings: tuple[Standing, ...] = ()
    pack_index: str = "KQJ"

    def url(self, tool: str) -> str:
        """The address of one question."""
        if self.match_id is None:
            return url_for("may_i.ask", tool=tool, rules=self.rules.id, format=self.rules.table.format)
        return url_for("may_i.ask_in_match", match_id=self.match_id, tool=tool)

    def home(self) -> str:
        """The address of the four questions."""
        if self.match_id is None:
            return url_for("may_i.index", rules=self.rules.id, format=self.rules.table.format)
        return url_for("may_i.of_match", match_id=self.match_id)

    def rules_url(self, part: str) -> str:
        """The address of the rules, at one of their parts."""
        if self.match_id is None:
            return url_for(
                "reference.rule_set", id_=self.rules.id, format=self.rules.table.format, _anchor=part or None
            )
        return url_for("reference.of_match", match_id=self.match_id, _anchor=part or None)

    def title(self, words: Words) -> str:
        """The rule set and who plays, in a line."""
        book = rulebook()
        facts, format_ = book.rule_sets.get(self.rules.id), book.formats.get(self.rules.table.format)
        titles = [words.gettext(each.title) for each in (facts, format_) if each is not None]
        return " · ".join(titles) or self.rules.id


def partner_is_asked(rules: RuleSet) -> bool:
    """Return whether there is a partner, and these rules know the question "may I go out?"."""
    return rules.table.players > rules.table.sides and deciding("partner_said_no", rules) is not None


def answer_binds(rules: RuleSet) -> bool:
    """Return whether a player must go out after the partner said yes."""
    return deciding("must_go_out", rules) is not None


def table_of_match(match_id: str, state: State) -> TableRules:
    """The rules of a match; sides can be chosen while their minimums are known."""
    sides = tuple(standing for standing in state.standings if standing.opening is not None)
    return TableRules(state.setup.rules, match_id, sides, state.setup.pack_index)
