"""How many examples a property is tried with: some in `make test`, many in `make soak`; and texts that people and
strangers type."""

import os

from hypothesis import settings
from hypothesis import strategies as st

#: Says to every process of a run that the long tests were asked for.
SOAK = "SCOREKEEPER_TEST_SOAK"


def examples(usual: int, *, soak: int) -> settings:
    """The settings of a property: the numbers of examples in `make test`, and in `make soak`."""
    return settings(max_examples=soak if SOAK in os.environ else usual)


#: Letters of every language, digits that are none of ours, signs that mean something to a page or a file, and what
#: turns a line around, joins the letter before it, or is nothing to see.
ODD = "aKő Șț0²٣９-+%<&'\"{}[]\\/\n\0\u00a0\u0301\u200b\u202e\ufeff\U0001f0cf"


def texts(most: int) -> st.SearchStrategy[str]:
    """Texts up to this length: of odd ones in `make test`, for a list of all that there are takes seconds to
    make; of any in `make soak`."""
    return st.text(max_size=most) if SOAK in os.environ else st.text(ODD, max_size=most)
