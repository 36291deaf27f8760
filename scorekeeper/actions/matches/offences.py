"""The articles a match is ruled by: its penalty code's, the failed opening of a rule set, and the table's own."""

from collections.abc import Iterator

from scorekeeper.actions.desk import Desk
from scorekeeper.engine.penalties.articles import Article, PenaltyCode, Reference, house_article
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct
from scorekeeper.ledger.records.house_articles import HouseArticle
from scorekeeper.rulebook.codes import articles_in_force, code, codes


class Offence(Struct):
    """An article that can be applied in a match, and the code it stands in; None for the table's own."""

    article: Article
    code: PenaltyCode | None


def offence(desk: Desk, match_id: str, rules: RuleSet, id_: str) -> Offence:
    """The article with that id that this match is ruled by. Raises `Refused` with the known ones."""
    by_id = {each.article.id: each for each in offences(desk, match_id, rules)}
    if id_ not in by_id:
        moot = rules.code.id != "none" and code(rules.code.id).article(id_)
        key = "no_such_offence" if moot else "unknown_article" if by_id else "no_penalty_code"
        raise malformed(key, "article", id_, by_id)
    return by_id[id_]


def offences(desk: Desk, match_id: str, rules: RuleSet) -> tuple[Offence, ...]:
    """Every article that this match is ruled by, in the order of its source, the table's own last."""
    return (*_of_the_code(rules), *(Offence(article, None) for article in house_articles(desk, match_id)))


def house_articles(desk: Desk, match_id: str) -> tuple[Article, ...]:
    """The articles in force that people here added: those of every match, then those of this one."""
    kept = desk.ledger.house_articles
    return tuple(_house_article(stored) for stored in (*kept.of(), *kept.of(match_id=match_id)))


def _house_article(stored: HouseArticle) -> Article:
    """The article; at its table it is called by its number, without the match it belongs to."""
    body = {key: value for key, value in stored.body.items() if key != "key"}
    return house_article({**body, "id": stored.id.rpartition(":")[2]})


def _of_the_code(rules: RuleSet) -> Iterator[Offence]:
    if rules.code.id != "none":
        own = code(rules.code.id)
        yield from (Offence(article, own) for article in articles_in_force(own, rules).values())
    elif rules.opening.failed_raise:
        applied = ((reference, code_) for code_ in codes().values() for reference in code_.references)
        yield from (Offence(_as_article(reference), code_) for reference, code_ in applied if reference.applies)


def _as_article(reference: Reference) -> Article:
    """A reference entry that can be applied, as an article of one row that asks nothing."""
    return Article(
        id=reference.id,
        title=reference.title,
        says=reference.says,
        term=reference.term,
        moments=reference.moments,
        every_row=(reference.applies,) if reference.applies else (),
        section=reference.section,
        place=reference.place,
        clause=reference.says,
    )
