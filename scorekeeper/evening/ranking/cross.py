"""Everybody against everybody: whose points come from which meeting, and which from none."""

from collections.abc import Mapping

from scorekeeper.engine.values import Struct
from scorekeeper.evening.fold import Evening
from scorekeeper.evening.ranking.standings import ResultLine, Standings


class Cross(Struct):
    """Lines of two who met, by both ids, own first; and each one's lines of rounds without a table."""

    met: Mapping[tuple[str, str], tuple[ResultLine, ...]]
    alone: Mapping[str, tuple[ResultLine, ...]]


def cross(evening: Evening, counted: Standings) -> Cross:
    """The lines of these standings by opponent."""
    met: dict[tuple[str, str], tuple[ResultLine, ...]] = {}
    alone: dict[str, tuple[ResultLine, ...]] = {}
    for line in counted.lines:
        table = evening.table(line.round, line.table) if line.table is not None else None
        for id_ in line.entrants:
            if table is None:
                alone[id_] = (*alone.get(id_, ()), line)
            for other in (other for side in (table.sides if table else ()) if id_ not in side for other in side):
                met[id_, other] = (*met.get((id_, other), ()), line)
    return Cross(met, alone)
