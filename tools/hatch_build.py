"""Runs while the package is built or installed: compiles the translators' catalogues."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileCatalogues(BuildHookInterface[Any]):
    """Compiles messages.po to messages.mo, for wheels and for editable installs alike."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        """Compile, in a process of its own, as the Makefile does."""
        script = Path(self.root) / "tools" / "catalogues.py"
        subprocess.run([sys.executable, str(script), "compile"], check=True)
