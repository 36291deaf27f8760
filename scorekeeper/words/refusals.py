"""Refused input in words: the reason, often with the value found and the values allowed, but without the field."""

import json

from scorekeeper.engine.refused import Refused
from scorekeeper.words import N_, Words
from scorekeeper.words.entry import card_name
from scorekeeper.words.options import say_range

#: The sentence for each key of a refusal. It may use `%(found)s` and `%(allowed)s`. Sentences about a range may use
#: `%(least)s` and `%(most)s`, and the one about too many cards of a kind `%(card)s`.
REFUSALS = {
    "unknown_rule_set": N_("There is no rule set %(found)s. Known: %(allowed)s."),
    "unknown_format": N_("This rule set has no format %(found)s. Known: %(allowed)s."),
    "unknown_option": N_("This rule set has no option %(found)s. Known: %(allowed)s."),
    "unknown_key": N_("Unknown key %(found)s. Allowed: %(allowed)s."),
    "missing": N_("This is missing."),
    "not_an_object": N_("Expected an object, found %(found)s."),
    "not_a_list": N_("Expected a list, found %(found)s."),
    "not_text": N_("Expected a text, found %(found)s."),
    "not_one_of": N_("Found %(found)s. Allowed: %(allowed)s."),
    "slip_changed": N_("Table %(found)s was changed on another device in the meantime. Look at it, then save again."),
    "not_a_whole_number": N_("Expected a whole number, found %(found)s."),
    "not_true_or_false": N_("Expected true or false, found %(found)s."),
    "out_of_range": N_("Found %(found)s. Allowed: %(least)s to %(most)s."),
    "too_long": N_("The text is too long. Allowed: %(least)s to %(most)s characters."),
    "wrong_number": N_("Found %(found)s of them. Allowed: %(allowed)s."),
    "name_twice": N_("The name %(found)s is there twice. Give each its own name."),
    "nobody_called_so": N_("Nobody here is called %(found)s."),
    "already_one_person": N_("%(found)s is this person already."),
    "played_together": N_("Both played in the same match (%(found)s), so they are two people."),
    "name_taken": N_("Somebody else here is or was called %(found)s. Choose another name."),
    "one_or_the_other": N_("Give either this or %(allowed)s, not both."),
    "only_beside": N_("This is only possible with %(allowed)s."),
    "only_in_sequence": N_("Only a sequence has this."),
    "no_naturals_in_wild_meld": N_("A meld of wild cards has no natural cards, found %(found)s."),
    "naturals_are_the_cards": N_("A sequence lists its natural cards: found %(found)s, listed %(allowed)s."),
    "not_json": N_("This is not JSON: %(found)s."),
    "key_twice": N_("The key %(found)s is there twice in one object."),
    "too_large": N_("This is too large to be read."),
    "two_sides_out": N_("Only one side can go out in a deal, found %(found)s."),
    "out_with_cards_in_every_hand": N_(
        "A side that went out has at least one empty hand. Empty the hand of the player who went out, "
        "or choose another ending."
    ),
    "not_of_the_exported_form": N_("This is not a match as this program exports it: found %(found)s."),
    "another_result": N_("The lines and totals recorded here are not those of this deal."),
    "not_then": N_("An entry refers to %(found)s, which did not exist at that point. These did: %(allowed)s."),
    "not_a_moment": N_("Found %(found)s instead of a time in UTC, from the year %(least)s to %(most)s."),
    "another_match_has_this_id": N_("There is already another match with this id: %(found)s."),
    "not_a_currency": N_("A currency has three letters, such as EUR; found %(found)s."),
    "unknown_article": N_("There is no article %(found)s. Known: %(allowed)s."),
    "no_such_offence": N_("The rules of this match know no such offence: %(found)s. In force: %(allowed)s."),
    "no_penalty_code": N_("This match is played without a penalty code; a code is chosen when a match is opened."),
    "later_deals_were_played": N_("Deal %(found)s was annulled and later deals were played; it cannot come back."),
    "not_an_open_obligation": N_("This is done already."),
    "no_such_ruling": N_("There is no such active ruling."),
    "not_a_deal_for_it": N_("This ruling cannot be applied to deal %(found)s. Possible: %(allowed)s."),
    "no_deal_for_it": N_("There is no deal yet that this ruling could be applied to."),
    "too_many_articles": N_("A table can keep at most %(allowed)s articles of its own. Remove one first."),
    "gives_points": N_("%(found)s has no minus sign, so the side would gain these points. Did you mean a fine?"),
    "not_in_fives": N_("Every figure in this game ends in 0 or 5; %(found)s does not. Is it correct?"),
    "missing_reason": N_("Give the reason."),
    "missing_minutes": N_("Choose how long a round lasts."),
    "missing_title": N_("Give the season a title."),
    "missing_name": N_("A name is missing here."),
    "done_already": N_("This is done already."),
    "seated_by_evening": N_("This match is a table of a club evening. Change it on the pages of the evening."),
    "evening_is_finished": N_("The evening is finished. Reopen it first."),
    "round_not_closed": N_("Round %(found)s is not closed yet."),
    "no_round_published": N_("Publish round 1 first."),
    "no_round_closed": N_("Only closed rounds count in the standings."),
    "not_known_ahead": N_("Here the pairings are known only round by round."),
    "round_is_closed": N_("Round %(found)s is closed. Reopen it first."),
    "round_has_deals": N_("Deals have already been played in round %(found)s, so it cannot be reseated."),
    "tables_without_result": N_("Tables without a result: %(allowed)s."),
    "tables_without_winner": N_("Draws at tables %(allowed)s: choose who plays on."),
    "who_goes_on": N_("This round cannot end in a draw. Choose who plays on."),
    "another_round_is_played": N_("Another round is being played now. Only the director can change round %(found)s."),
    "too_many_calls": N_("The director has been called already and will come."),
    "warning_takes_nothing": N_("A warning takes nothing off. Choose “Points off”, or leave these fields empty."),
    "own_table_twice": N_("Table %(found)s is already somebody’s fixed table; each table can have only one."),
    "movement_not_of_format": N_("This pairing does not suit the number of players, or of players at a table."),
    "scoring_of_two_sides": N_("Victory points are for two sides. For three at a table choose another scoring."),
    "not_tables": N_("Type the numbers of the tables, for example 1-8, 12."),
    "table_is_disputed": N_("The match is over: settle the table, or let both sides agree."),
    "match_not_over": N_("The match is not over yet."),
    "other_totals": N_("The totals have changed; they are now %(allowed)s. Look at them again."),
    "entrant_not_present": N_("%(found)s is absent this round."),
    "another_evening_has_this_id": N_("There is already another evening with this id: %(found)s."),
    "another_season_has_this_id": N_("There is already another season with this id: %(found)s."),
    "not_a_deal_to_begin": N_("A code can start with the deal being played or the next one: %(allowed)s."),
    "code_in_force": N_("This is how the match is played already."),
    "match_is_over": N_("The match is over. Amend a deal, or play a rematch."),
    "not_the_next_deal": N_("Deal %(found)s is not the one being played. Being played: deal %(allowed)s."),
    "no_such_deal": N_("Deal %(found)s is not recorded. Recorded: %(allowed)s."),
    "not_the_last_deal": N_("Only the last deal can be taken back, deal %(allowed)s; any other can be amended."),
    "not_a_pin": N_("A PIN has 6 to 32 digits and no other characters."),
    "pin_too_easy": N_("This PIN is too easy to guess. Mix the digits."),
    "too_many_of_a_suit": N_(
        "The same card of one suit is in sequences %(found)s times; the pack has only %(allowed)s. Check the counts."
    ),
    "contradicts": N_("This contradicts %(allowed)s."),
    "means_a_draw": N_("“%(found)s” means a drawn match, so it cannot be a name."),
    "not_on_one_line": N_("A name must fit on one line and have no invisible characters; found %(found)s."),
    "there_twice": N_("%(found)s is listed twice."),
    "too_few_entrants": N_("At least %(allowed)s are needed to seat a table; found %(found)s."),
    "too_few_tables": N_("Tables needed: %(allowed)s; the room has %(found)s."),
    "no_more_rounds": N_("This movement lasts %(allowed)s rounds; they have all been played."),
    "not_this_bracket": N_("These are not the tables that the bracket has in this round."),
    "no_winner": N_("The next round needs to know who won here."),
    "nobody_absent": N_("A walkover needs a side that is absent."),
    "not_rising": N_("Each figure must be higher than the one before it; found %(found)s."),
    "more_than_the_pack": N_(
        "%(found)s is too much: all the cards that can be here are worth %(allowed)s. Check the figure."
    ),
    "more_than_the_pack_together": N_(
        "Points melded and points in hand come to %(found)s: all the cards are worth %(allowed)s. Check the figures."
    ),
    "too_many_of_a_kind": N_("%(card)s: %(found)s recorded up to here, the pack has %(allowed)s. Check the counts."),
}
#: The names of three classes of cards in these sentences; other cards have the name from `words.entry`.
CLASSES = {
    "threes": N_("Threes"),
    "tens": N_("Cards of ten points"),
    "fives": N_("Cards of five points"),
}


def say_refusal(refused: Refused, words: Words) -> str:
    """The sentence for a refusal, without the location of the value."""
    allowed = refused.allowed or ()
    values = {"found": _shown(refused.found), "allowed": ", ".join(_plain(item, words) for item in allowed)}
    if refused.key == "too_many_of_a_kind":
        ((card, count),) = refused.found.items()
        called = words.gettext(CLASSES[card]) if card in CLASSES else card_name(card, words)
        values |= {"card": called, "found": _shown(count)}
    if not allowed and "%(allowed)s" in REFUSALS[refused.key]:  # there is nothing to list
        return words.gettext(N_("%(found)s cannot be chosen here."), **values)
    if refused.key.startswith("more_than_the_pack"):
        return words.gettext(REFUSALS[refused.key], found=refused.found, allowed=allowed[0])
    if refused.key in ("out_of_range", "too_long", "not_a_moment"):
        values |= {"least": allowed[0], "most": allowed[-1]}
    return words.gettext(REFUSALS[refused.key], **values)


def _shown(value: object) -> str:
    """A value as JSON; a text of more than 80 characters is cut."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 80 else f"{text[:77]}…"


def _plain(item: object, words: Words) -> str:
    """An allowed value in words: a range, a text as it is, or JSON."""
    if isinstance(item, dict) and "min" in item:
        return say_range(item, words)
    return item if isinstance(item, str) else json.dumps(item, default=str)
