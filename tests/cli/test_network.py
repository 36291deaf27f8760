"""Where the program listens and by which addresses others find it."""

import argparse

import pytest

from scorekeeper.cli.network import Place, add_arguments, code, is_loopback, own_addresses, place


def given(*words: str) -> Place:
    """The place that these arguments name, on a machine with two addresses."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    parser.set_defaults(tls=None)
    return place(parser.parse_args(words), found=("192.168.7.2", "10.0.0.2"))


def test_it_works() -> None:
    here = given()
    assert (here.host, here.own, here.addresses) == ("127.0.0.1", "http://127.0.0.1:8000", ())
    assert here.shared is None
    assert set(here.hosts) == {"localhost", "127.0.0.1", "[::1]"}


@pytest.mark.parametrize(
    ("words", "host", "addresses"),
    [
        (["--lan"], "0.0.0.0", ("192.168.7.2", "10.0.0.2")),
        (["--lan", "--name", "club.local"], "0.0.0.0", ("club.local", "192.168.7.2", "10.0.0.2")),
        (["--host", "0.0.0.0"], "0.0.0.0", ("192.168.7.2", "10.0.0.2")),
        (["--host", "192.168.7.9"], "192.168.7.9", ("192.168.7.9",)),
        (["--host", "fd00::5"], "fd00::5", ("[fd00::5]",)),
        (["--host", "localhost", "--name", "club.local"], "localhost", ()),
        (["--host", "::1"], "::1", ()),
    ],
)
def test_whom_it_answers(words: list[str], host: str, addresses: tuple[str, ...]) -> None:
    here = given(*words)
    assert here.host == host
    assert here.addresses == tuple(f"http://{address}:8000" for address in addresses)
    assert set(addresses) <= set(here.hosts)


def test_over_tls_the_addresses_say_so() -> None:
    arguments = argparse.Namespace(host=None, port=8443, lan=True, name=[], tls=("c", "k"))
    assert place(arguments, found=("192.168.7.2",)).shared == "https://192.168.7.2:8443"


def test_own_addresses_are_none_of_the_loopback() -> None:
    assert not any(map(is_loopback, own_addresses()))


def test_the_code_is_drawn_with_letters() -> None:
    drawn = code("http://192.168.7.2:8000").splitlines()
    assert len(drawn) > 10
    assert len({len(line) for line in drawn}) == 1
    assert set("".join(drawn)) <= set(" █▀▄")
