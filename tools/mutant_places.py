"""The places where a module may be changed, and the changes: mutmut's operators, and conditions that are forgotten."""

from random import Random

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators


class _Places(cst.CSTVisitor):
    """Collects what may be changed in functions: (node, its replacements); no annotation, decorator or sentence."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self) -> None:
        super().__init__()
        self.places: list[tuple[cst.CSTNode, list[cst.CSTNode], int]] = []
        self._depth = 0

    def on_visit(self, node: cst.CSTNode) -> bool:
        """Note what each operator makes of a node, and go on into it."""
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
    """Return whether this is a sentence, or documentation; those are left to the tests of the catalogues."""
    return isinstance(node, cst.SimpleString) and " " in str(node.evaluated_value)


def _more(node: cst.CSTNode) -> list[cst.CSTNode]:
    """Changes that mutmut does not make and people do: a condition that is forgotten, in a filter or next to another
    one."""
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
        """One of the changes of a place: its line, what it was, what it becomes, and the whole source with it."""
        node, news, line = self.places[place]
        module, new = self._wrapper.module, random.choice(news)
        changed = module.deep_replace(node, new)
        return line, module.code_for_node(node), module.code_for_node(new), changed.code
