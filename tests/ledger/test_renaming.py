"""Players get a new name everywhere, or their name is removed: chains stay valid, and the old name appears nowhere."""

from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.ledger.chain.books import MATCHES
from scorekeeper.ledger.chain.chains import New, check_of
from scorekeeper.ledger.chain.entries import Entry
from scorekeeper.ledger.chain.projections import MatchSummary
from scorekeeper.ledger.copies.integrity import integrity
from scorekeeper.ledger.errors import NameTaken, UnknownPlayer
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.records.drafts import NEW
from scorekeeper.ledger.records.settings import Preset
from scorekeeper.ledger.sqlite.driver import sqlite3
from scorekeeper.ledger.store import Tx
from tests.ledger.cast import LATER, NOW, add, deal, open_match, opening, player_id
from tests.ledgers import rows_of


def play(ledger: Ledger) -> None:
    """Record a match with Anna's name in every field that can have one, and another match, which is archived."""
    payload = {
        **opening("Anna Nagy's birthday"),
        "note": "Anna Nagy brought cake, Anna Nagyova did not.",
        "rule_set": {"name": "Anna Nagy"},
    }
    payload["sides"][0]["name"] = "Anna Nagy & Béla Kovács"
    ledger.matches.open("friday", payload=payload, key="open-friday", actor="tablet", now=NOW)
    add(ledger, "deal_recorded", deal(1))
    add(ledger, "ruling_applied", {"deal": 1, "side": 0, "player": "Anna Nagy", "reason": "Anna Nagy spoke."})
    add(
        ledger,
        "match_renamed",
        {"title": "For Anna Nagy"},
        summary=MatchSummary("playing", (0, 0), title="For Anna Nagy"),
    )
    body = {"fields": {"s0-player": "Anna Nagy"}}
    ledger.drafts.save("friday", 2, body=body, seen=0, device="tablet", now=NOW)
    ledger.house_articles.save("friday:T1", {"title": "Anna Nagy talks"}, now=NOW, match_id="friday")
    open_match(ledger, "saturday", "Saturday")
    ledger.matches.retire("saturday", now=LATER)


def anna(ledger: Ledger, name: str = "Anna Nagy") -> int:
    return player_id(ledger, name)


def everything(ledger: Ledger) -> str:
    """The text of everything that the program reads about both matches, the players and the drafts."""
    parts: list[object] = [
        ledger.players.page(),
        ledger.matches.page(),
        ledger.matches.retired(),
        ledger.drafts.get("friday", 2),
    ]
    parts += [*map(ledger.matches.entries, ("friday", "saturday")), ledger.house_articles.of(match_id="friday")]
    return repr(parts).replace("Anna Nagyova", "").replace("'rule_set': {'name': 'Anna Nagy'}", "")


@pytest.mark.parametrize("forget", [False, True], ids=["renamed", "forgotten"])
def test_another_name_stands_everywhere_and_the_chains_hold(ledger: Ledger, forget: bool) -> None:
    play(ledger)
    checks = {match_id: ledger.matches.check_value(match_id) for match_id in ("friday", "saturday")}
    seals = {match_id: ledger.matches.seal(match_id) for match_id in checks}
    ledger.rename_player(anna(ledger), "Ági Kiss", now=LATER, forget=forget)
    assert "Anna Nagy" not in everything(ledger)
    opened, _, ruling, renamed = ledger.matches.entries("friday")
    assert opened.payload["seats"][0] == opened.payload["sides"][0]["players"][0] == "Ági Kiss"
    assert opened.payload["sides"][0]["name"] == "Ági Kiss & Béla Kovács"
    assert opened.payload["note"] == "Ági Kiss brought cake, Anna Nagyova did not."
    assert (opened.payload["rule_set"], renamed.payload) == ({"name": "Anna Nagy"}, {"title": "For Ági Kiss"})
    assert (ruling.payload["player"], ruling.payload["reason"]) == ("Ági Kiss", "Ági Kiss spoke.")
    assert (ledger.matches.row("friday").title, ledger.matches.row("friday").sides[0].name) == (
        "For Ági Kiss",
        "Ági Kiss & Béla Kovács",
    )
    assert [row.id for row in ledger.matches.page("agi")] == ["friday"]
    assert ledger.matches.page("anna nagy") == ()
    assert [player.name for player in ledger.players.page("ag")] == ["Ági Kiss"]
    found = integrity(ledger.store)
    assert (found.problems, found.redacted) == ((), (4 if forget else 0))
    for match_id, check in checks.items():
        assert ledger.matches.check_value(match_id) == check == check_of(ledger.matches.entries(match_id))
        assert ledger.matches.seal(match_id) != seals[match_id], "who keeps what was worked out has to look again"
    assert add(ledger, "recount", {"player": "Ági Kiss"}).entry.version == 5
    assert integrity(ledger.store).problems == ()


def test_a_name_that_is_forgotten_is_nowhere_in_the_file(ledger: Ledger, path: Path) -> None:
    """The name is not in free pages or the log, either: the file is searched byte by byte."""
    open_match(ledger)
    ledger.rename_player(anna(ledger), "Anna Nagy-Kiss", now=LATER)
    add(ledger, "ruling_applied", {"deal": 1, "player": "Anna Nagy-Kiss", "reason": "x" * 9000 + " Anna Nagy-Kiss"})
    ledger.rename_player(anna(ledger, "Anna Nagy-Kiss"), "Player 1", now=LATER, forget=True)
    held = b"".join(part.read_bytes() for part in path.parent.iterdir() if part.is_file()).lower()
    assert b"player 1" in held
    assert b"nagy" not in held
    assert integrity(ledger.store).problems == ()
    assert [entry.redacted for entry in ledger.matches.entries("friday")] == [True, True]


@pytest.mark.parametrize(
    "names",
    [("Bea", "Cili", "Anna Nagy"), ("Bea", "Anna Nagy", "Bea"), ("Anna Nagy Kis", "Dr. Anna Nagy Kis")],
    ids=["a way round", "back and forth", "longer"],
)
@pytest.mark.parametrize("forget", [False, True])
def test_names_one_after_the_other(ledger: Ledger, names: tuple[str, ...], forget: bool) -> None:
    """Entries written under each name are read under the last one."""
    open_match(ledger)
    player = anna(ledger)
    for name in names:
        ledger.rename_player(player, name, now=LATER)
        add(ledger, f"recount-{name}", {"player": name})
    if forget:
        ledger.rename_player(player, "Player 1", now=LATER, forget=True)
    last = "Player 1" if forget else names[-1]
    assert {entry.payload["player"] for entry in ledger.matches.entries("friday")[1:]} == {last}
    assert integrity(ledger.store).problems == ()


def test_two_people_are_never_made_one(ledger: Ledger) -> None:
    open_match(ledger)
    player = anna(ledger)
    for taken in ("Béla Kovács", " béla  kovács"):
        with pytest.raises(NameTaken):
            ledger.rename_player(player, taken, now=LATER)
    ledger.rename_player(player, "Anna Kiss", now=LATER)
    with pytest.raises(NameTaken):  # in entries of this match it is still another player's name
        ledger.rename_player(anna(ledger, "Jüri Tamm"), "Anna Nagy", now=LATER)
    with pytest.raises(UnknownPlayer):
        ledger.rename_player(999, "Nobody", now=LATER)
    ledger.rename_player(player, "ANNA kiss", now=LATER)
    assert ledger.players.get(player).name == "ANNA kiss"


def test_a_redacted_entry_is_sealed_as_well(ledger: Ledger, path: Path) -> None:
    """A redacted entry cannot be changed again, and a change that pretends to be a redaction is detected."""
    play(ledger)
    ledger.rename_player(anna(ledger), "Player 1", now=LATER, forget=True)
    forge = "UPDATE entries SET payload = replace(payload, 'Jüri', 'Yuri') WHERE match_id = 'friday' AND version = "
    with closing(sqlite3.connect(path)) as stranger:
        for statement in (forge + "1", forge + "2", "DELETE FROM redactions"):
            with pytest.raises(sqlite3.IntegrityError):
                stranger.execute(statement)
        stranger.execute("UPDATE redactions SET open = 1")
        with pytest.raises(sqlite3.IntegrityError):
            stranger.execute("UPDATE entries SET chain = 'x' WHERE id = 1")
        stranger.execute(forge + "1")
        stranger.commit()
    assert [(problem.key, problem.owner) for problem in integrity(ledger.store).problems] == [("chain", "friday")]


@pytest.mark.parametrize("forget", [False, True])
def test_a_match_taken_elsewhere_keeps_its_check_value(ledger: Ledger, tmp_path: Path, forget: bool) -> None:
    play(ledger)
    ledger.rename_player(anna(ledger), "Player 1", now=LATER, forget=forget)
    entries: tuple[Entry, ...] = ledger.matches.entries("friday")
    with Ledger.open(tmp_path / "other.db") as other:
        other.write(
            lambda act: act.add(MATCHES, "friday", entries, MatchSummary("playing", (0, 0), title="For Player 1"))
        )
        assert "Anna Nagy" not in everything_of(other)
        assert other.matches.check_value("friday") == ledger.matches.check_value("friday")
        assert [e.payload for e in other.matches.entries("friday")] == [e.payload for e in entries]
        assert (integrity(other.store).problems, integrity(other.store).redacted) == ((), 3)
        assert check_of(other.matches.entries("friday")) == other.matches.check_value("friday")


def everything_of(ledger: Ledger) -> str:
    with ledger.store.reading() as db:
        return "\n".join(rows_of(db.conn)).replace('"rule_set":{"name":"Anna Nagy"}', "").replace("Anna Nagyova", "")


@pytest.mark.parametrize("forget", [True, False])
def test_a_name_typed_for_the_next_evening_goes_in_whatever_capitals(ledger: Ledger, forget: bool) -> None:
    play(ledger)
    typed = "ANNA NAGY\r\nBéla & anna  nagy @3\n Anna Nagy@2\nAnna Nagyova\nanna"
    body = {"names": typed, "rules": "classic", "title": "For Anna Nagy"}
    ledger.evening_drafts.save(*NEW, body=body, seen=None, device="tablet", now=NOW)
    ledger.rename_player(anna(ledger), "Player 1", now=LATER, forget=forget)
    found = ledger.evening_drafts.get(*NEW)
    assert found
    assert found.body == {
        "names": "Player 1\r\nBéla & Player 1 @3\n Player 1@2\nAnna Nagyova\nanna",
        "rules": "classic",
        "title": "For Player 1",
    }


def test_a_forgotten_name_is_said_nowhere_also_where_the_player_did_not_sit(ledger: Ledger, path: Path) -> None:
    """The name is removed in upper and lower case, with any spacing. Names of other players that contain it stay."""
    open_match(ledger)
    open_match(ledger, "sunday", "ANNA NAGY cup", "Réka Fodor", "Ödön Kun", "Anna Nagy Fodor", "Imre Kun")
    told = {"deal": 1, "reason": "anna  nagy told Anna Nagy Fodor", "obligations": [{"says": "ask Anna Nagy"}]}
    add(ledger, "ruling_applied", told, match_id="sunday")
    ledger.drafts.save("sunday", 1, body={"why": "Anna Nagy"}, seen=0, device="tablet", now=NOW)
    for id_, name in (("anna", "Anna Nagy rules"), ("again", "ANNA  NAGY rules")):
        ledger.presets.save(Preset(id_, name, "classic", "four", {}, NOW))
    ledger.house_articles.save("house:1", {"title": "Talking", "obligation": "Fetch ANNA NAGY"}, now=NOW)
    ledger.rename_player(anna(ledger), "Player 7", now=LATER, forget=True)
    assert {each.name for each in ledger.presets.all()} == {"Player 7 rules", "Player 7 rules 2"}
    assert ledger.house_articles.get("house:1").body["obligation"] == "Fetch Player 7"
    row, (first, second) = ledger.matches.row("sunday"), ledger.matches.entries("sunday")
    assert (row.title, first.payload["title"]) == ("Player 7 cup", "Player 7 cup")
    assert second.payload["reason"] == "Player 7 told Anna Nagy Fodor"
    assert second.payload["obligations"] == [{"says": "ask Player 7"}]
    assert integrity(ledger.store).problems == ()
    held = b"".join(part.read_bytes() for part in path.parent.iterdir() if part.is_file()).lower()
    held = held.replace(b"anna nagy fodor", b"")  # this player's name stays in the search index
    assert [spelt for spelt in (b"anna nagy", b"anna  nagy") if spelt in held] == []
    offered = [player.name for player in (*ledger.players.recent(limit=9), *ledger.players.offered(limit=9))]
    assert ("Player 7" in offered, "Anna Nagy Fodor" in offered) == (False, True)


def test_a_device_called_by_a_forgotten_name_is_called_otherwise_in_what_it_wrote(ledger: Ledger, path: Path) -> None:
    open_match(ledger, "saturday", "Saturday")
    new = New("deal_recorded", deal(1), "deal-of-a-phone", "Anna Nagy's phone", LATER, 1)
    ledger.matches.append("saturday", new, version=1)
    open_match(ledger, "sunday", "Sunday", "Ida", "Jan", "Kim", "Lea")
    new = New("deal_recorded", deal(1), "deal-on-sunday", "anna nagy phone", LATER, 1)
    ledger.matches.append("sunday", new, version=1)
    seals = [ledger.matches.seal(match) for match in ("saturday", "sunday")]
    ledger.rename_player(anna(ledger), "Player 1", now=LATER, forget=True)
    assert [ledger.matches.entries(match)[1].actor for match in ("saturday", "sunday")] == [
        "Player 1's phone",
        "Player 1 phone",
    ]
    assert [ledger.matches.seal(match).partition("-")[0] for match in ("saturday", "sunday")] == seals
    assert "Anna Nagy's" not in [who for who, _ in ledger.writers(among=9)]
    checked = integrity(ledger.store)
    assert (checked.problems, checked.redacted) == ((), 3)
    assert b"nna Nagy" not in path.read_bytes().replace(b"anna nagy", b"Anna Nagy")


def test_who_wrote_a_redacted_entry_is_sealed_as_well(ledger: Ledger) -> None:
    open_match(ledger, "saturday", "Saturday")
    ledger.rename_player(anna(ledger), "Player 1", now=LATER, forget=True)

    def another(tx: Tx) -> None:
        tx.execute("UPDATE redactions SET open = 1")
        tx.execute("UPDATE entries SET actor = 'somebody'")

    ledger.store.write(another)
    assert [problem.key for problem in integrity(ledger.store).problems] == ["chain"]
