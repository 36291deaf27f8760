"""Fields to body and back: what is typed is what the ledger keeps, and amending shows it again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.cards import RANKS, SUITS
from scorekeeper.engine.deals.reader import POZZETTO, read_deal
from scorekeeper.engine.deals.scoring import score_deal
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.web.deals.entry import Entered, fill, read_entry, ways_of
from scorekeeper.web.deals.fields import Form, clean, of_before
from scorekeeper.web.deals.shape import FACTS, Fields, Shape
from tests.examples import examples

#: Every game at the table that it offers first, and the tables that differ from it.
GAMES = [(name, facts.formats[0]) for name, facts in rulebook().rule_sets.items()]
GAMES += [("czech", "two"), ("hungarian", "cutthroat"), ("romanian", "three"), ("czech-fast", "three")]
CHOICES = {"rank": RANKS, "suit": SUITS, "pozzetto": POZZETTO}
NAMES = ("Ilona", "Jana", "Mihai")


def shape(rules: str = "classic", table: str = "four", **options: object) -> Shape:
    """Give the shape of a game."""
    resolved = resolve(rules, table, options)
    return Shape(resolved, names=NAMES if resolved.table.alliances else ())


def read_fields(fields: Fields, game: Shape) -> Entered:
    """Read a page that is filled in so."""
    return read_entry(Form(game, fields))


def counts(most: int = 4) -> st.SearchStrategy[str]:
    """Give a small count as a chip has it."""
    return st.integers(0, most).map(str)


@st.composite
def entries(draw: st.DrawFn) -> tuple[Shape, dict[str, str]]:
    """Give a page filled in at random."""
    game = shape(*draw(st.sampled_from(GAMES)))
    places = [str(place) for place in range(game.rules.table.sides)]
    fields = {"end": draw(st.sampled_from(["none", *places])), "took": draw(st.sampled_from(["none", *places]))}
    for name in (*FACTS, "first_round"):
        fields[name] = draw(st.sampled_from(["", "yes"]))
    fields["special"] = draw(st.sampled_from(["", *(row.key for row in game.rules.special_hands)]))
    fields["left"] = draw(st.sampled_from(["", "0", "17"]))
    for place in places:
        fields |= draw(sides(f"s{place}", game))
    return game, clean(fields)


@st.composite
def sides(draw: st.DrawFn, prefix: str, game: Shape) -> dict[str, str]:
    """Give one side's fields."""
    way = draw(st.sampled_from(["cards", "counts", "totals"]))
    mode = draw(st.sampled_from(game.hand_modes[way]))
    fields = {f"{prefix}-way": way, f"{prefix}-hand": mode}
    known = [field for name, field in Form(game, fields).table.items() if field.place and name.startswith(prefix)]
    for field in draw(st.lists(st.sampled_from(known), unique=True, max_size=20)):
        of = CHOICES.get(field.name.rpartition("-")[2], ("yes",))
        fields[field.name] = draw(st.sampled_from(of) if field.kind in ("choice", "tick") else counts())
    return fields


@given(entries())
@examples(60, soak=1_500)
def test_a_body_fills_the_page_that_makes_it_again(entry: tuple[Shape, dict[str, str]]) -> None:
    game, fields = entry
    entered = read_fields(fields, game)
    again = read_fields(fill(entered.body, game), game)
    assert again.body == entered.body
    assert again.form.teams == entered.form.teams


@pytest.mark.parametrize(
    ("counted", "run"),
    [
        ({"t": "1"}, {"4": "yes", "5": "yes", "6": "2", "7": "yes"}),
        ({"t": "1", "j": "1"}, {"4": "yes", "5": "yes", "6": "2", "7": "yes", "8": "joker"}),
    ],
)
def test_a_draft_that_counted_the_wild_cards_of_a_sequence_keeps_them(
    counted: dict[str, str], run: dict[str, str]
) -> None:
    game = shape("burraco")
    begun = {f"s0-q1-{card}": "yes" for card in ("4", "5", "7")} | {"s0-q1-suit": "hearts", "end": "0"}
    fields = of_before(begun | {f"s0-q1-{sign}": count for sign, count in counted.items()}, game)
    assert fields == {"s0-q1-suit": "hearts", "end": "0"} | {f"s0-q1-{card}": what for card, what in run.items()}
    assert of_before(fields, game) == fields
    empty = of_before({"s0-q0-t": "2"}, game)
    assert [problem.key for problem in read_fields(empty, game).problems] == ["sequence_empty"]


@given(entries())
@examples(30, soak=1_000)
def test_filling_is_settled_after_one_turn(entry: tuple[Shape, dict[str, str]]) -> None:
    game, fields = entry
    entered = read_fields(fields, game)
    filled = fill(entered.body, game)
    again = read_fields(filled, game)
    assert fill(again.body, game) == filled


def test_one_way_of_counting_is_kept_when_allies_stand_alone_again() -> None:
    game = shape("hungarian", "cutthroat")
    assert ways_of(("totals", "totals"), game, {}) == {f"s{place}-way": "totals" for place in range(3)}
    assert ways_of(("totals", "counts"), game, {}) == {"s0-way": "totals", "s1-way": "counts"}


def test_a_sum_of_nothing_leaves_its_field_empty() -> None:
    game = shape()
    entered = read_fields({"end": "none", "s0-way": "totals", "s1-way": "totals", "s1-mp": "0", "s1-hp": "45"}, game)
    filled = fill(entered.body, game)
    assert {name: value for name, value in filled.items() if name[3:] in ("mp", "hp")} == {"s1-hp": "45"}


HEARTS = {"s0-q0-suit": "hearts"} | {f"s0-q0-{card}": "yes" for card in ("4", "5", "6", "7")}
LOW = HEARTS | {f"s0-q0-{card}": "yes" for card in ("low", "2", "3")}
FAMILY = [
    ("samba", HEARTS, "melds", [{"rank": "sequence", "cards": ["4", "5", "6", "7"], "suit": "hearts"}]),
    ("samba", {"s0-n-K": "3", "s0-x0-rank": "K", "s0-x0-n": "4"}, "melds", [
        {"rank": "K", "naturals": 3}, {"rank": "K", "naturals": 4},
    ]),
    ("burraco", LOW, "melds", [{"rank": "sequence", "cards": ["A", "2", "3", "4", "5", "6", "7"], "suit": "hearts"}]),
    ("burraco", {"s0-n-3": "3"}, "melds", [{"rank": "3", "naturals": 3}]),
    ("burraco", {"s0-pozzetto": "taken"}, "pozzetto", "taken"),
    ("burraco", {"without_bonus": "yes"}, "out", {"without_bonus": True}),
    ("cuban", {"s0-black": "3"}, "black_threes", 3),
    ("modern-american", {"special": "pairs"}, "special_hand", "pairs"),
    ("modern-american", {"s0-hp": "60", "s0-held-A": "1"}, "held", {"A": 1}),
    ("modern-american", {"s0-way": "counts", "s0-un-aces": "1", "s0-can-sevens": "1"}, "counted", {
        "canastas": {"sevens": 1}, "unfinished": {"aces": 1},
    }),
    ("brazilian", {"s0-way": "totals", "s0-mp": "200", "s0-un-sequence": "2"}, "counted", {
        "points": 200, "canastas": {}, "unfinished": {"sequence": 2},
    }),
    ("hand-and-foot", {"s0-hand": "side", "s0-f1-high": "2"}, "feet", [{}, {"K": 2}]),
    ("hand-and-foot", {"s0-way": "totals", "s0-hp": "90", "s0-feet": "2"}, "feet_not_begun", 2),
    ("hand-and-foot", {"s0-hp": "90", "s0-feet": "2"}, "feet_not_begun", 2),
    ("hand-and-foot", {"s0-exact_cuts": "1"}, "exact_cuts", 1),
    ("hand-and-foot", {"s0-way": "counts", "s0-can-natural": "1", "s0-can-sevens": "1"}, "counted", {
        "canastas": {"natural": 1, "sevens": 1},
    }),
]  # fmt: skip


@pytest.mark.parametrize(("game", "fields", "key", "value"), FAMILY)
def test_what_makes_a_game_that_game_is_entered_and_filled_in_again(
    game: str, fields: Fields, key: str, value: object
) -> None:
    table = shape(game)
    entered = read_fields({"end": "0", **fields}, table)
    assert entered.body["sides"][0][key] == value
    assert not entered.problems
    read_deal(entered.body, table.rules)
    again = fill(entered.body, table)
    assert {name: again.get(name) for name in fields} == fields
    assert entered.field_at(f"sides[0].{key}") is not None


def one(fields: Fields, game: Shape) -> object:
    """Give the first side of the body that these fields make."""
    return read_fields(fields, game).body["sides"][0]


def test_cards_become_melds_by_rank() -> None:
    fields = {
        "s0-hand": "side",
        "s1-hand": "side",
        "s0-n-K": "5",
        "s0-t-K": "1",
        "s0-n-7": "7",
        "s0-red": "2",
        "s0-h0-high": "2",
        "end": "0",
    }
    assert one(fields, shape()) == {
        "melds": [{"rank": "K", "naturals": 5, "twos": 1}, {"rank": "7", "naturals": 7}],
        "red_threes": 2,
        "hands": [{"K": 2}],
        "out": {},
    }


def test_totals_take_sums_as_they_are_typed() -> None:
    fields = {"s0-way": "totals", "s0-mp": "100+100 + 85", "s0-hp": "1 035", "s0-can-mixed": "1"}
    assert one(fields, shape()) == {
        "counted": {"points": 285, "canastas": {"mixed": 1}},
        "red_threes": 0,
        "hand_points": 1035,
    }


def test_cards_of_one_value_go_to_kinds_that_the_pack_still_has() -> None:
    fields = {"s0-hand": "side", "s1-hand": "side", "s0-n-K": "7", "s0-n-Q": "8", "s1-h0-high": "10"}
    entered = read_fields(fields, shape())
    assert entered.body["sides"][1]["hands"] == [{"K": 1, "J": 8, "10": 1}]
    read_deal(entered.body, shape().rules)


def test_aces_and_twos_of_one_class_leave_the_twos_that_are_told_apart() -> None:
    """Four twenties held by the first side are aces: five twos lie with the other side, which holds three more."""
    fields = {"s0-way": "counts", "s0-hand": "classes", "s0-h0-twenties": "4"}
    fields |= {"s1-n-K": "3", "s1-t-K": "3", "s1-n-9": "3", "s1-t-9": "2"}
    entered = read_fields({**fields, "s1-hand": "side", "s1-h0-2": "3"}, shape())
    assert [side["hands"] for side in entered.body["sides"]] == [[{"A": 4}], [{"2": 3}]]
    read_deal(entered.body, shape().rules)


def test_the_partners_canasta_is_told_where_two_play_together() -> None:
    game = shape("hungarian", "cutthroat")
    fields = {"took": "1", "concealed": "yes", "partner_canasta": "yes"}
    pair, _ = read_fields({**fields, "end": "2"}, game).body["sides"]
    assert pair["out"] == {"concealed": True, "own_canasta": False}
    _, alone = read_fields({**fields, "end": "1"}, game).body["sides"]
    assert alone["out"] == {"concealed": True}


def test_a_canasta_that_is_not_counted_apart_is_filled_in_among_its_like() -> None:
    kinds = {"natural": 1, "natural_aces": 1, "mixed_aces": 1, "wild_jokers": 1, "wild_twos": 1}
    sides = [{"counted": {"points": 600, "canastas": kinds}}, {"melds": []}]
    like = {"natural": 2, "mixed": 1, "wild": 2}
    for game in (shape(**{"wild-melds": True}), shape("czech", "two", **{"wild-canasta-four-jokers": 1000})):
        again = read_fields(fill({"sides": sides}, game), game).body["sides"][0]
        assert again["counted"] == {"points": 600, "canastas": like}


def test_the_one_who_took_the_pile_plays_alone() -> None:
    game = shape("hungarian", "cutthroat")
    fields = {"took": "1", "end": "2", "s0-n-K": "4", "s2-h0-A": "1", "s0-h0-A": "2", "s2-red": "1"}
    pair, alone = read_fields(fields, game).body["sides"]
    assert [member["name"] for member in pair["members"]] == ["Ilona", "Mihai"]
    assert [member["hand"] for member in pair["members"]] == [{"A": 2}, {"A": 1}]
    assert pair["out"] == {}
    assert [member["name"] for member in alone["members"]] == ["Jana"]


def test_a_red_three_left_in_a_hand_is_told_beside_the_sum_of_the_hands() -> None:
    game = shape("hungarian", "cutthroat")
    fields = {"took": "1", "end": "1", "s0-way": "totals", "s0-mp": "30", "s0-hp": "45", "s2-h0-red3": "1"}
    pair, _ = read_deal(read_fields(fields, game).body, game.rules).sides
    assert (pair.hand_points, [player.red_threes_in_hand for player in pair.players]) == (45, [0, 1])


@pytest.mark.parametrize("way", ["totals", "counts", "cards"])
def test_a_red_three_in_hand_that_is_fined_is_told_beside_the_points_in_hand_and_costs_its_fine(way: str) -> None:
    game = shape("hungarian", **{"penalty-code": "hungarian"})
    fields = {"end": "0", "s0-way": way, "s1-way": way, "s1-hp": "45", "s1-h0-red3": "1"}
    body = read_fields(fields, game).body
    deal = read_deal(body, game.rules)
    lines = {line.key: line.points for line in score_deal(deal, game.rules)[1].lines}
    assert lines == {"cards_in_hand": -45, "penalties": -500}
    assert fill(body, game)["s1-h0-red3"] == "1"
    assert "s1-h0-red3" not in Form(shape(), fields).table


@pytest.mark.parametrize(
    ("field", "typed", "key"),
    [
        ("s0-mp", "10o", "number_unclear"),
        ("s0-mp", "-35", "number_negative"),
        ("s0-hp", "9999999999", "number_too_big"),
        ("s0-can-mixed-more", "many", "number_unclear"),
        ("left", "half", "number_unclear"),
    ],
)
def test_what_cannot_be_read_is_told_at_its_field(field: str, typed: str, key: str) -> None:
    entered = read_fields({"s0-way": "totals", field: typed}, shape())
    assert [(problem.field, problem.key, problem.typed) for problem in entered.problems] == [(field, key, typed)]


def test_a_meld_without_a_rank_and_a_sequence_without_cards_are_told() -> None:
    entered = read_fields({"s1-x0-n": "3", "s1-q0-7": "joker"}, shape("czech"))
    assert {(problem.field, problem.key) for problem in entered.problems} == {
        ("s1-x0-rank", "rank_missing"),
        ("s1-q0", "sequence_empty"),
    }


@pytest.mark.parametrize(
    ("where", "field"),
    [
        ("sides[0].melds[2].jokers", "s0-j-7"),
        ("sides[0].melds[0]", "s0-n-K"),
        ("sides[0].melds[1].twos", "s0-x3-t"),
        ("sides[0].red_threes", "s0-red"),
        ("sides[1].hands[0].9", "s1-h0-high"),
        ("sides[1].hands[0].3", "s1-h0-3"),
        ("sides[0].out", "end"),
        ("cards_left", "left"),
        ("sides[1].counted", "s1-melds"),
        ("nowhere", None),
    ],
)
def test_every_place_of_a_body_leads_back_to_its_field(where: str, field: str | None) -> None:
    fields = {"end": "0", "s0-n-K": "3", "s0-n-7": "7", "s0-x3-rank": "K", "s0-x3-n": "3", "s0-x3-t": "1"}
    assert read_fields({**fields, "s1-hand": "side", "s1-h0-high": "2", "left": "3"}, shape()).field_at(where) == field


def test_only_fields_of_a_deal_are_kept_and_none_is_endless() -> None:
    form = {"end": "0", "s0-n-K": " 3 ", "s9-n-K": "3", "csrf_token": "x", "reason": "y" * 999, "s0-mp": "1" * 99}
    assert clean(form) == {"end": "0", "s0-n-K": "3", "reason": "y" * 300, "s0-mp": "1" * 60}


def test_red_threes_of_players_who_had_had_a_turn_are_told_once_the_first_round_is_ticked() -> None:
    game = shape("hungarian")
    fields = {"end": "0", "s1-h0-red3": "2", "s1-late": "1"}
    assert "red_threes_after_turn" not in read_fields(fields, game).body["sides"][1]
    entered = read_fields({**fields, "first_round": "yes"}, game)
    assert entered.body["sides"][1]["red_threes_after_turn"] == 1
    assert entered.field_at("sides[1].red_threes_after_turn") == "s1-late"
    assert fill(entered.body, game)["s1-late"] == "1"


@pytest.mark.parametrize(("end", "teams"), [("none", 3), ("2", 2)])
def test_whoever_goes_out_before_the_pile_was_taken_plays_alone(end: str, teams: int) -> None:
    """001 Kanaszta hármasban."""
    found = Form(shape("hungarian", "cutthroat"), {"took": "none", "end": end}).teams
    assert len(found) == teams
    assert (2,) in [team.scorers for team in found]
