"""Players: one person under one name, and what became of their matches."""

import pytest

from scorekeeper.ledger import Ledger, MatchSummary, Record
from scorekeeper.ledger.chain.projections import Outcome
from scorekeeper.ledger.errors import UnknownPlayer
from tests.ledger.cast import LATER, NOW, add, open_match


def names(ledger: Ledger, query: str = "") -> list[str]:
    return [player.name for player in ledger.players.page(query)]


def test_it_works(ledger: Ledger) -> None:
    open_match(ledger)
    assert names(ledger) == ["Anna Nagy", "Béla Kovács", "Ionuț Țurcanu", "Jüri Tamm"]
    anna = ledger.players.find("  anna   NAGY ")
    assert anna is not None
    assert (anna.name, anna.created_at, anna.played_at) == ("Anna Nagy", NOW, NOW)
    assert ledger.players.get(anna.id) == anna
    assert ledger.players.find("Anna") is None


@pytest.mark.parametrize("nobody", [0, -1, 9, 2**63, 10**40])
def test_a_number_that_is_nobodys_is_told(ledger: Ledger, nobody: int) -> None:
    with pytest.raises(UnknownPlayer):
        ledger.players.get(nobody)


@pytest.mark.parametrize(("query", "found"), [("turc", "Ionuț Țurcanu"), ("BELA", "Béla Kovács"), ("jur", "Jüri Tamm")])
def test_a_search_forgives_accents(ledger: Ledger, query: str, found: str) -> None:
    open_match(ledger)
    assert names(ledger, query) == [found]


@pytest.mark.parametrize("query", ["%", "_", "urc", "'", "\\"])
def test_a_search_looks_at_beginnings_of_words_alone(ledger: Ledger, query: str) -> None:
    open_match(ledger)
    assert names(ledger, query) == []


def test_spelling_decides_who_is_who(ledger: Ledger) -> None:
    first = ledger.players.remember("Ágnes", now=NOW)
    assert ledger.players.remember("ágnes ", now=LATER).id == first.id
    assert ledger.players.remember("Agnes", now=LATER).id != first.id


def test_pages(ledger: Ledger) -> None:
    for name in ("Dóra", "Ágnes", "Csilla", "Béla", "Agnes"):
        ledger.players.remember(name, now=NOW)
    first = ledger.players.page(limit=3)
    second = ledger.players.page(limit=3, after=first[-1])
    assert [player.name for player in (*first, *second)] == ["Ágnes", "Agnes", "Béla", "Csilla", "Dóra"]


def test_a_players_matches_and_how_they_ended(ledger: Ledger) -> None:
    endings: dict[str, tuple[Outcome, Outcome]] = {
        "won": ("won", "lost"),
        "lost": ("lost", "won"),
        "drawn": ("drawn", "drawn"),
    }
    for day, outcomes in endings.items():
        open_match(ledger, day, day)
        add(ledger, "match_paused", {}, match_id=day, summary=MatchSummary("over", (5100, 4000), outcomes=outcomes))
    open_match(ledger, "playing", "playing")
    open_match(ledger, "retired", "retired")
    ledger.matches.retire("retired", now=LATER)
    bela = ledger.players.find("Béla Kovács")
    assert bela is not None
    played = ledger.players.matches(bela.id)
    assert [(one.match_id, one.outcome) for one in played] == [
        ("playing", None),
        ("drawn", "drawn"),
        ("lost", "lost"),
        ("won", "won"),
    ]
    assert (played[3].side_name, played[3].score, played[3].status) == ("North-South", 5100, "over")
    assert ledger.players.matches(bela.id, limit=2, before=played[1].number) == played[2:]
    assert ledger.players.record(bela.id) == Record(matches=4, won=1, lost=1, drawn=1)
    assert ledger.players.record(999) == Record(0, 0, 0, 0)


def test_whose_matches_were_all_put_away_is_in_no_list(ledger: Ledger) -> None:
    open_match(ledger)
    open_match(ledger, "saturday", "Saturday", "Anna Nagy", "Dana", "Eva", "Fero")
    ledger.matches.retire("friday", now=LATER)
    assert names(ledger) == ["Anna Nagy", "Dana", "Eva", "Fero"]
    assert names(ledger, "bela") == []
    ledger.matches.unretire("friday")
    assert names(ledger, "bela") == ["Béla Kovács"]
