"""What may have happened, as tiles by moment of play; what a search finds; and what deals themselves show."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import url_for

from scorekeeper.actions.offences import Offence
from scorekeeper.contract.search import search
from scorekeeper.engine.articles import MOMENTS, Article, Tile
from scorekeeper.engine.match import Row, State
from scorekeeper.rulebook import codes
from scorekeeper.web.rulings.form import Case, to_query
from scorekeeper.web.rulings.links import findings_url
from scorekeeper.words import N_, Words
from scorekeeper.words import rulings as texts
from scorekeeper.words.rulings import say_text

#: Which code's entries are looked up where none is played: those in the language of the rule set.
CODE_TO_READ = {"czech": "czech", "czech-fast": "czech", "classic": "estonian", "viennese": "estonian"}


@dataclass(frozen=True, slots=True)
class TileView:
    """One way into an article."""

    label: str
    sub: str
    url: str


@dataclass(frozen=True, slots=True)
class Group:
    """The tiles of one moment of play."""

    moment: str
    title: str
    tiles: tuple[TileView, ...]


@dataclass(frozen=True, slots=True)
class FoundView:
    """What a search found: an offence of this match, or something to read; `url` may be missing for a word."""

    id: str
    title: str
    says: str
    url: str | None
    offence: bool


@dataclass(frozen=True, slots=True)
class TilesPage:
    """The whole page; `shown` are offences that recorded deals show by themselves."""

    match_id: str
    code: str
    groups: tuple[Group, ...]
    shown: tuple[TileView, ...]
    query: str
    found: tuple[FoundView, ...]


def tiles_page(match_id: str, state: State, offences: tuple[Offence, ...], query: str, words: Words) -> TilesPage:
    """Lay out every way into a ruling of this match."""
    code = state.setup.rules.code.id
    return TilesPage(
        match_id=match_id,
        code=words.gettext(codes.code(code).title) if code != "none" else "",
        groups=tuple(_groups(match_id, state, offences, words)),
        shown=tuple(_shown(match_id, state, offences, words)),
        query=query,
        found=tuple(_found(match_id, state, offences, query, words)) if query else (),
    )


def _groups(match_id: str, state: State, offences: tuple[Offence, ...], words: Words) -> Iterable[Group]:
    for moment in MOMENTS:
        tiles = tuple(
            _tile(match_id, state, found, tile, words)
            for found in offences
            for tile in found.article.tiles
            if tile.moment == moment
        )
        if tiles:
            yield Group(moment, words.gettext(texts.MOMENTS[moment]), tiles)


def _tile(match_id: str, state: State, found: Offence, tile: Tile, words: Words) -> TileView:
    return TileView(say_text(tile.title, found.article, words), _sub(found, words), _way(match_id, state, found, tile))


def _way(match_id: str, state: State, found: Offence, tile: Tile) -> str:
    """The address of the case that a tile begins, with the answers that it carries."""
    case = _case(state, found.article)
    for key, value in tile.answers:
        case = case.with_answer(key, value)
    return _url(match_id, to_query(case))


def _sub(found: Offence, words: Words) -> str:
    """The number of the article; a table's own is marked."""
    if not found.article.house:
        return found.article.id
    return words.gettext(N_("%(article)s, house article"), article=found.article.id)


def _case(state: State, article: Article) -> Case:
    """The case to begin with. A fault of the deal that costs nobody anything is the dealer's: nobody is asked who,
    unless a side may choose what follows."""
    costs = any(row.points or row.opening_raise or row.obligations for row in article.rows)
    chosen = any(question.chooser == "own_side" for question in article.questions)
    if article.house or article.moments[0] != "deal" or costs or chosen:
        return Case(article.id)
    dealer = state.setup.seats[state.seating.dealer]
    side = state.setup.side_of(dealer)
    alone = state.setup.sides[side].players == (dealer,)
    return Case(article.id, side=str(side), player="" if alone else dealer)


def _shown(match_id: str, state: State, offences: tuple[Offence, ...], words: Words) -> Iterable[TileView]:
    """Articles that the figures of the last deal show and that no ruling of that deal has settled."""
    known = {found.article.id: found for found in offences}
    for row in state.rows[-1:]:
        for finding in row.findings:
            found = known.get(finding.article or "")
            url = findings_url(match_id, state, row.number, finding, row.record.body)
            if found and url and not _settled(row, found.article.id):
                title = words.gettext(found.article.title)
                label = words.gettext(N_("Deal %(number)s shows: %(title)s"), number=row.number, title=title)
                yield TileView(label, found.article.id, url)


def _settled(row: Row, article: str) -> bool:
    """Is the offence charged by the score, or ruled already?"""
    charged = any(line.article == article for side in row.sides for line in side.lines)
    return charged or any(ruling.article == article for side in row.sides for ruling in side.rulings)


def _found(match_id: str, state: State, offences: tuple[Offence, ...], query: str, words: Words) -> Iterable[FoundView]:
    """The table's own articles first, then those of its code, then what there is to read; each best first."""
    known = {found.article.id: found for found in offences}
    wanted = _folded(query).split()
    for found in offences:
        if found.article.house and all(word in _folded(found.article.title) for word in wanted):
            yield from _offence(match_id, state, found, found.article.title, found.article.says, words)
    rules = state.setup.rules
    code = rules.code.id if rules.code.id != "none" else CODE_TO_READ.get(rules.id)
    for hit in sorted(_hits(query, code, words), key=lambda hit: hit["id"] not in known):
        if hit["id"] in known:
            yield from _offence(match_id, state, known[hit["id"]], hit["title"], hit["says"], words)
        else:
            yield FoundView(hit["id"], hit["title"], hit["says"], look_up_url(hit), offence=False)


def _hits(query: str, code: str | None, words: Words) -> Sequence[Mapping[str, str]]:
    found: Sequence[Mapping[str, str]] = search({"query": query, "code": code}, words).get("hits", ())
    return found


def _offence(match_id: str, state: State, found: Offence, title: str, says: str, words: Words) -> Iterable[FoundView]:
    """The article; where every tile of it carries an answer, each of them, so that nobody is asked more than there."""
    tiles, sub = found.article.tiles, _sub(found, words)
    if any(not tile.answers for tile in tiles):
        url = _url(match_id, to_query(_case(state, found.article)))
        yield FoundView(sub, title, says, url, offence=True)
        return
    for tile in tiles:
        way = _way(match_id, state, found, tile)
        yield FoundView(sub, say_text(tile.title, found.article, words), says, way, offence=True)


def look_up_url(hit: Mapping[str, str | None]) -> str | None:
    """Where an entry of a code or a word is read; what a rule says stands in the list itself."""
    if hit["code"]:
        return url_for("search.article", entry_id=hit["id"])
    return url_for("reference.glossary", _anchor=hit["id"]) if hit["kind"] == "term" else None


def _url(match_id: str, query: Mapping[str, str]) -> str:
    return f"{url_for('rulings.new', match_id=match_id)}?{urlencode(query)}"


def _folded(text: str) -> str:
    """Small letters without their accents."""
    return "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))
