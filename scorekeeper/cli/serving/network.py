"""The addresses of the server: where it listens, how other devices reach it, and QR codes for a terminal."""

import argparse
import io
import ipaddress
import re
import socket
import struct
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from urllib.parse import urlsplit

import segno

from scorekeeper.engine.values import Struct, replace
from scorekeeper.words.numbers import whole

if sys.platform == "linux":
    import fcntl

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
#: The wildcard addresses, which are used only with `--lan` or `--host`, and the loopback address for each.
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - compared, not bound
#: Addresses outside the machine's networks, reserved for documentation. Connecting a UDP socket to them sends nothing,
#: but shows from which address the machine would send.
FAR, FAR_6 = ("192.0.2.1", 9), ("2001:db8::1", 9)
#: The number of connections that may wait to be accepted.
WAITING = 1024
#: The pattern of a machine's name, in ASCII.
NAME = re.compile(r"[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?")
#: The request (ioctl) for the address of an interface on Linux, and the position of the address in the answer.
SIOCGIFADDR, ADDRESS = 0x8915, slice(20, 24)


class Listener(Struct):
    """The address and port on which the server listens. `hosts` are the names that it accepts in requests, `addresses`
    the URLs for other devices, and `proxy` is the address of the proxy in front of it, if any."""

    host: str
    port: int
    hosts: tuple[str, ...]
    addresses: tuple[str, ...]
    scheme: str = "http"
    proxy: str | None = None

    @property
    def own(self) -> str:
        """The URL for the machine itself."""
        return f"{self.scheme}://{bracketed(EVERYWHERE.get(self.host, self.listens[-1]))}:{self.port}"

    @property
    def family(self) -> socket.AddressFamily:
        """The family of the address that it listens on."""
        return socket.AF_INET6 if ":" in self.host else socket.AF_INET

    @property
    def listens(self) -> tuple[str, ...]:
        """The addresses to listen on. Over http, a single address of a network is accompanied by the loopback address,
        so that the machine itself can always use that one."""
        alone = self.host not in EVERYWHERE and not is_loopback(self.host)
        return (self.host, "127.0.0.1") if alone and self.scheme == "http" else (self.host,)

    @property
    def shared(self) -> str | None:
        """The URL to share; None if the program serves this machine alone."""
        return self.addresses[0] if self.addresses else None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: addresses and ports to listen on, names, and the proxy."""
    parser.add_argument(
        "--host", metavar="ADDRESS", default=None, help="address to listen on (default: this machine only)"
    )
    parser.add_argument("--port", type=port, metavar="NUMBER", default=8000, help="port to listen on (default: 8000)")
    parser.add_argument("--lan", action="store_true", help="answer other devices, too, and print a code to scan")
    parser.add_argument(
        "--https-port",
        type=port_or_none,
        metavar="NUMBER",
        default=None,
        help="with --lan, the port for https next to the plain one (default: the port + 443; 0: none)",
    )
    parser.add_argument(
        "--name",
        action="append",
        type=name,
        default=[],
        help="a name by which other devices reach this machine; may be repeated",
    )
    parser.add_argument(
        "--at",
        type=site,
        metavar="ADDRESS",
        default=None,
        help="the public address of a proxy in front of the program, such as https://canasta.example",
    )
    parser.add_argument(
        "--proxy",
        type=ipaddress.ip_address,
        metavar="ADDRESS",
        default="127.0.0.1",
        help="with --at, the address from which the proxy connects (default: %(default)s)",
    )


def read_number(text: str, digits: int, allowed: range, refusal: str) -> int:
    """Read an argument that is a number in the range `allowed`, with up to `digits` digits. Raises `ArgumentTypeError`
    with the message `refusal` for any other text."""
    number = whole(text, digits)
    if number is None or number not in allowed:
        raise argparse.ArgumentTypeError(f"{text!r} {refusal}")
    return number


def port(text: str) -> int:
    """Read a port to listen on, from 1 to 65535. Raises `ArgumentTypeError` for any other text."""
    return read_number(text, 5, range(1, 65536), "is no port: a number from 1 to 65535")


def port_or_none(text: str) -> int:
    """Read a port, or 0 for none. Raises `ArgumentTypeError` for any other text."""
    return 0 if whole(text, 5) == 0 else port(text)


def name(text: str) -> str:
    """Read a name or address of a machine. Returns it as browsers send it, in lower case and ASCII. Raises
    `ArgumentTypeError` for any other text."""
    with suppress(ValueError):
        return str(ipaddress.ip_address(text))
    with suppress(UnicodeError):
        written = text.lower().encode("idna").decode()
        if NAME.fullmatch(written):
            return written
    raise argparse.ArgumentTypeError(f"{text!r} is no name: write it alone, as club.local, without http:// or a port")


def site(text: str) -> str:
    """Read the URL of the pages: a scheme, a name, optionally a port, and no path. Returns it without a slash at the
    end. Raises `ArgumentTypeError` for any other text."""
    with suppress(ValueError, argparse.ArgumentTypeError):
        parts = urlsplit(text)
        if parts.scheme in ("http", "https") and parts.path in ("", "/") and not (parts.query or parts.fragment):
            beside = f":{parts.port}" if parts.port else ""
            return f"{parts.scheme}://{bracketed(name(parts.hostname or ''))}{beside}"
    raise argparse.ArgumentTypeError(f"{text!r} is no address of pages: write it as https://canasta.example")


def listen_at(arguments: argparse.Namespace, own: Sequence[str] | None = None) -> Listener:
    """The listener for these arguments. `own` are this machine's addresses in its networks; if it is None, they are
    looked up."""
    host = arguments.host or ("0.0.0.0" if arguments.lan else "127.0.0.1")  # noqa: S104 - asked for with --lan
    outside = (own_addresses(host) if own is None else tuple(own)) if host in EVERYWHERE else (host,)
    names = () if is_loopback(host) else (*arguments.name, *outside)
    scheme = "https" if arguments.tls else "http"
    addresses = tuple(f"{scheme}://{bracketed(name)}:{arguments.port}" for name in names)
    hosts = (*LOOPBACK, *map(bracketed, names))
    if arguments.at is None:
        return Listener(host, arguments.port, hosts, addresses, scheme)
    shown = urlsplit(arguments.at).netloc.removesuffix(f":{urlsplit(arguments.at).port}")
    return Listener(host, arguments.port, (*hosts, shown), (arguments.at, *addresses), scheme, str(arguments.proxy))


def protected(where: Listener, number: int) -> Listener:
    """The listener for https on the port `number`, with the same hosts."""
    addresses = tuple(f"https://{name}:{number}" for name in where.hosts if name not in LOOPBACK)
    return replace(where, port=number, addresses=addresses, scheme="https")


def bound(where: Listener) -> list[socket.socket]:
    """Open the listening sockets. Connections to them wait until a server accepts them.

    Raises `OSError` if the port is taken or not permitted, `socket.gaierror` for an address that does not exist.
    """
    with ExitStack() as half_bound:
        sockets = []
        for host in where.listens:
            family, _, _, _, address = socket.getaddrinfo(host, where.port, type=socket.SOCK_STREAM)[0]
            sockets.append(half_bound.enter_context(socket.create_server(address, family=family, backlog=WAITING)))
        half_bound.pop_all()
    return sockets


def own_addresses(listens: str = "0.0.0.0") -> tuple[str, ...]:  # noqa: S104 - nothing is bound here
    """This machine's addresses in its networks, without loopback addresses. They are IPv4 addresses, the one of the
    default route first; if `listens` is "::", only the IPv6 address of the default route."""
    if listens == "::":
        return tuple(filter(None, [_towards(FAR_6, socket.AF_INET6)]))
    addresses = [_towards(FAR)]
    with suppress(OSError):  # the machine's name may be unknown
        by_name = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        addresses += [str(entry[4][0]) for entry in by_name]
    addresses += _of_interfaces()  # networks without a route outside
    return tuple(dict.fromkeys(address for address in addresses if address and not is_loopback(address)))


def is_loopback(host: str) -> bool:
    """Return whether an address can be reached only from the machine itself."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def bracketed(host: str) -> str:
    """A host as in a URL, with an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host else host


def code(address: str) -> str:
    """A QR code of a URL, as text for a terminal."""
    drawing = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(drawing, compact=True)
    return drawing.getvalue()


def _towards(far: tuple[str, int], family: socket.AddressFamily = socket.AF_INET) -> str | None:
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(far)
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _of_interfaces() -> Iterator[str]:
    """The IPv4 addresses of the network interfaces, on Linux."""
    if sys.platform != "linux":
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, interface in socket.if_nameindex():
            with suppress(OSError):  # an interface without an address
                asked = struct.pack("256s", interface.encode()[:15])
                yield socket.inet_ntoa(fcntl.ioctl(probe.fileno(), SIOCGIFADDR, asked)[ADDRESS])
