"""Where the program listens, by which addresses others find it, and those addresses as a code to scan."""

import argparse
import io
import ipaddress
import socket
from collections.abc import Sequence
from dataclasses import dataclass

import segno

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - told apart here, bound only where `--lan` or `--host` asks for it
#: An address that is routed outside and never reached: asking the way to it sends nothing.
FAR = ("192.0.2.1", 9)


@dataclass(frozen=True, slots=True)
class Place:
    """Where to listen; `hosts` are the names it answers to, `addresses` what to type on other devices."""

    host: str
    port: int
    hosts: tuple[str, ...]
    addresses: tuple[str, ...]
    scheme: str = "http"

    @property
    def own(self) -> str:
        """The address on the machine itself."""
        host = "127.0.0.1" if self.host in EVERYWHERE else self.host
        return f"{self.scheme}://{bracketed(host)}:{self.port}"

    @property
    def shared(self) -> str | None:
        """The address to share: None where the program answers to this machine alone."""
        return self.addresses[0] if self.addresses else None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where to listen, and whom to answer."""
    parser.add_argument("--host", default=None, help="address to listen on (default: this machine only)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: 8000)")
    parser.add_argument("--lan", action="store_true", help="answer other devices in the network; prints a code to scan")
    parser.add_argument(
        "--name", action="append", default=[], help="a name by which others find this machine; may be given again"
    )


def place(arguments: argparse.Namespace, found: Sequence[str] | None = None) -> Place:
    """Where these arguments listen; `found` are this machine's addresses in the network."""
    host = arguments.host or ("0.0.0.0" if arguments.lan else "127.0.0.1")  # noqa: S104 - asked for with --lan
    outside = () if is_loopback(host) else (tuple(own_addresses() if found is None else found))
    if host not in EVERYWHERE and not is_loopback(host):
        outside = (host,)
    names = (*arguments.name, *outside) if outside else ()
    scheme = "https" if arguments.tls else "http"
    addresses = tuple(f"{scheme}://{bracketed(name)}:{arguments.port}" for name in names)
    return Place(host, arguments.port, (*LOOPBACK, *map(bracketed, names)), addresses, scheme)


def own_addresses() -> tuple[str, ...]:
    """This machine's addresses in its networks, the one that leads outside first."""
    found = [_towards(FAR)]
    try:
        known = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        found += [str(entry[4][0]) for entry in known]
    except OSError:
        pass  # a machine whose own name nobody knows still has its addresses
    return tuple(dict.fromkeys(address for address in found if address and not is_loopback(address)))


def is_loopback(host: str) -> bool:
    """Is this an address that only the machine itself reaches?"""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def bracketed(host: str) -> str:
    """A host as it stands in an address."""
    return f"[{host}]" if ":" in host else host


def code(address: str) -> str:
    """An address as a code, drawn with letters for a terminal."""
    drawing = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(drawing, compact=True)
    return drawing.getvalue()


def _towards(far: tuple[str, int]) -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(far)
        except OSError:
            return None
        return str(probe.getsockname()[0])
