"""Ranking the documents by how well their stories match a query. A story is a set of notions: who did what to which
card."""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from math import log, sqrt
from typing import Any, TypeVar

from scorekeeper.engine.reading import Text, form, looked, read
from scorekeeper.engine.values import Struct, field
from scorekeeper.rulebook.search.index import Document, documents
from scorekeeper.rulebook.search.speech import Heard, Range, asks, hear, notions, reports, tokens
from scorekeeper.rulebook.tables import among, naming, parsed, placed, wrong

Key = TypeVar("Key", bound=Hashable)

FILE = "stories.toml"
#: The maximum of a weight or kinship in the file.
_MOST = 10
#: Added to the score of a document whose texts contain all words of the query. If the texts contain only some of the
#: words, less is added.
_TEXT = 0.1
#: The maximum that the further stories of a document add to the score of its best one.
_OTHERS = 0.15
#: The minimum score of a hit.
_LEAST = 0.12
#: The weight of a word without a known notion.
_UNEXPLAINED = 0.6
#: The minimum share of a story's weight that a query must match.
_LEAST_TOLD = 0.25
#: From the score `_EXACT` on, a query is taken as the name of the document. That adds `_NAMED` to the score of an
#: article. It adds `_NAMED` and `_OTHERS` to a general rule or term if all codes are searched, otherwise nothing.
_EXACT = 0.995
_NAMED = 0.3
#: The factor for general rules and terms if the query reports an event.
_GENERAL = 0.7
#: The notions with which a query asks.
_ASKING = frozenset({"how_many", "may"})
#: The factor for an article's story if the query is a question, which usually means a general rule, and the story has
#: none of the query's `_ASKING` notions. If only one code is searched, the factor is `_GENERAL`.
_NOT_ASKED = 0.5
#: The same factor for a story that has one of these notions. If only one code is searched, the factor is 1.
_SELDOM_ASKED = 0.9
#: The factor for a word of a name that has several notions ("închis" means out or frozen), if the word in the query
#: does not have all of them.
_ONE_SENSE = 0.9
#: The factor for the stories of a general rule, except its names, if the query is not a question.
_NEVER_SURE = 0.99
#: The factor for terms in answer to a question: a rule says more than a term.
_TERM = 0.97


class Lore(Struct):
    """The contents of stories.toml, prepared for the search: the stories of each document by its id, and the weight of
    each notion.

    `kin` has the similarity of two notions: {"draw": {"draw": 1.0, "take": 0.6}}. `joined` has notions and the one that
    they make together, `numbers` the notions of ranges of numbers. `telling` notions say that something happened,
    `wondering` ones ask for a rule, `faulty` ones say that something went wrong.
    """

    stories: Mapping[str, tuple[tuple[str, ...], ...]]
    weights: Mapping[str, float]
    kin: Mapping[str, Mapping[str, float]]
    joined: tuple[tuple[frozenset[str], str], ...]
    numbers: tuple[Range, ...]
    telling: frozenset[str]
    wondering: frozenset[str]
    faulty: frozenset[str]


class Story(Struct):
    """A story of a document. `of` is the index of the document. `words` are the indices of the story's words among all
    words of the `Ranking`, and `weight` is their total weight. `asking` are those of the `words` with an `_ASKING`
    notion. `named`: the story is a name of the document."""

    of: int
    words: tuple[int, ...]
    weight: float
    asking: frozenset[int]
    named: bool


class Ranking:
    """The documents, prepared for searches in all languages. It never changes, so threads may share it."""

    def __init__(self, sources: Sequence[Document], lore: Lore) -> None:
        self._sources = sources
        self._lore = lore
        self._words: dict[Heard, int] = {}
        self._stories = [story for at, source in enumerate(sources) for story in self._stories_of(at, source)]
        self._weights = [self._weight(word) for word in self._words]
        self._senses = [word.means if len(word.means) > 1 else frozenset() for word in self._words]
        self._meaning = _indices((notion, at) for word, at in self._words.items() for notion in word.means)
        self._written = _indices((word.word, at) for word, at in self._words.items() if word.word)
        self._telling = _indices((word, at) for at, story in enumerate(self._stories) for word in story.words)
        self._texts = [frozenset(token for text in source.texts for token in tokens(text)) for source in sources]
        self._seen = Counter(token for text in self._texts for token in text)

    def search(
        self, query: str, code: str | None = None, likely: Mapping[str, float] | None = None, *, ruled: bool = True
    ) -> list[tuple[int, float]]:
        """The documents that match a query, as (index, score), best first.

        With a `code`, documents of other codes are left out. `likely` has a factor for the documents of a code, by id
        of the code. In a game without rulings (`ruled` is false), a query that reports no event is taken as a question.
        """
        readings = hear(query, self._lore.numbers, also=self._written)
        told = frozenset(notion for heard in readings for word in heard for notion in word.means)
        happened, wondered = told & self._lore.telling, told & self._lore.wondering
        bare = (wondered and not told & self._lore.faulty) or not (happened or ruled)
        asked = asks(query) or (bare and not reports(query))
        among = {at for at, source in enumerate(self._sources) if code is None or source.code in {None, code}}
        scores: dict[int, float] = {}
        for heard in readings:
            for at, score in self._alike(joined(heard, self._lore), among, code is None, asked):
                scores[at] = max(score, scores.get(at, 0.0))
        words = {token for token in tokens(query) if self._seen[token]}
        rare = {token: log(1 + len(self._sources) / self._seen[token]) for token in words}
        for at in among:
            part = sum(rare[token] for token in words & self._texts[at])
            if part and (at in scores or len(words) == len(set(tokens(query)))):
                scores[at] = scores.get(at, 0.0) + _TEXT * part / sum(rare.values())
        for at in scores:
            source = self._sources[at]
            scores[at] *= (likely or {}).get(source.code or "", _TERM if asked and source.kind == "term" else 1.0)
        return sorted(
            ((at, score) for at, score in scores.items() if score >= _LEAST), key=lambda hit: (-hit[1], hit[0])
        )

    def _stories_of(self, at: int, source: Document) -> Iterator[Story]:
        """Yield the stories of a document, then its names as stories, each once."""
        own = [[Heard("", frozenset({word})) for word in story] for story in self._lore.stories.get(source.id, ())]
        heard = [hear(name, self._lore.numbers, (id_,), also=None)[0] for id_, name in source.names]
        # A number in a name means only that number.
        named = [[_plain(word) for word in joined(words, self._lore)] for words in heard]
        names = {frozenset(words) for words in named}
        for words in dict.fromkeys(frozenset(words) for words in (*own, *named) if words):
            numbers = sorted(self._words.setdefault(word, len(self._words)) for word in words)
            asking = frozenset(self._words[word] for word in words if word.means & _ASKING)
            yield Story(at, tuple(numbers), sum(self._weight(word) for word in words), asking, words in names)

    def _alike(
        self, heard: Sequence[Heard], among: Collection[int], looking_up: bool, asked: bool
    ) -> Iterator[tuple[int, float]]:
        """Yield (index, score) for each document of `among` that matches; the score comes from its four best stories.

        `looking_up`: all codes are searched. Then a query that is the name of a general rule or term means just that.
        `asked`: the query is a question.
        """
        weights = [self._weight(word) * word.sure for word in heard]
        likeness = self._likeness(heard)
        best = {word: self._weights[word] * max(row) for word, row in likeness.items()}
        scores: dict[int, list[float]] = {}
        for at in {at for word in likeness for at in self._telling[word]}:
            story = self._stories[at]
            told = [word for word in story.words if word in likeness]
            of_story = sum([best[word] for word in told])
            if story.of not in among or of_story < _LEAST_TOLD * story.weight:
                continue
            columns = zip(*[likeness[word] for word in told], strict=True)
            of_query = sum([weight * max(column) for weight, column in zip(weights, columns, strict=True)])
            score = sqrt(of_story / story.weight * of_query / sum(weights))
            if asked and self._sources[story.of].code:
                if not story.asking.intersection(likeness):
                    score *= _NOT_ASKED if looking_up else _GENERAL
                elif looking_up:
                    score *= _SELDOM_ASKED
            if not (asked or story.named) and self._sources[story.of].rule:
                score *= _NEVER_SURE
            scores.setdefault(story.of, []).append(score)
        for of, scored in scores.items():
            first, *others = sorted(scored, reverse=True)[:4]
            general, more = self._sources[of].code is None, _OTHERS * sum(others) / 3
            if first < _EXACT:
                yield of, first * self._general(of, asked, looking_up) + more
            elif general:
                yield of, first + (_NAMED + _OTHERS if looking_up else 0.0)
            else:
                yield of, first + _NAMED

    def _general(self, of: int, asked: bool, looking_up: bool) -> float:
        """The factor for a document. It is less than 1 for general rules and terms if the query reports an event, and
        for general rules if the query is a question and only one code is searched."""
        if self._sources[of].code is not None:
            return 1.0
        if not asked:
            return _GENERAL
        return 1.0 if looking_up or not self._sources[of].rule else 0.9

    def _likeness(self, heard: Sequence[Heard]) -> dict[int, list[float]]:
        """The similarity of known words to the words heard, by index of the known word: a list with a number from 0 to
        1 for each word in `heard`. Known words that are similar to none of them are left out."""
        rows: dict[int, list[float]] = {}
        for at, word in enumerate(heard):
            near = [(number, 1.0) for number in self._written.get(word.word, ())]
            near += [
                (number, nearness * (1.0 if self._senses[number] <= word.means else _ONE_SENSE))
                for meant in word.means
                for notion, nearness in self._lore.kin.get(meant, {meant: 1.0}).items()
                for number in self._meaning.get(notion, ())
            ]
            for number, nearness in near:
                row = rows.setdefault(number, [0.0] * len(heard))
                row[at] = max(row[at], nearness)
        return rows

    def _weight(self, word: Heard) -> float:
        return max((self._lore.weights[notion] for notion in word.means), default=_UNEXPLAINED)


def _plain(word: Heard) -> Heard:
    if word.word.isdecimal():
        return Heard(word.word, frozenset())
    return Heard("", word.means) if word.means else word


def _indices(pairs: Iterable[tuple[Key, int]]) -> dict[Key, list[int]]:
    indices: dict[Key, list[int]] = {}
    for key, at in pairs:
        indices.setdefault(key, []).append(at)
    return indices


def joined(heard: Sequence[Heard], lore: Lore) -> list[Heard]:
    """Replace notions that belong together by the notion that they make: "red" and "three" become "red three". If
    several combinations are possible, the closest words are joined."""
    words = list(heard)
    for parts, made in lore.joined:
        places = [[at for at, word in enumerate(words) if part in word.means] for part in parts]
        if positions := min((each for each in product(*places) if len(set(each)) == len(each)), key=_apart, default=()):
            joint = " ".join(words[at].word for at in sorted(positions))
            sure = min(words[at].sure for at in positions)
            words = [word for at, word in enumerate(words) if at not in positions]
            words.append(Heard(joint, frozenset({made}), sure))
    return words


def _apart(positions: Sequence[int]) -> tuple[int, int]:
    """The sort key of positions: those closest together first, and of equally close ones the later."""
    return max(positions) - min(positions), -max(positions)


def _factor(found: Any, where: str) -> float:
    if type(found) not in (int, float) or not 0 <= found <= _MOST:
        raise wrong(f"{found!r} does not fit; allowed: 0 to {_MOST}", where)
    return float(found)


_Notions = frozenset[Text]
_Joined = form("Joined", of=_Notions, makes=Text)
_Number = form("Number", least=(int, field(name="from")), most=(int, field(name="to")), means=_Notions)
_Stories = form("Stories", ids=(tuple[Text, ...], field(name="for")), tells=tuple[Text, ...])
_LoreText = form(
    "LoreText",
    **dict.fromkeys(("telling", "wondering", "faulty"), _Notions),
    **dict.fromkeys(("weight", "kin"), dict[str, looked(_factor)]),  # type: ignore[misc]
    joined=(tuple[_Joined, ...], ()),  # type: ignore[valid-type]
    number=(tuple[_Number, ...], ()),  # type: ignore[valid-type]
    story=(tuple[_Stories, ...], ()),  # type: ignore[valid-type]
)


@cache
def lore() -> Lore:
    """The contents of stories.toml. Raises `RulebookError` if it is wrong."""
    return read_lore(parsed(FILE), {each.id for each in documents()})


def read_lore(tree: Mapping[str, Any], ids: Collection[str]) -> Lore:
    """The contents of a parsed stories.toml; `ids` are those of all documents. Raises `RulebookError` for a notion
    without words in any language, or an unknown document."""
    with naming(FILE):
        text: Any = read(_LoreText, tree)
        allowed = sorted(notions().union(*(number.means for number in text.number)))
        kin = {id_: {id_: 1.0} for id_ in allowed}
        for pair, near in text.kin.items():
            one, _, other = pair.partition("-")
            among((one, other), f"kin.{pair}", allowed)
            kin[one][other] = kin[other][one] = near
        for each in ("telling", "wondering", "faulty", "weight"):
            among(getattr(text, each), each, allowed)
        for join, where in placed(text.joined, "joined"):
            among((*join.of, join.makes), where, allowed)
        stories: dict[str, list[tuple[str, ...]]] = {}
        for group, where in placed(text.story, "story"):
            tellings = [tuple(told.split()) for told in group.tells]
            among((notion for told in tellings for notion in told), f"{where}.tells", allowed)
            among(group.ids, f"{where}.for", sorted(ids))
            for id_ in group.ids:
                stories.setdefault(id_, []).extend(tellings)
    uses = Counter(notion for each in stories.values() for notion in {word for story in each for word in story})
    return Lore(
        stories={id_: tuple(each) for id_, each in stories.items()},
        weights={id_: text.weight.get(id_, 1.0) * log(2 + len(stories) / (1 + uses[id_])) for id_ in allowed},
        kin=kin,
        joined=tuple((join.of, join.makes) for join in text.joined),
        numbers=tuple((number.least, number.most, number.means) for number in text.number),
        telling=text.telling,
        wondering=text.wondering,
        faulty=text.faulty,
    )
