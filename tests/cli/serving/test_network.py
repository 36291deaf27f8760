"""Where the program listens and by which addresses others find it."""

import argparse
import sys

import pytest

from scorekeeper.cli.serving import network
from scorekeeper.cli.serving.network import Listener, add_arguments, code, is_loopback, listen_at, own_addresses


def given(*words: str) -> Listener:
    """The place that these arguments name, on a machine with two addresses."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    parser.set_defaults(tls=None)
    return listen_at(parser.parse_args(words), own=("192.168.7.2", "10.0.0.2"))


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


def test_behind_a_proxy_it_answers_to_the_name_that_everybody_knows() -> None:
    shown = given("--at", "https://Canasta.example/")
    assert (shown.shared, shown.host, shown.proxy) == ("https://canasta.example", "127.0.0.1", "127.0.0.1")
    assert "canasta.example" in shown.hosts
    elsewhere = given("--host", "10.0.0.2", "--at", "https://canasta.example:8443", "--proxy", "10.0.0.1")
    assert (elsewhere.shared, elsewhere.proxy) == ("https://canasta.example:8443", "10.0.0.1")
    assert {"canasta.example", "10.0.0.2"} <= set(elsewhere.hosts)
    assert given("--at", "http://[fd00::5]:8080").hosts[-1] == "[fd00::5]"
    for wrong in ("canasta.example", "https://", "https://a.example/club", "https://a.example:x", "ftp://a.example"):
        with pytest.raises(SystemExit):
            given("--at", wrong)
    with pytest.raises(SystemExit):
        given("--at", "https://canasta.example", "--proxy", "nobody")


def test_over_tls_the_addresses_say_so() -> None:
    arguments = argparse.Namespace(host=None, port=8443, lan=True, name=[], tls=("c", "k"), at=None)
    assert listen_at(arguments, own=("192.168.7.2",)).shared == "https://192.168.7.2:8443"
    arguments.host = "192.168.7.9"
    assert listen_at(arguments).listens == ("192.168.7.9",), "no link is made on the machine itself"


def test_own_addresses_are_none_of_the_loopback() -> None:
    assert not any(map(is_loopback, own_addresses()))


def test_the_code_is_drawn_with_letters() -> None:
    drawn = code("http://192.168.7.2:8000").splitlines()
    assert len(drawn) > 10
    assert len({len(line) for line in drawn}) == 1
    assert set("".join(drawn)) <= set(" █▀▄")
    assert code("http://192.168.7.2:8001").splitlines() != drawn


@pytest.mark.parametrize(
    ("words", "own", "listens"),
    [
        (["--lan"], "http://127.0.0.1:8000", ("0.0.0.0",)),
        (["--host", "::"], "http://[::1]:8000", ("::",)),
        (["--host", "192.168.7.9"], "http://127.0.0.1:8000", ("192.168.7.9", "127.0.0.1")),
        (["--host", "::1"], "http://[::1]:8000", ("::1",)),
    ],
)
def test_the_machine_itself_has_an_address_of_its_own(words: list[str], own: str, listens: tuple[str, ...]) -> None:
    assert given(*words).own == own
    assert given(*words).listens == listens


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Club.Local", "club.local"),
        ("kő.local", "xn--k-8la.local"),
        ("192.168.7.9", "192.168.7.9"),
        ("FD00::5", "fd00::5"),
    ],
)
def test_a_name_is_written_as_browsers_send_it(typed: str, name: str) -> None:
    assert name in given("--lan", "--name", typed).addresses[0]


def test_a_name_counts_where_no_address_was_found() -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    parser.set_defaults(tls=None)
    here = listen_at(parser.parse_args(["--lan", "--name", "club.local"]), own=())
    assert here.shared == "http://club.local:8000"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems tell their addresses otherwise")
def test_every_interface_tells_its_address() -> None:
    assert "127.0.0.1" in set(network._of_interfaces())


def test_where_it_listens_on_ipv6_alone_it_names_no_other_address() -> None:
    assert all(":" in address for address in own_addresses("::"))
