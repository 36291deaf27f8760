"""The articles that can be applied in a match: those of its penalty code, and house articles. A match without a code
may still have a raise for a failed opening. In such a match, the articles are the rules about a failed opening, from
all codes."""

from collections.abc import Iterator

from scorekeeper.actions.desk import Desk
from scorekeeper.engine.penalties.articles import Article, PenaltyCode, Reference, house_article
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct
from scorekeeper.rulebook.codes import articles_in_force, code, codes


class Offence(Struct):
    """An article that can be applied in a match. `code` is the code that it comes from, None for a house article."""

    article: Article
    code: PenaltyCode | None


def offence(desk: Desk, match_id: str, rules: RuleSet, id_: str) -> Offence:
    """The applicable article with this id, and its code. Raises `Refused` with the possible ids if there is none."""
    by_id = {each.article.id: each for each in offences(desk, match_id, rules)}
    if id_ not in by_id:
        moot = rules.code.id != "none" and code(rules.code.id).article(id_)
        key = "no_such_offence" if moot else "unknown_article" if by_id else "no_penalty_code"
        raise malformed(key, "article", id_, by_id)
    return by_id[id_]


def offences(desk: Desk, match_id: str, rules: RuleSet) -> tuple[Offence, ...]:
    """The articles that can be applied in a match, in the order of their source, house articles last."""
    return (*_of_the_code(rules), *(Offence(article, None) for article in house_articles(desk, match_id)))


def house_articles(desk: Desk, match_id: str) -> tuple[Article, ...]:
    """The house articles in force: those for every match (`H1`), then those for this one (`T1`). The match's own are
    stored under an id that begins with the id of the match (`a1b2:T1`); here that part is left out."""
    kept = desk.ledger.house_articles
    stored = ((each.body, each.id.rpartition(":")[2]) for each in (*kept.of(), *kept.of(match_id=match_id)))
    return tuple(
        house_article({**{key: value for key, value in body.items() if key != "key"}, "id": id_})
        for body, id_ in stored
    )


def _of_the_code(rules: RuleSet) -> Iterator[Offence]:
    if rules.code.id != "none":
        own = code(rules.code.id)
        yield from (Offence(article, own) for article in articles_in_force(own, rules).values())
    elif rules.opening.failed_raise:
        applied = ((reference, code_) for code_ in codes().values() for reference in code_.references)
        yield from (Offence(_as_article(reference), code_) for reference, code_ in applied if reference.applies)


def _as_article(reference: Reference) -> Article:
    """A reference that can be applied, as an article of one row without questions."""
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
