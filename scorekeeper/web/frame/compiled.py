"""Templates compiled once for each version of the program, and not at every start."""

from __future__ import annotations

from contextlib import suppress
from pickle import UnpicklingError
from shutil import rmtree

import jinja2
from flask import Flask
from jinja2.bccache import Bucket, FileSystemBytecodeCache

from scorekeeper import places
from scorekeeper.web.frame.version import version


class Compiled(FileSystemBytecodeCache):
    """Compiled templates in a folder. What cannot be read there is compiled anew, and what cannot be written is not
    missed: a full disk shall not keep a page from being shown."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read a compiled template, unless its file was cut off."""
        try:
            super().load_bytecode(bucket)
        except (OSError, EOFError, ValueError, UnpicklingError):
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write a compiled template, if there is a place."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def init_app(app: Flask) -> None:
    """Keep compiled templates in the user's cache, for this version of the program alone: filters that they use are
    partly worked out when they are compiled."""
    folder = places.cache() / "templates"
    with app.app_context():
        own = folder / f"{version()}-{jinja2.__version__}"
    if not own.is_dir():
        rmtree(folder, ignore_errors=True)
        with suppress(OSError):
            own.mkdir(mode=0o700, parents=True)
    app.jinja_env.bytecode_cache = Compiled(str(own))
