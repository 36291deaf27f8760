"""Canasta Scorekeeper: scores, openings and rulings of canasta, for the people at the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """Build the web application; `config` overrides any setting (`DATABASE`, `SECRET_KEY`, `TRUSTED_HOSTS`, …)."""
    # Imported here, because the web framework takes 170 ms to load: the engine and `scorekeeper score` do without it.
    from scorekeeper.web import build_app

    return build_app(config or {})
