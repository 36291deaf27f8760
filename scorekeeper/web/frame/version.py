"""Which program it is that answers: tags of pages and what devices keep hang on it."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from flask import current_app

from scorekeeper.places import PACKAGE


def version() -> str:
    """The program as a device sees it: another one where any module, style, script, template or sentence is."""
    folders = (str(current_app.static_folder), str(current_app.jinja_loader.searchpath[0]))  # type: ignore[union-attr]
    return _hash_of(*folders, str(PACKAGE))


@lru_cache(maxsize=8)
def _hash_of(*folders: str) -> str:
    """Hash what stands in these folders, once a process."""
    digest = hashlib.sha256()
    for path in sorted(
        path for folder in folders for path in Path(folder).rglob("*.*") if path.suffix not in {".po", ".pyc"}
    ):
        if path.is_file():
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:12]
