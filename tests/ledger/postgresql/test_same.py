"""Both engines give the same answers to the same calls."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.ledger.copies.moving import move
from scorekeeper.ledger.ledger import Ledger
from tests.examples import examples
from tests.goldens.readers import read_from
from tests.goldens.snapshots import TABLES
from tests.ledger.cast import NOW, open_match
from tests.postgres import empty_database
from tools.goldens import build

#: Letters of the program's languages, separators of words, and signs that have a meaning in one engine's search.
LETTERS = "aáâăbcčdďeéěghiíîkłnňoóöőõprřsșštțťuúüűůyýzž AÁČŐȚŽ 07 -'&.:%_\\*()\"!|"
texts = st.text(alphabet=LETTERS, max_size=24)


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Ledger, Ledger]]:
    """A ledger in a file, and one on a server."""
    with Ledger.open(Path(tmp_path_factory.mktemp("same")) / "a.db") as file, Ledger.open(empty_database()) as server:
        yield file, server


number = iter(range(10**6))


@settings(examples(30, soak=1_000), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(title=texts, names=st.lists(texts, min_size=4, max_size=4, unique_by=lambda name: name.casefold()), asked=texts)
def test_a_search_finds_the_same(both: tuple[Ledger, Ledger], title: str, names: list[str], asked: str) -> None:
    match = f"match-{next(number)}"
    found = []
    for ledger in both:
        open_match(ledger, match, title, *names)
        queries = (asked, asked[:2], title[:3], *(name[:2] for name in names))
        found.append([[row.id for row in ledger.matches.page(query, limit=20)] for query in queries])
        found[-1] += [[player.name for player in ledger.players.page(query)] for query in queries]
        found[-1] += [[ledger.matches.seal(match)], [player.name for player in ledger.players.page(limit=30)]]
    assert found[0] == found[1]


@settings(examples(30, soak=1_000), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from(["get", "save", "drop"]), st.integers(0, 3), st.booleans()), max_size=12))
def test_drafts_are_kept_and_refused_alike(both: tuple[Ledger, Ledger], steps: list[tuple[str, int, bool]]) -> None:
    match = f"match-{next(number)}"
    told: list[list[object]] = [[], []]
    for ledger, answers in zip(both, told, strict=True):
        open_match(ledger, match)
        for what, seen, mine in steps:
            try:
                if what == "save":
                    device = "tablet" if mine else "phone"
                    version = None if seen == 3 else seen
                    body = {"n": seen}
                    answers.append(ledger.drafts.save(match, 1, body=body, seen=version, device=device, now=NOW))
                elif what == "drop":
                    ledger.drafts.drop(match, 1)
                else:
                    answers.append((ledger.drafts.get(match, 1), ledger.glances.at(match)))
            except Exception as refused:  # noqa: BLE001  # the type and the text are compared
                answers.append((type(refused), str(refused)))
    assert told[0] == told[1]


def test_every_reader_answers_the_same_of_a_club(tmp_path: Path) -> None:
    club, address = tmp_path / "club.db", empty_database()
    with ProcessPoolExecutor(
        1, mp_context=get_context("spawn")
    ) as fresh:  # in a new process, because ids are counted per process
        fresh.submit(build, club, TABLES).result()
    with Ledger.open(club) as file, Ledger.open(address) as server:
        move(file.store, server.store)
    of_the_server, of_the_file = dict(read_from(address)), dict(read_from(club))
    for found in (of_the_server, of_the_file):
        # A ledger in a file also has the key that links depend on; for a server, the operator sets the key.
        found.pop(next(reader for reader in found if reader.startswith("link_on_card")))
    assert of_the_server == of_the_file
