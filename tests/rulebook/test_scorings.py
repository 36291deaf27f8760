"""Scorings and schedules as data: the values that the sources print, and what is refused."""

import pytest

from scorekeeper.evening.ranking.scoring import AVERAGE, Band, Scoring, Warnings, Worth
from scorekeeper.rulebook.evenings import PARTS, ScoringFacts, read_facts, scoring_by_id, scorings
from scorekeeper.rulebook.tables import RulebookError

MINE = 'place = 1\ntie_breaks = []\n[points]\nkind = "bands"\nbands = [[5, 2, 1], ["more", 3, 0]]\n'


def test_they_stand_in_the_order_that_people_see() -> None:
    assert list(scorings()) == [
        "victory_points_3",
        "victory_points_4",
        "win_draw_loss",
        "win_draw_loss_samba",
        "three_points",
        "capped_difference",
        "places",
        "sum",
    ]


@pytest.mark.parametrize(
    ("id_", "present", "absent", "sit_out", "warnings"),
    [
        ("victory_points_3", Worth(14, 355), Worth(6, -355), Worth(12), Warnings(2, -1)),
        ("victory_points_4", Worth(12, 305), Worth(8, -305), Worth(12), Warnings(2, -1)),
        ("win_draw_loss", Worth(2, 2000), Worth(0, -2000), Worth(2), None),
        ("win_draw_loss_samba", Worth(2, 4000), Worth(0, -4000), Worth(2), None),
        ("three_points", Worth(3, 1500), Worth(0, -1500), Worth(3), None),
        ("capped_difference", Worth(1000, 1000), Worth(-1000, -1000), Worth(0), None),
        ("places", Worth(3), Worth(0), Worth(2), None),
        ("sum", Worth(AVERAGE), Worth(0), Worth(AVERAGE), None),
    ],
)
def test_what_was_not_played_is_worth(
    id_: str, present: Worth, absent: Worth, sit_out: Worth, warnings: Warnings | None
) -> None:
    scoring = scoring_by_id()[id_]
    assert (scoring.present, scoring.absent, scoring.sit_out, scoring.warnings) == (present, absent, sit_out, warnings)
    assert scoring.missed == Worth()


@pytest.mark.parametrize("id_", ["victory_points_3", "victory_points_4"])
def test_victory_points_share_twenty_and_fall_by_one(id_: str) -> None:
    bands = scoring_by_id()[id_].bands
    assert [(band.winner, band.loser) for band in bands] == [(10 + place, 10 - place) for place in range(11)]


def test_sources_are_pages_and_every_part_but_the_programs_own_has_one() -> None:
    without = {(id_, part) for id_, facts in scorings().items() for part in PARTS if not facts.sources[part]}
    assert {id_ for id_, part in without if part == "points"} == {"capped_difference", "places"}
    cited = {page for facts in scorings().values() for pages in facts.sources.values() for page in pages}
    assert all(page.startswith("http") for page in cited)


WHOLE = """
place = 1
tie_breaks = ["wins", "lots"]
[points]
kind = "bands"
bands = [[50, 10, 9], ["more", 20, 1]]
sources = ["https://a", "https://b"]
[walk_over]
present = { points = 14, difference = 355 }
absent = { points = 6, difference = -45 }
sources = ["https://c"]
[sit_out]
points = 12
difference = 3
[missed]
points = "average"
[warnings]
every = 2
points = -1
difference = -7
sources = ["https://d"]
"""


def test_every_part_of_a_file_is_read_for_what_it_is() -> None:
    assert read_facts("mine.toml", WHOLE) == ScoringFacts(
        Scoring(
            kind="bands",
            bands=(Band(50, 10, 9), Band(None, 20, 1)),
            sit_out=Worth(12, 3),
            missed=Worth(AVERAGE),
            present=Worth(14, 355),
            absent=Worth(6, -45),
            warnings=Warnings(2, -1, -7),
            tie_breaks=("wins", "lots"),
        ),
        {
            "points": ("https://a", "https://b"),
            "sit_out": (),
            "missed": (),
            "walk_over": ("https://c",),
            "warnings": ("https://d",),
        },
        place=1,
    )


def test_a_file_of_points_alone_changes_nothing_else() -> None:
    text = 'place = 1\ntie_breaks = []\n[points]\nkind = "outcome"\nwin = 3\ndraw = 1\nloss = -2\n'
    facts = read_facts("mine.toml", text)
    assert facts.scoring == Scoring(kind="outcome", win=3, draw=1, loss=-2)
    assert facts.sources == dict.fromkeys(PARTS, ())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("place = 1\n", "tie_breaks: missing"),
        ("place = 1\ntie_breaks = []\n", "points: missing"),
        (MINE + "sources = true\n", "points.sources: expected a list, found True"),
        (MINE.replace("[[5, 2, 1], ", "[5, "), "bands[0]: expected a list, found 5"),
        (MINE.replace("[[5,", "[[-5,"), "bands[0][0]: -5 does not fit; allowed: 0 to 1000000"),
        (MINE.replace('"bands"', '"tea"'),
         "kind: 'tea' is not allowed here; allowed: sum, outcome, bands, capped, places"),
        (MINE.replace("[5, 2, 1], ", '[5, 2, 1], ["more", 2, 1], '),
         "bands[1][0]: expected a whole number, found None"),
        (MINE.replace("[]\n", '["tea"]\n', 1),
         "tie_breaks[0]: 'tea' is not allowed here; "
         "allowed: head_to_head, difference, wins, highest_deal, score, opponents, lots"),
        (MINE + "[sit_out]\npoints = true\n", "sit_out.points: expected a whole number, found True"),
        (
            MINE + "rounds = {}\n",
            "rounds: unknown key; allowed: kind, bands, sit_out, missed, walk_over, warnings",
        ),
        ("tea = 1\n" + MINE,
         "tea: unknown key; allowed: place, tie_breaks, points, sit_out, missed, walk_over, warnings"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_refused_in_full(text: str, told: str) -> None:
    with pytest.raises(RulebookError) as caught:
        read_facts("mine.toml", text)
    assert str(caught.value) == f"mine.toml: {told}"
