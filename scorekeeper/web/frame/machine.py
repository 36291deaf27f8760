"""The machine that runs the program: whose requests come from it, and not through a proxy on it."""

from __future__ import annotations

import ipaddress
from functools import lru_cache

from flask import current_app, request

#: Where the environment of a request keeps the answer: a page asks up to ten times.
KNOWN = "scorekeeper.at_the_machine"
#: What a proxy says of itself, as the environment of a request has it.
FORWARDED = frozenset({"HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_REAL_IP"}) | {
    f"HTTP_X_FORWARDED_{what}" for what in ("FOR", "HOST", "PORT", "PROTO", "SERVER")
}


def at_the_machine() -> bool:
    """Does the request come from the machine that runs the program, and not through a proxy on it?

    Where a server keeps the matches, nobody is taken for the machine: a proxy that says nothing of itself would make
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
