"""What a side is called that nobody named: by its players, each cut at a sign of it where they do not fit together."""

import pytest

from scorekeeper.actions.matches.opening import NewMatch, opening
from scorekeeper.engine.shape import NAME_LENGTH

LONG = ("Szentgyörgyvölgyi-Őrségi Zsuzsanna Vilma", "Příšerně Žluťoučký-Kůň Dobroslav Antonín")


@pytest.mark.parametrize(
    ("players", "name"),
    [
        (("Ilona", "Mihai"), "Ilona & Mihai"),
        (LONG, "Szentgyörgyvölgyi-Őrségi Zs… & Příšerně Žluťoučký-Kůň Dobr…"),
        (("Ilona", LONG[0] + "-Ágnes Piroska"), "Ilona & Szentgyörgyvölgyi-Őrségi Zs…"),
    ],
)
def test_a_side_is_called_by_its_players(players: tuple[str, str], name: str) -> None:
    new = NewMatch("classic", "four", (players[0], "Jana", players[1], "Tõnu"))
    sides = opening(new)["sides"]
    assert [side["name"] for side in sides] == [name, "Jana & Tõnu"]
    assert len(name) <= NAME_LENGTH


def test_sides_whose_long_names_are_cut_alike_are_told_apart() -> None:
    players = tuple(f"Szentgyörgyvölgyi-Őrségi Zsuzsanna Vilma {letter}" for letter in "ABCD")
    first, second = (side["name"] for side in opening(NewMatch("classic", "four", players))["sides"])
    assert first.endswith("Zs…")
    assert second.endswith("… 2")
    assert max(len(first), len(second)) <= NAME_LENGTH
