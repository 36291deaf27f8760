"""Full-text search over documents, in memory and in a file."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from scorekeeper.ledger import Document, Ledger, SearchIndex

DOCUMENTS = (
    Document("article", "HU-02", "Wrong opening", "The side opened below its minimum.", "téves nyitás", "hungarian"),
    Document(
        "article", "HU-03", "Irregular meld", "Szabály: a kártyát vissza kell venni.", "szabálytalan", "hungarian"
    ),
    Document("article", "RO-13", "Wrong count", "Greșeală la numărătoare; see Opening.", "numărătoare", "romanian"),
    Document("rule", "P49", "Taking the pile", "A frozen pile needs a natural pair. Opening first.", "võtmine"),
    Document("term", "opening", "Opening minimum", "", "nyitás deschidere avamine otevření"),
)


@pytest.fixture(name="index")
def in_memory() -> SearchIndex:
    return SearchIndex.in_memory(DOCUMENTS)


def ids(index: SearchIndex, query: str, **more: object) -> list[str]:
    return [hit.id for hit in index.search(query, **more)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("szabaly", "HU-03"),
        ("SZABÁLY", "HU-03"),
        ("greşeală", "RO-13"),
        ("greșeală", "RO-13"),
        ("greseala", "RO-13"),
        ("vot", "P49"),
        ("otevreni", "opening"),
        ("HU-03", "HU-03"),
        ("irr mel", "HU-03"),
    ],
)
def test_accents_and_endings_are_forgiven(index: SearchIndex, query: str, found: str) -> None:
    documents = [Document(doc.kind, doc.id, doc.title, f"{doc.id} {doc.text}", doc.synonyms) for doc in DOCUMENTS]
    index.index_documents(documents)
    assert ids(index, query) == [found]


def test_a_title_weighs_more_than_synonyms_and_they_more_than_text(index: SearchIndex) -> None:
    assert ids(index, "opening")[:2] == ["opening", "HU-02"]
    assert set(ids(index, "opening")[2:]) == {"P49", "RO-13"}
    scores = [hit.score for hit in index.search("opening")]
    assert scores == sorted(scores, reverse=True)
    assert scores[-1] > 0


def test_all_words_come_before_any_word_and_that_before_stems(index: SearchIndex) -> None:
    assert ids(index, "wrong count") == ["RO-13"]
    assert set(ids(index, "wrong banana")) == {"HU-02", "RO-13"}
    assert ids(index, "kártyával") == ["HU-03"]
    assert ids(index, "banana") == []


def test_little_words_find_nothing_beside_others(index: SearchIndex) -> None:
    index.index_documents([*DOCUMENTS, Document("term", "a", "A"), Document("term", "b", "A player", "A 50")])
    assert ids(index, "a kártyával") == ["HU-03"]
    assert ids(index, "az 50") == ["b"]
    assert {"a", "b"} <= set(ids(index, "a"))


@pytest.mark.parametrize("query", ["numaratoore banana", "irregullar bananas", "iregular meldd"])
def test_a_slip_is_forgiven(index: SearchIndex, query: str) -> None:
    assert ids(index, query)[0] in {"RO-13", "HU-03"}


def test_new_documents_bring_their_words(index: SearchIndex) -> None:
    assert ids(index, "banannas") == []
    index.index_documents([Document("term", "fruit", "Bananas")])
    assert ids(index, "banannas") == ["fruit"]


def test_a_code_leaves_other_codes_out(index: SearchIndex) -> None:
    assert set(ids(index, "opening", code="hungarian")) == {"opening", "HU-02", "P49"}
    assert ids(index, "wrong", code="romanian") == ["RO-13"]


def test_kinds_and_limit(index: SearchIndex) -> None:
    assert ids(index, "opening", kinds=["term"]) == ["opening"]
    assert set(ids(index, "opening", kinds=("rule", "term"))) == {"opening", "P49"}
    assert ids(index, "opening", kinds=()) == []
    assert ids(index, "opening", limit=1) == ["opening"]


@pytest.mark.parametrize("query", ["", "   ", "___", "!?", '""', "«»"])
def test_no_word_no_hit(index: SearchIndex, query: str) -> None:
    assert index.search(query) == ()


@pytest.mark.parametrize(
    "query",
    [
        '"',
        "'",
        "*",
        "a* OR",
        "NOT x",
        "AND",
        "NEAR(a b)",
        "title : x",
        "{a b}",
        "(",
        "^a",
        "a + b",
        "-a",
        "\x00",
        "a\x00b",
    ],
)
def test_no_query_is_an_error(index: SearchIndex, query: str) -> None:
    assert isinstance(index.search(query), tuple)


def test_a_very_long_query_counts_twelve_words(index: SearchIndex) -> None:
    assert ids(index, "wrong " * 5000) == ids(index, "wrong")


def test_indexing_again_replaces(index: SearchIndex) -> None:
    index.index_documents([Document("term", "stock", "Stock")])
    assert (ids(index, "opening"), ids(index, "stock")) == ([], ["stock"])


def test_the_index_in_a_file(ledger: Ledger) -> None:
    with ledger.file.write_tx() as db:
        SearchIndex(db).index_documents(DOCUMENTS)
    with ledger.file.reading() as db:
        assert ids(SearchIndex(db), "szabaly") == ["HU-03"]


def test_threads_share_an_index(index: SearchIndex) -> None:
    with ThreadPoolExecutor(8) as clients:
        found = list(clients.map(lambda _: ids(index, "opening", code="hungarian", kinds=["term"]), range(200)))
    assert found == [["opening"]] * 200
