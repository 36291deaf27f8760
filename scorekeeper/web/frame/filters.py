"""Template filters that put values of the engine into words in the language of the request, and functions for
addresses."""

import hashlib
from collections.abc import Callable
from datetime import date
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlencode

from flask import Flask, current_app, g, request

from scorekeeper.web.board.views import opening_reasons
from scorekeeper.web.frame import i18n
from scorekeeper.web.frame.access import form_page
from scorekeeper.web.frame.device import say_device
from scorekeeper.web.matches import events
from scorekeeper.web.matches.history import score_lines
from scorekeeper.web.players import share
from scorekeeper.web.rulings import views as rulings
from scorekeeper.words.club.evenings import say_evening, say_marks, say_seat
from scorekeeper.words.club.movements import say_state
from scorekeeper.words.club.seasons import say_day, say_standing
from scorekeeper.words.deals import say_finding
from scorekeeper.words.rulings import say_fate, say_fine, say_obligation

#: The filters that put a value into words, by name: functions whose last argument is the `Words` of a language.
SAID: dict[str, Callable[..., object]] = {
    "about": rulings.about,
    "article": rulings.named,
    "date": lambda text, words: words.date(date.fromisoformat(text)),
    "device": say_device,
    "does": events.say_event,
    "evening_state": say_state,
    "evening_title": say_evening,
    "fate": lambda ruling, state, words: say_fate(state.fate(ruling), words),
    "fine": rulings.figure_of,
    "fined": say_fine,
    "finding": say_finding,
    "marks": say_marks,
    "moment": events.say_moment,
    "number": lambda value, words: words.number(value),
    "obligation": say_obligation,
    "offence": rulings.title_of,
    "on_day": events.say_on_day,
    "opening_reasons": opening_reasons,
    "score_lines": score_lines,
    "seat": say_seat,
    "share": share,
    "short_day": say_day,
    "signed": lambda value, words: words.signed(value),
    "standing": say_standing,
}


def init_app(app: Flask) -> None:
    """Give all templates the filters and helpers."""
    app.jinja_env.filters["who"] = rulings.who_of
    app.jinja_env.filters.update({name: in_words(say) for name, say in SAID.items()})
    app.jinja_env.globals.update(asset=asset, happened=events.happened, here=here)
    app.jinja_env.globals["demonstration"] = app.config["DEMONSTRATION"]
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True


def in_words(say: Callable[..., object]) -> Callable[..., object]:
    """A filter that calls the function with the `Words` of the request's language as its last argument."""
    return lambda *values: say(*values, i18n.words())


def asset(path: str) -> str:
    """The address of a static file with a hash of its content, so that a new version has a new address.

    For a style sheet, the address is that of its version for this device's size of text.
    """
    file = Path(str(current_app.static_folder)) / path
    if path.startswith("css/") and i18n.text_size() != "normal":
        path = f"{path.removesuffix('.css')}.{i18n.text_size()}.css"
    stamp = file.stat().st_mtime_ns if current_app.debug else 0
    return f"{current_app.static_url_path}/{path}?v={_content_hash(file, stamp)}"


@lru_cache(maxsize=256)
def _content_hash(file: Path, stamp: int) -> str:
    """The first ten hex digits of a file's SHA-256, cached by file and `stamp`. In debug mode `stamp` is the time of
    the file's last change, so that a changed file is read again; otherwise it is 0."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:10]


def here(**changes: str) -> str:
    """The address of this page with some query values changed, for the links of the device menu.

    The answer to a sent form cannot be fetched by a link. On such a page the links lead to the page of the form:
    `g.page_of_form` if the view set it, else the result of `form_page`.
    """
    rule = request.url_rule
    if rule is None:  # no such page: its error can still be read in another language
        return f"?{urlencode(changes)}"
    if rule.methods is None or "GET" not in rule.methods:
        if not g.get("page_of_form"):
            g.page_of_form = form_page(request.path)  # a page has eleven such links
        return f"{g.page_of_form}?{urlencode(changes)}"
    return f"?{urlencode({**request.args.to_dict(flat=False), **changes}, doseq=True)}"
