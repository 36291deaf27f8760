"""The number of examples for properties, few in `make test` and many in `make soak`; and strategies for typed texts."""

import os

from hypothesis import settings
from hypothesis import strategies as st

#: The environment variable that tells every process of a run that the long tests were requested.
SOAK = "SCOREKEEPER_TEST_SOAK"


def examples(usual: int, *, soak: int) -> settings:
    """The settings of a property that tries `usual` examples in `make test`, and `soak` in `make soak`."""
    return settings(max_examples=soak if SOAK in os.environ else usual)


#: Letters of several languages, digits that are not 0 to 9, signs with a meaning in HTML or files, and characters that
#: reverse a line, combine with the letter before them, or are invisible.
ODD = "aKő Șț0²٣９-+%<&'\"{}[]\\/\n\0\u00a0\u0301\u200b\u202e\ufeff\U0001f0cf"


def texts(most: int) -> st.SearchStrategy[str]:
    """Texts up to this length. In `make soak` they have any characters; in `make test` only those in `ODD`, because
    listing all characters takes seconds."""
    return st.text(max_size=most) if SOAK in os.environ else st.text(ODD, max_size=most)
