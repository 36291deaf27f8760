"""The addresses at which the program listens, and by which other devices find it."""

import sys

import pytest

from scorekeeper.cli.serving import network
from scorekeeper.cli.serving.network import is_loopback, own_addresses


def test_own_addresses_are_none_of_the_loopback() -> None:
    assert not any(map(is_loopback, own_addresses()))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems tell their addresses otherwise")
def test_every_interface_tells_its_address() -> None:
    assert "127.0.0.1" in set(network._of_interfaces())


def test_where_it_listens_on_ipv6_alone_it_names_no_other_address() -> None:
    assert all(":" in address for address in own_addresses("::"))
