"""The modules shared by all pages: language, error pages, access, the desk. The names that nearly every page needs are
imported from here."""

from scorekeeper.web.frame.desk import current_desk, device, load, new_key, now, refusal_text, stamp
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs

__all__ = ["Right", "current_desk", "device", "load", "needs", "new_key", "now", "refusal_text", "stamp", "words"]
