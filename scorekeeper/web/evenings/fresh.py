"""Pages that follow an evening: asked again and again, and answered by one cheap read while nothing changes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from flask import Response, current_app, request, session
from flask_wtf.csrf import generate_csrf

from scorekeeper.web.frame.desk import current_desk
from scorekeeper.web.frame.device import link_ids
from scorekeeper.web.frame.i18n import language, text_size, theme
from scorekeeper.web.frame.version import version


def fresh(evening_id: str, render: Callable[[str], str], *also: str) -> Response:
    """The page that `render` makes with its own tag, or 304 for who has it; `also` is what else it depends on.

    Raises `UnknownEvening`.
    """
    glance = current_desk().ledger.evenings.glance(evening_id)
    seen = (glance, version(), language(), theme(), text_size(), *also, *_device())
    tag = hashlib.sha256(" ".join((request.full_path, *seen)).encode()).hexdigest()[:32]
    if request.if_none_match.contains_weak(tag):
        response = current_app.response_class(status=304)
    else:
        response = current_app.make_response(render(tag))
    response.set_etag(tag, weak=True)
    return response


def _device() -> tuple[str, ...]:
    """What differs from device to device: its links, and the session in which its forms work."""
    if "csrf_token" not in session:
        generate_csrf()
    return (*link_ids(), str(session.get("director", "")), str(session["csrf_token"]))
