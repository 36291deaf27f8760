"""The version of the program, which is part of the entity tags of pages; and the cache of templates compiled for it."""

import hashlib
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from pickle import UnpicklingError
from shutil import rmtree

import jinja2
from flask import Flask, current_app
from jinja2.bccache import Bucket, FileSystemBytecodeCache

from scorekeeper import places
from scorekeeper.places import PACKAGE


def version() -> str:
    """A hash of the program: it changes with every module, style sheet, script, template and translation."""
    folders = (str(current_app.static_folder), str(current_app.jinja_loader.searchpath[0]))  # type: ignore[union-attr]
    return _hash_of(*folders, str(PACKAGE))


@lru_cache(maxsize=8)
def _hash_of(*folders: str) -> str:
    """Twelve hex digits of a SHA-256 of the files in these folders, without catalogues as text and compiled Python.
    Computed once per process."""
    digest = hashlib.sha256()
    for path in sorted(
        path for folder in folders for path in Path(folder).rglob("*.*") if path.suffix not in {".po", ".pyc"}
    ):
        if path.is_file():
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:12]


class Compiled(FileSystemBytecodeCache):
    """Compiled templates in a folder. If the file of a template cannot be read, the template is compiled again. A
    failed write is ignored: a full disk must not keep a page from being shown."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read a compiled template; ignore a damaged file."""
        try:
            super().load_bytecode(bucket)
        except (OSError, EOFError, ValueError, UnpicklingError):
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write a compiled template, if the disk allows it."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def init_app(app: Flask) -> None:
    """Keep compiled templates in the user's cache folder, and delete those of other versions. They may be wrong for
    this version, because Jinja evaluates some filters when it compiles a template."""
    folder = places.cache() / "templates"
    with app.app_context():
        own = folder / f"{version()}-{jinja2.__version__}"
    if not own.is_dir():
        rmtree(folder, ignore_errors=True)
        with suppress(OSError):
            own.mkdir(mode=0o700, parents=True)
    app.jinja_env.bytecode_cache = Compiled(str(own))
