"""The device of a request: whether it is the machine that runs the program, its links, and its name."""

import ipaddress
import re
from functools import lru_cache

from flask import current_app, request, session

from scorekeeper.words import N_, Words

#: The key of a request's environment that keeps the result of `at_the_machine`, which a page calls up to ten times.
KNOWN = "scorekeeper.at_the_machine"
#: The headers that a proxy adds, as keys of the environment of a request.
FORWARDED = frozenset({"HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_REAL_IP"}) | {
    f"HTTP_X_FORWARDED_{what}" for what in ("FOR", "HOST", "PORT", "PROTO", "SERVER")
}


def at_the_machine() -> bool:
    """Return whether the request comes from the machine that runs the program, and not through a proxy on it.

    With a database server it is always False (`TRUST_MACHINE`): behind a proxy that adds no headers, every device would
    look local.
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
#: A pattern in the browser's User-Agent, and the kind of device that it indicates; the first match counts.
KINDS = (
    (re.compile("iPad"), "Tablet"),
    (re.compile("iPhone|Android.*Mobile"), "Phone"),
    (re.compile("Android"), "Tablet"),
    (re.compile(""), "Computer"),
)
#: The kind of device, by the first word of its automatic name. In older matches that word is from the User-Agent.
CALLED = {
    **dict.fromkeys(("Tablet", "iPad", "Android"), "Tablet"),
    **dict.fromkeys(("Phone", "iPhone"), "Phone"),
    **dict.fromkeys(("Computer", "Windows", "Macintosh", "CrOS", "Linux"), "Computer"),
}
NUMBERED = {"Tablet": N_("Tablet %(number)s"), "Phone": N_("Phone %(number)s"), "Computer": N_("Computer %(number)s")}
OWN = {"Tablet": N_("this tablet"), "Phone": N_("this phone"), "Computer": N_("this computer")}
_AUTOMATIC = re.compile(rf"({'|'.join(CALLED)}) ([0-9]{{1,7}}|[A-Z2-9]{{4}})")


def link_ids() -> tuple[str, ...]:
    """The ids of the links that this device has used, the latest last."""
    ids = session.get("links", ())
    return tuple(each for each in ids if isinstance(each, str)) if isinstance(ids, list) else ()


def device_name() -> str:
    """The name of this device in the history: its own name, or its kind and number. Empty if it has neither; its first
    write gives it a number."""
    if name := session.get("device_name"):
        return str(name)
    number, agent = session.get("device"), request.headers.get("User-Agent", "")
    return f"{next(kind for looks, kind in KINDS if looks.search(agent))} {number}" if number else ""


def own_name() -> str:
    """The name that its owner gave this device, or an empty text."""
    return str(session.get("device_name", ""))


def name_device(name: str) -> None:
    """Set the name of this device, cut to `LONGEST` characters. With an empty name, the device is shown by its kind and
    number again."""
    session["device_name"] = "".join(filter(str.isprintable, " ".join(name.split())))[:LONGEST].strip()
    session.permanent = True


def say_device(name: str, words: Words) -> str:
    """A device's name for a sentence. A name given by the owner is returned as it is. An automatic name becomes the
    kind and number in the reader's language, or “this tablet” if it is the reader's own device."""
    automatic = _AUTOMATIC.fullmatch(name)
    if not automatic:
        return name
    kind = CALLED[automatic[1]]
    return words.gettext(OWN[kind]) if name == device_name() else words.gettext(NUMBERED[kind], number=automatic[2])
