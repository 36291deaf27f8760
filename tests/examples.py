"""How many examples a property is tried with: some in `make test`, many in `make soak`."""

import os

from hypothesis import settings

#: Says to every process of a run that the long tests were asked for.
SOAK = "SCOREKEEPER_TEST_SOAK"


def examples(usual: int, *, soak: int) -> settings:
    """The settings of a property: so many examples in `make test`, and in `make soak`."""
    return settings(max_examples=soak if SOAK in os.environ else usual)
