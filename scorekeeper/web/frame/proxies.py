"""What Flask's proxies stand for."""

from __future__ import annotations

from operator import methodcaller
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    Behind = TypeVar("Behind")

    def itself(proxy: Behind) -> Behind:
        """The very request, session, application or `g` that a proxy stands for. Each look through a proxy is tried on
        the proxy first, and fails there: a page of entry had three hundred of them. So whoever looks more than once, or
        for each sentence of a page, looks at the thing itself."""
        ...
else:
    itself = methodcaller("_get_current_object")

__all__ = ["itself"]
