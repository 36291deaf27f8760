"""The steps of the schema: one file of SQL for each step and engine. The statements of a released file never change; a
later change is a new step.

Statements are separated by an empty line. There is no empty line within a statement.
"""

from collections.abc import Iterable
from pathlib import Path

from scorekeeper.engine.values import Struct

FOLDER = Path(__file__).parent


class SchemaStep(Struct):
    """One migration of the schema, in the SQL of each engine; databases store its `name`."""

    name: str
    sqlite: Iterable[str]
    postgresql: Iterable[str]


def _step(name: str) -> SchemaStep:
    engines = (FOLDER / engine / f"{name}.sql" for engine in ("sqlite", "postgresql"))
    return SchemaStep(f"m{name}", *(path.read_text(encoding="utf-8").split("\n\n") for path in engines))


#: Every step so far, oldest first.
STEPS = tuple(_step(path.stem) for path in sorted((FOLDER / "sqlite").iterdir()))
