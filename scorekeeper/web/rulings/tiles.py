"""The offences to choose from: tiles by moment of play, search results, and offences that the last deal shows."""

from collections.abc import Iterator
from urllib.parse import urlencode

from flask import url_for

from scorekeeper.actions.matches.offences import Offence
from scorekeeper.contract.search import find
from scorekeeper.engine.matches.match import State
from scorekeeper.engine.penalties.articles import MOMENTS, Article, Tile
from scorekeeper.engine.values import Struct, replace
from scorekeeper.rulebook.codes import code
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.rulebook.search.speech import folded
from scorekeeper.web.reference.search import look_up_url
from scorekeeper.web.rulings.forms import Case, to_query
from scorekeeper.web.rulings.views import HOUSE, OWN, findings_url
from scorekeeper.words import N_, Words
from scorekeeper.words import rulings as texts
from scorekeeper.words.rulings import say_text


class Way(Struct):
    """A link to the ruling by an article, or to a page to read. `sub` is the number of the article, or "to read".

    Only search results have a sentence (`says`); `answer` are the statements of a rule as it applies in the match.
    """

    label: str
    sub: str
    url: str
    says: str = ""
    answer: tuple[str, ...] = ()


class Tiles(Struct):
    """View model of the page of offences of one match."""

    match_id: str
    state: State
    offences: tuple[Offence, ...]
    words: Words

    @property
    def code_title(self) -> str:
        """The title of the match's penalty code; empty if there is none."""
        id_ = self.state.setup.rules.code.id
        return self.words.gettext(code(id_).title) if id_ != "none" else ""

    @property
    def groups(self) -> Iterator[tuple[str, str, tuple[Way, ...]]]:
        """The moments of play that have tiles, as (key, heading, tiles)."""
        for moment in MOMENTS:
            all_tiles = ((offence, tile) for offence in self.offences for tile in offence.article.tiles)
            tiles = tuple(self._tile(offence, tile) for offence, tile in all_tiles if tile.moment == moment)
            if tiles:
                yield moment, self.words.gettext(texts.MOMENTS[moment]), tiles

    @property
    def shown(self) -> Iterator[Way]:
        """Yield a link for each article that a finding of the last deal suggests, unless the score of that deal or a
        ruling in it already applies the article."""
        by_id = {offence.article.id: offence for offence in self.offences}
        for row in self.state.rows[-1:]:
            settled = {line.article for side in row.sides for line in side.lines}
            settled |= {ruling.article for side in row.sides for ruling in side.rulings}
            for finding in row.findings:
                offence = by_id.get(finding.article or "")
                url = findings_url(self.match_id, self.state, row.number, finding, row.record.body)
                if offence and url and offence.article.id not in settled:
                    title = self.words.gettext(offence.article.title)
                    sentence = N_("Deal %(number)s shows: %(title)s")
                    yield Way(self.words.gettext(sentence, number=row.number, title=title), offence.article.id, url)

    def search(self, query: str) -> Iterator[Way]:
        """The results of a search: house articles, then the hits of the program's search in their order."""
        by_id = {offence.article.id: offence for offence in self.offences}
        wanted = folded(query).split()
        for offence in self.offences:
            article = offence.article
            if article.house and all(word in folded(article.title) for word in wanted):
                yield from self._ways(offence, article.title, article.says)
        rules, page = self.state.setup.rules, url_for("reference.of_match", match_id=self.match_id)
        facts = rulebook().rule_sets.get(rules.id)
        # The match's own code, else the one in which its rule set looks up offences. With None, all codes are searched.
        related = facts.look_up if facts else None
        code_id = rules.code.id if rules.code.id != "none" else related
        for hit in find(query, code_id, rules, self.words):
            if hit["id"] in by_id:
                yield from self._ways(by_id[hit["id"]], hit["title"], hit["says"])
            else:
                to_read, told = self.words.gettext(N_("to read")), tuple(hit["answer"])
                yield Way(hit["title"], to_read, look_up_url(hit, page), hit["says"], told)

    def _ways(self, offence: Offence, title: str, says: str) -> Iterator[Way]:
        """The article as one link, or each of its tiles if all of them already answer a question."""
        article = offence.article
        if any(not tile.answers for tile in article.tiles):
            yield Way(title, self._number(article), self._url(self._case(article)), says)
            return
        yield from (replace(self._tile(offence, tile), says=says) for tile in article.tiles)

    def _tile(self, offence: Offence, tile: Tile) -> Way:
        case = self._case(offence.article)
        for key, value in tile.answers:
            case = case.with_answer(key, value)
        return Way(say_text(tile.title, offence.article, self.words), self._number(offence.article), self._url(case))

    def _number(self, article: Article) -> str:
        """The number of an article, with a mark for a house article."""
        return self.words.gettext(OWN[HOUSE], article=article.id) if article.house else article.id

    def _case(self, article: Article) -> Case:
        """The case to begin with. A fault in dealing that costs nothing is assigned to the dealer without asking,
        unless a side may choose the consequence."""
        costs = any(row.points or row.opening_raise or row.obligations for row in article.rows)
        chosen = any(question.chooser == "own_side" for question in article.questions)
        if article.house or article.moments[0] != "deal" or costs or chosen:
            return Case(article.id)
        setup = self.state.setup
        dealer = setup.seats[self.state.seating.dealer]
        side = setup.side_of(dealer)
        return Case(article.id, side=str(side), player="" if setup.sides[side].players == (dealer,) else dealer)

    def _url(self, case: Case) -> str:
        return f"{url_for('rulings.new', match_id=self.match_id)}?{urlencode(to_query(case))}"
