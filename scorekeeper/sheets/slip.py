"""A recorded ruling as a slip: to show across the table, to print small, and to sign."""

from collections.abc import Mapping

from scorekeeper.engine.matches.entries import RulingRecord
from scorekeeper.engine.matches.match import State
from scorekeeper.engine.penalties.articles import Article, PenaltyCode
from scorekeeper.engine.penalties.rulings import row_of
from scorekeeper.engine.values import Struct
from scorekeeper.sheets.model import Imprint
from scorekeeper.words import N_, Words
from scorekeeper.words.rulings import CitationText, say_citation, say_fate, say_fine, say_obligation, say_offence


class SlipPage(Struct):
    """One ruling. `side` is the place of the side, `who` the player or that side; `case` and `follows` are sentences.

    `cost` is what is charged, or why nothing is; `cites` says nothing for a table's own article.
    """

    article: str
    title: str
    deal: int
    side: int
    who: str
    case: str
    follows: tuple[str, ...]
    cost: str
    cites: CitationText
    sides: tuple[str, ...]
    occasion: tuple[str, ...]
    imprint: Imprint


def slip(
    state: State,
    ruling: RulingRecord,
    codes: Mapping[str, PenaltyCode],
    words: Words,
    *,
    occasion: tuple[str, ...],
    imprint: Imprint,
) -> SlipPage:
    """The slip of a ruling of this match; an override gives the director's reason in the place of the code's."""
    code = codes.get(ruling.code)
    entry = code.entry(ruling.article) if code else None
    row = row_of(entry, ruling.answers, state.setup.rules) if isinstance(entry, Article) else None
    case, do = (row.case, row.do) if row else ("", ())
    owed = tuple(say_obligation(owed, words) for owed in ruling.obligations)
    reason = words.gettext(N_("Director’s override: %(reason)s"), reason=ruling.reason)
    free = not (ruling.points or ruling.opening_raise)
    none = words.gettext(N_("No points, no raised minimum"))
    charged = none if free else say_fine(ruling.points, ruling.opening_raise, words)
    steps = () if ruling.override else tuple(map(words.gettext, do))
    return SlipPage(
        article=ruling.article,
        title=say_offence(ruling, entry, words.gettext),
        deal=ruling.deal,
        side=ruling.side,
        who=ruling.player or state.setup.sides[ruling.side].name,
        case=reason if ruling.override else words.gettext(case) if case else "",
        follows=steps or owed,
        cost=say_fate(state.fate(ruling), words) or charged,
        cites=say_citation(entry, code, words, row.cites if row else None) if entry else CitationText(),
        sides=tuple(side.name for side in state.setup.sides),
        occasion=occasion,
        imprint=imprint,
    )
