"""Hooks that run while the package is built or installed: compiling the catalogues, packing templates and static
files."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKED = ("templates", "static")


class PackedScorekeeper(BuildHookInterface[Any]):
    """Adds the compiled catalogues, templates and static files to the wheel; an editable install reads them in the
    checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile messages.po to messages.mo, as the Makefile does, and list the files for the wheel."""
        root = Path(self.root)
        subprocess.run([sys.executable, str(root / "tools" / "catalogues.py"), "compile"], check=True)
        if self.target_name == "wheel" and version != "editable":
            packed = {str(root / folder): f"scorekeeper/{folder}" for folder in PACKED}
            build_data["force_include"].update(packed)
