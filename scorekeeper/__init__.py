"""Canasta Scorekeeper: scores, openings and rulings of canasta, for the people at the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """Build the web application; `config` overrides any setting (`DATABASE`, `SECRET_KEY`, `TRUSTED_HOSTS`, …)."""
    # Imported here so that the engine and `scorekeeper score` start without a web framework (170 ms).
    from scorekeeper.web import build_app

    return build_app(config or {})
