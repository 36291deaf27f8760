"""Finding notions, such as "take" or "joker", in what people type. The words for a notion in each language are in
spoken/; inflected and mistyped words are recognized, too.

A word may have several notions; `ranking.py` decides which one is meant. This module knows no articles or rules.
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import count, groupby, product, takewhile
from operator import itemgetter

from rapidfuzz import process
from rapidfuzz.distance import JaroWinkler

from scorekeeper.engine.reading import Text
from scorekeeper.engine.values import Struct
from scorekeeper.rulebook.search.topics import VOCABULARIES
from scorekeeper.rulebook.tables import FOLDER, read_file

#: The thousands of a number and the separator after them, which is then removed: from 1,000 to 99,999. With a space as
#: separator, only from 1 000 to 9 999.
_THOUSANDS = re.compile(r"(?<![\d.,])(\d{1,2})[.,'’](?=\d{3}(?!\d))|(?<![\d.,])(\d)[ \u00a0\u202f](?=\d{3}(?!\d))")
#: A run of letters or of digits: "3-as" is a number and its ending.
_WORD = re.compile(r"\d+|[^\W\d_]+")
#: A number with its minus, if any; a dash between two words or numbers is not a minus.
_FIGURE = re.compile(r"((?:(?<=\s)|^)[-−]|)(?<![\d])(\d+)")
MOST_WORDS = 24
_LONGEST_PHRASE = 6
#: The minimum length of a word that is taken as mistyped, and of a word after its ending is cut off.
_LEAST_MISTYPED = 4
_LONGEST_ENDING = 5
_ALIKE = 0.88
#: The share of the words that a language knows is compared with that of the best language. A language is ignored if
#: the difference is more than this.
_SPOKEN = 0.12
#: `Heard.sure` of a mistyped word.
_MISHEARD = 0.75
#: The notion of negation, which may be part of another word: nelíznul, võtmata, paarita.
_NOT = "not"
#: The notion of consecutive numbers: 7, 8, 9 of hearts.
_SEQUENCE = "sequence"

Range = tuple[int, int, frozenset[str]]


class Heard(Struct):
    """A word or phrase: its folded text, and the notions that it may mean (none for an unknown word). `sure`, from 0 to
    1, is lower for a mistyped word."""

    word: str
    means: frozenset[str]
    sure: float = 1.0


class Vocabulary(Struct, forbid_unknown_fields=True):
    """The contents of a file in spoken/. `words` has the words for each notion, `nothing` the words without a meaning,
    `endings` the endings to cut off. `asking` and `reporting` are patterns of texts that ask or report."""

    nothing: tuple[Text, ...]
    asking: tuple[Text, ...]
    endings: frozenset[Text]
    words: Mapping[str, tuple[Text, ...]]
    reporting: tuple[Text, ...] = ()
    negative_prefix: str = ""
    negative_ending: str = ""


class SpokenLanguage(Struct):
    """The vocabulary of a language, prepared for the search.

    `entries` has the notions of each phrase; a word that begins with `=` is not inflected. `forms` has the words that
    each token is a form of. `vocabulary` has, by first letter, all tokens that can replace a mistyped word.
    """

    told: Vocabulary
    entries: Mapping[tuple[str, ...], frozenset[str]]
    forms: Mapping[str, tuple[str, ...]]
    nothing: frozenset[str]
    vocabulary: Mapping[str, Sequence[str]]
    asks: re.Pattern[str]
    reports: re.Pattern[str]

    def keys(self, token: str) -> tuple[str, ...]:
        """The words to look up in `entries` for a token: the token with "=" before it, then each word that it is a form
        of. For an unknown token, these are the words that its stem is a form of."""
        return (f"={token}", *self.forms.get(token, () if self._has(token) else self.forms.get(self.stem(token), ())))

    def knows(self, token: str) -> bool:
        """Return whether a token is a word of this language, with or without a notion."""
        return token in self.nothing or self._has(token) or self.stem(token) in self.forms

    def stem(self, token: str) -> str:
        """The token without an ending, if the rest is a known form; otherwise the token."""
        cuts = range(1, min(_LONGEST_ENDING, len(token) - _LEAST_MISTYPED) + 1)
        stems = (token[:-cut] for cut in cuts if token[-cut:] in self.told.endings)
        return next((stem for stem in stems if stem in self.forms), token)

    def negates(self, token: str) -> bool:
        """Return whether a token contains a negation: nelíznul, võtmata."""
        prefix, ending = self.told.negative_prefix, self.told.negative_ending
        if ending and token.endswith(ending):
            return token != ending
        if not prefix or not token.startswith(prefix) or (f"={token}",) in self.entries:
            return False
        return not any(folded(word).startswith(prefix) for word in self.forms.get(token, ()))

    def plain(self, token: str) -> str:
        """The token without its negative prefix, if the rest is a known word and the token is not; else the token."""
        rest = token.removeprefix(self.told.negative_prefix)
        return rest if not self._has(token) and self._has(rest) else token

    def _has(self, token: str) -> bool:
        return token in self.forms or (f"={token}",) in self.entries


def folded(text: str) -> str:
    """The text in lower case without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))


def tokens(text: str) -> list[str]:
    """The words and numbers of a text, folded."""
    return _WORD.findall(_THOUSANDS.sub(r"\1\2", folded(text)))


def plain_words(language: str) -> list[str]:
    """The words of a vocabulary from which `tools/word_forms.py` makes inflected forms: not those marked with "="."""
    phrases = (
        phrase for words in _vocabulary(language).words.values() for phrase in words if not phrase.startswith("=")
    )
    return sorted({word for phrase in phrases for word in _WORD.findall(phrase)})


def notions() -> frozenset[str]:
    """All notions for which any language has words."""
    return frozenset(notion for language in VOCABULARIES for notion in _vocabulary(language).words)


def hear(
    text: str, numbers: Iterable[Range] = (), spoken: Sequence[str] = VOCABULARIES, also: Collection[str] | None = ()
) -> list[list[Heard]]:
    """The words of a text with their notions, without words that mean nothing: one list for each language that the text
    may be in. Only the first `MOST_WORDS` words are read.

    An unknown word is read as the most similar word of the language, or else of `also`, if that is similar enough. If
    `also` is None, an unknown word is not replaced. `numbers` are ranges of numbers with their notions, `spoken` the
    languages to try.
    """
    words = tokens(text)[:MOST_WORDS]
    return [list(_listen(words, each, tuple(numbers), also)) for each in _spoken(words, spoken)]


def asks(text: str) -> bool:
    """Return whether a text asks for a rule (how many, may I, what is, when) instead of reporting an event."""
    return "?" in text or (_any(text, lambda language: language.asks) and not reports(text))


def reports(text: str) -> bool:
    """Return whether a text reports what somebody said, even if that was a question: "he told his partner how many"."""
    return _any(text, lambda language: language.reports)


def _any(text: str, pattern: Callable[[SpokenLanguage], re.Pattern[str]]) -> bool:
    words = tokens(text)[:MOST_WORDS]
    return any(pattern(each).search(" ".join(words)) for each in _spoken(words, VOCABULARIES))


def figures(text: str) -> list[int]:
    """The numbers in a text, negative ones with their minus."""
    plain = _THOUSANDS.sub(r"\1\2", folded(text))
    return [int(sign.replace("−", "-") + digits[:9]) for sign, digits in _FIGURE.findall(plain)]


def _spoken(words: Sequence[str], among: Sequence[str]) -> list[SpokenLanguage]:
    """The languages that know the largest share of the words, or nearly the largest (`_SPOKEN`)."""
    telling = [token for token in words if not token.isdecimal()]
    share = {id_: sum(language(id_).knows(token) for token in telling) / max(1, len(telling)) for id_ in among}
    best = max(share.values())
    return [language(id_) for id_ in among if share[id_] >= best - _SPOKEN]


@cache
def language(id_: str) -> SpokenLanguage:
    """The vocabulary of a language, read once. Raises `RulebookError` if its file is wrong."""
    told = _vocabulary(id_)
    entries: dict[tuple[str, ...], set[str]] = {}
    for notion, phrases in told.words.items():
        for phrase in phrases:
            mark, text = ("=", folded(phrase)) if phrase.startswith("=") else ("", phrase)
            entries.setdefault(tuple(mark + word for word in _WORD.findall(text)), set()).add(notion)
    forms: dict[str, list[str]] = {}
    for word, *inflected in _forms(id_):
        for form in inflected:
            forms.setdefault(form, []).append(word)
    nothing = frozenset(token for phrase in told.nothing for token in tokens(phrase))
    single = {phrase[0].removeprefix("=") for phrase in entries if len(phrase) == 1 and phrase[0].startswith("=")}
    return SpokenLanguage(
        told=told,
        entries={phrase: frozenset(meanings) for phrase, meanings in entries.items()},
        forms={form: tuple(words) for form, words in forms.items()},
        nothing=nothing,
        vocabulary={letter: list(begun) for letter, begun in groupby(sorted({*forms, *single}), key=itemgetter(0))},
        asks=_pattern(told.asking),
        reports=_pattern(told.reporting),
    )


def _pattern(patterns: Iterable[str]) -> re.Pattern[str]:
    """A pattern that finds any of these patterns as whole words. One that begins with "^" is found only at the start of
    a text."""
    begun = (f"^(?:{each[1:]})" if each.startswith("^") else f"(?:^| )(?:{each})" for each in patterns)
    return re.compile(f"(?:{'|'.join(begun) or '(?!)'})(?= |$)")


def _forms(id_: str) -> Iterator[list[str]]:
    """A list for each inflected word: the word, then its forms. In a language without a .forms file, the only form of a
    word is the folded word."""
    file = FOLDER / "spoken" / f"{id_}.forms"
    if not file.exists():
        return ([word, folded(word)] for word in plain_words(id_))
    return (line.split(" ") for line in file.read_text(encoding="utf-8").splitlines())


@cache
def _vocabulary(id_: str) -> Vocabulary:
    """The contents of the file of a language; empty for a language without a file."""
    return read_file(Vocabulary, f"spoken/{id_}.toml") if id_ in VOCABULARIES else Vocabulary((), (), frozenset(), {})


def _listen(
    words: list[str], spoken: SpokenLanguage, numbers: Sequence[Range], also: Collection[str] | None
) -> Iterator[Heard]:
    """Yield, from left to right, runs of consecutive numbers, the longest known phrases, and single words."""
    at = 0
    while at < len(words):
        if in_order := _in_order(words, at):
            yield Heard(" ".join(words[at : at + in_order]), frozenset({_SEQUENCE}))
            at += in_order
            continue
        for length in range(min(_LONGEST_PHRASE, len(words) - at), 0, -1):
            part = words[at : at + length]
            if means := _meaning(part, spoken):
                negated = any(spoken.negates(token) for token in part) or (_NOT in means and len(means) > 1)
                yield Heard(" ".join(part), means - {_NOT} if negated else means)
                if negated:
                    yield Heard(part[0], frozenset({_NOT}))
                break
        else:
            length = 1
            yield from _single(words[at], spoken, numbers, also)
        at += length


def _in_order(words: Sequence[str], at: int) -> int:
    """The length of the run of consecutive numbers that starts at `at`, as in a sequence of cards; 0 if it is less than
    three."""
    numbers = [int(token) for token in takewhile(str.isdecimal, words[at:])]
    run = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(numbers, count(numbers[0] if numbers else 0))))
    return run if run > 2 else 0


def _single(
    token: str, spoken: SpokenLanguage, numbers: Sequence[Range], also: Collection[str] | None
) -> Iterator[Heard]:
    if token in spoken.nothing:
        return
    if token.isdecimal():
        size = int(token[:9])
        about = [notions for least, most, notions in numbers if least <= size <= most]
        yield Heard(token, frozenset[str]().union(*about))
        return
    bare = spoken.plain(token)
    if means := _meaning([bare], spoken):  # a token with a negative prefix
        yield Heard(token, means)
        yield Heard(token, frozenset({_NOT}))
        return
    yield Heard(token, frozenset()) if also is None or token in also else _alike(token, spoken, also)


def _alike(token: str, spoken: SpokenLanguage, also: Collection[str]) -> Heard:
    """The most similar known word with the same first letter, for a mistyped word or an unknown ending; if there is
    none, the token without notions."""
    if len(token) >= _LEAST_MISTYPED:
        nearest = partial(process.extractOne, token, scorer=JaroWinkler.normalized_similarity, score_cutoff=_ALIKE)
        begun = spoken.vocabulary.get(token[0], ())
        if near := nearest(begun) or nearest([word for word in also if word.startswith(token[0])]):
            return Heard(near[0], _meaning([near[0]], spoken), _MISHEARD)
    return Heard(token, frozenset())


def _meaning(part: Sequence[str], spoken: SpokenLanguage) -> frozenset[str]:
    phrases = product(*(spoken.keys(token) for token in part))
    return frozenset[str]().union(*(spoken.entries.get(phrase, ()) for phrase in phrases))
