"""The places where a module may be changed, and the changes there: those of mutmut, and omitted conditions."""

from random import Random

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators


class _Places(cst.CSTVisitor):
    """Collects the nodes in functions that may be changed, as (node, its replacements, line). Annotations, decorators
    and sentences are left out."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self) -> None:
        super().__init__()
        self.places: list[tuple[cst.CSTNode, list[cst.CSTNode], int]] = []
        self._depth = 0

    def on_visit(self, node: cst.CSTNode) -> bool:
        """Note the replacements of a node by each operator, and visit its children."""
        if isinstance(node, (cst.Annotation, cst.Decorator)):
            return False
        self._depth += isinstance(node, cst.FunctionDef)
        if self._depth and not _says(node):
            made = [new for kind, operator in mutation_operators if isinstance(node, kind) for new in operator(node)]
            made = [new for new in (*made, *_more(node)) if not new.deep_equals(node)]
            if made:
                self.places.append((node, made, self.get_metadata(PositionProvider, node).start.line))
        return super().on_visit(node)

    def on_leave(self, original_node: cst.CSTNode) -> None:
        """Note the end of a function."""
        self._depth -= isinstance(original_node, cst.FunctionDef)
        super().on_leave(original_node)


def _says(node: cst.CSTNode) -> bool:
    """Return whether this is a sentence or documentation, which only the tests of catalogues check."""
    return isinstance(node, cst.SimpleString) and " " in str(node.evaluated_value)


def _more(node: cst.CSTNode) -> list[cst.CSTNode]:
    """Replacements that mutmut does not make, although people make this mistake: a condition is omitted, in the filter
    of a comprehension, or next to `and` or `or`."""
    if isinstance(node, cst.CompFor) and node.ifs:
        return [node.with_changes(ifs=())]
    if isinstance(node, cst.BooleanOperation):
        return [node.left, node.right]
    return []


class Module:
    """A module and the places in it that may be changed."""

    def __init__(self, source: str) -> None:
        self._wrapper = MetadataWrapper(cst.parse_module(source))
        visitor = _Places()
        self._wrapper.visit(visitor)
        self.places = visitor.places

    def change(self, place: int, random: Random) -> tuple[int, str, str, str]:
        """Draw a change at the place with this index. Returns its line, the old text, the new text, and the whole
        changed source."""
        node, news, line = self.places[place]
        module, new = self._wrapper.module, random.choice(news)
        changed = module.deep_replace(node, new)
        return line, module.code_for_node(node), module.code_for_node(new), changed.code
