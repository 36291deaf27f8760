"""The language and the theme of a device: from the address, else a cookie, else what the browser says."""

from __future__ import annotations

from typing import cast

from flask import Flask, Response, g, request
from flask_babel import Babel
from werkzeug.local import LocalProxy

from scorekeeper.places import PACKAGE
from scorekeeper.words import LANGUAGE_NAMES, LANGUAGES, Words, words_for

THEMES = ("light", "dark", "auto")
YEAR = 365 * 24 * 3600


def init_app(app: Flask) -> None:
    """Translate templates into the language of the request and remember what the device chose."""
    app.config.setdefault("BABEL_TRANSLATION_DIRECTORIES", str(PACKAGE / "translations"))
    Babel(app, locale_selector=language)
    app.jinja_env.globals.update(
        words=LocalProxy(words), language=language, theme=theme, languages=LANGUAGE_NAMES, themes=THEMES
    )
    app.after_request(remember_choices)


def language() -> str:
    """Return the language code of this request."""
    if "language" not in g:
        g.language = _asked("lang", LANGUAGES) or request.accept_languages.best_match(list(LANGUAGES)) or "en"
    return cast("str", g.language)


def theme() -> str:
    """Return "light" or "dark" where the device chose one, "auto" where its own setting decides."""
    return _asked("theme", THEMES) or "auto"


def words() -> Words:
    """Return the sentences and number formats of this request's language."""
    return words_for(language())


def _asked(name: str, allowed: tuple[str, ...]) -> str | None:
    for answer in (request.args.get(name), request.cookies.get(name)):
        if answer in allowed:
            return answer
    return None


def remember_choices(response: Response) -> Response:
    """Keep `?lang=` and `?theme=` on the device; what a page shows depends on them."""
    for name, allowed in (("lang", LANGUAGES), ("theme", THEMES)):
        if (chosen := request.args.get(name)) in allowed:
            response.set_cookie(
                name, str(chosen), max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure
            )
    if response.mimetype == "text/html":
        response.vary.update(("Cookie", "Accept-Language"))
        response.headers["Content-Language"] = language()
    return response
