"""Scorings and schedules as data: what the sources print, and what is refused."""

import pytest

from scorekeeper.evening.scoring import AVERAGE, Warnings, Worth
from scorekeeper.rulebook.schedules import read_schedules
from scorekeeper.rulebook.scorings import PARTS, read_facts, scoring_by_id, scorings
from scorekeeper.rulebook.tables import parsed
from scorekeeper.rulebook.values import RulebookError

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


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (MINE.replace('"bands"', '"tea"'), "tea"),
        (MINE.replace("[5, 2, 1], ", '[5, 2, 1], ["more", 2, 1], '), r"bands\[1\]\[0\]"),
        (MINE.replace("[]\n", '["tea"]\n', 1), "tea"),
        (MINE + "tea = 1\n", "tea"),
        ("tea = 1\n" + MINE, "tea"),
    ],
)
def test_a_wrong_file_is_refused_by_name(text: str, told: str) -> None:
    with pytest.raises(RulebookError, match=rf"^mine\.toml: .*{told}"):
        read_facts(parsed("mine.toml", text))


@pytest.mark.parametrize("text", ['[4]\nfresh = 1\nfirst = "1+2-3"', '[4]\nfresh = 1\nfirst = "1+2-3+4"\ntea = 1'])
def test_a_wrong_schedule_is_refused_by_name(text: str) -> None:
    with pytest.raises(RulebookError, match=r"^schedules\.toml: "):
        read_schedules(text)
