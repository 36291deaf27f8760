"""What this device is called: the name that its owner gave it, or what it is and a number that no other device has."""

from __future__ import annotations

import re

from flask import request, session

from scorekeeper.words import N_, Words

LONGEST = 30
#: What a browser says of itself, and which kind of device that is; the first that fits counts.
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


def device_name() -> str:
    """What the history calls this device; empty where it has no name and never wrote, so that it has no number."""
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
