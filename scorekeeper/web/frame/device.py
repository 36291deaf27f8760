"""The device that asks: whether it is the machine that runs the program, its links, and what it is called."""

import ipaddress
import re
from functools import lru_cache

from flask import current_app, request, session

from scorekeeper.words import N_, Words

#: Where the environment of a request keeps the answer: a page asks up to ten times.
KNOWN = "scorekeeper.at_the_machine"
#: The headers of a proxy, as the environment of a request has them.
FORWARDED = frozenset({"HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_REAL_IP"}) | {
    f"HTTP_X_FORWARDED_{what}" for what in ("FOR", "HOST", "PORT", "PROTO", "SERVER")
}


def at_the_machine() -> bool:
    """Return whether the request comes from the machine that runs the program, and not through a proxy on it.

    Where a server keeps the matches, nobody is taken for the machine: a proxy without these headers would make
    everybody so.
    """
    environ = request.environ
    if KNOWN not in environ:
        environ[KNOWN] = (
            current_app.config["TRUST_MACHINE"]
            and FORWARDED.isdisjoint(environ)
            and _is_loopback(environ.get("REMOTE_ADDR", ""))
        )
    return bool(environ[KNOWN])


@lru_cache(maxsize=1024)
def _is_loopback(text: str) -> bool:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback


LONGEST = 30
#: A part of the browser's User-Agent, and the kind of device it means; the first match counts.
KINDS = (
    (re.compile("iPad"), "Tablet"),
    (re.compile("iPhone|Android.*Mobile"), "Phone"),
    (re.compile("Android"), "Tablet"),
    (re.compile(""), "Computer"),
)
#: The kinds, and what devices were called after in earlier matches.
CALLED = {
    **dict.fromkeys(("Tablet", "iPad", "Android"), "Tablet"),
    **dict.fromkeys(("Phone", "iPhone"), "Phone"),
    **dict.fromkeys(("Computer", "Windows", "Macintosh", "CrOS", "Linux"), "Computer"),
}
NUMBERED = {"Tablet": N_("Tablet %(number)s"), "Phone": N_("Phone %(number)s"), "Computer": N_("Computer %(number)s")}
OWN = {"Tablet": N_("this tablet"), "Phone": N_("this phone"), "Computer": N_("this computer")}
_AUTOMATIC = re.compile(rf"({'|'.join(CALLED)}) ([0-9]{{1,7}}|[A-Z2-9]{{4}})")


def link_ids() -> tuple[str, ...]:
    """The links by which this device came, the latest last."""
    ids = session.get("links", ())
    return tuple(each for each in ids if isinstance(each, str)) if isinstance(ids, list) else ()


def device_name() -> str:
    """The name of this device in the history; empty where it has no name and never wrote, so that it has no number."""
    if name := session.get("device_name"):
        return str(name)
    number, agent = session.get("device"), request.headers.get("User-Agent", "")
    return f"{next(kind for looks, kind in KINDS if looks.search(agent))} {number}" if number else ""


def own_name() -> str:
    """The name that its owner gave this device."""
    return str(session.get("device_name", ""))


def name_device(name: str) -> None:
    """Call this device so from now on; without a name by its number."""
    session["device_name"] = "".join(filter(str.isprintable, " ".join(name.split())))[:LONGEST].strip()
    session.permanent = True


def say_device(name: str, words: Words) -> str:
    """A device in a sentence: as its owner calls it, or what it is, in the language of the reader."""
    automatic = _AUTOMATIC.fullmatch(name)
    if not automatic:
        return name
    kind = CALLED[automatic[1]]
    return words.gettext(OWN[kind]) if name == device_name() else words.gettext(NUMBERED[kind], number=automatic[2])
