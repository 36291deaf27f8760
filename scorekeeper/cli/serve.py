"""`scorekeeper serve`: serves the pages to this machine, or to the table's network."""

import argparse
import os
import socket
import ssl
from contextlib import ExitStack
from pathlib import Path

from scorekeeper.actions.club.access import secret_key
from scorekeeper.actions.demo import is_demonstration
from scorekeeper.cli.certificates import FILES, make
from scorekeeper.cli.data import add_database, environment_key, open_desk, telling
from scorekeeper.cli.serving import network
from scorekeeper.cli.serving.daily import daily_copies, folded_when_idle
from scorekeeper.cli.serving.server import MOST, Door, serve, serve_by, tls_context
from scorekeeper.ledger.address import Address
from scorekeeper.ledger.sqlite.migrating import catch_up
from scorekeeper.places import default_database

#: The difference between the https port and the http port, and the highest port.
HTTPS_PORT, LAST_PORT = 443, 65535
#: The ways in which another device gets a link: for a database in a file, and for one on a server.
FROM_HERE, FROM_A_SERVER = "open a match here, then More, then Share", "scorekeeper way-in makes one to every match"
NO_ADDRESS = "there is no such address; --host takes one of this machine's"
NO_PAIR = "{cert} and {key} are no certificate and its key; make new ones with `scorekeeper certificates`"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: addresses, database, certificate, and how to run the processes."""
    network.add_arguments(parser)
    add_database(parser)
    parser.add_argument(
        "--tls", nargs=2, type=Path, metavar=("CERT", "KEY"), help="serve over https; see `scorekeeper certificates`"
    )
    parser.add_argument(
        "--workers",
        type=_workers,
        metavar="NUMBER",
        default=1,
        help="the number of serving processes; for hundreds of tables, one for each core (default: 1)",
    )
    parser.add_argument(
        "--notice",
        type=_seconds,
        metavar="SECONDS",
        default=0,
        help="how long to keep serving after a signal to stop, while /readyz tells a proxy that it ends (default: 0)",
    )
    parser.add_argument("--no-daily-copy", action="store_true", help="make no daily copies; something else does")


@telling
def run(arguments: argparse.Namespace) -> int:
    """Serve until a signal to stop; requests in progress are finished first."""
    where, on_server = network.listen_at(arguments), isinstance(arguments.database, Address)
    key = environment_key(needed=on_server)
    config: dict[str, object] = {
        "DATABASE": arguments.database.absolute(),
        "TRUSTED_HOSTS": list(where.hosts),
        "SHARED_ADDRESS": where.shared,
        "LOG_REQUESTS": True,
        "SEVERAL_PROCESSES": on_server or arguments.workers > 1,
    }
    with ExitStack() as stack:
        if arguments.tls:
            _check(*arguments.tls)
        desk = stack.enter_context(open_desk(arguments.database, new=True))  # migrates a file, but no server
        config["SECRET_KEY"] = key or secret_key(desk)
        config["DEMONSTRATION"] = is_demonstration(desk)
        if not on_server:
            catch_up(desk.ledger.store)
            stack.enter_context(folded_when_idle(desk))
        if not on_server and not arguments.no_daily_copy:
            stack.enter_context(daily_copies(desk))
        try:
            doors = [Door(network.bound(where), arguments.tls and tuple(arguments.tls), where.proxy)]
        except OSError as failure:
            of_system = failure.errno is not None and not isinstance(failure, socket.gaierror)
            reason = os.strerror(failure.errno or 0) if of_system else NO_ADDRESS
            raise OSError(f"cannot listen on {where.host}:{where.port}: {reason}") from failure
        _say(where, FROM_A_SERVER if on_server else FROM_HERE)
        beside = None if arguments.tls or not arguments.lan else _port_beside(arguments.https_port, where.port)
        if beside and where.addresses:
            _protect(config, doors, network.protected(where, beside))
        if arguments.workers == 1:
            serve(config, doors, arguments.notice)
        else:
            serve_by(arguments.workers, config, doors, arguments.notice)
        return 0


def _workers(text: str) -> int:
    return network.read_number(text, 3, range(1, MOST + 1), f"is not a number of processes: from 1 to {MOST}")


def _seconds(text: str) -> int:
    return network.read_number(text, 3, range(1000), "is not a number of seconds: from 0 to 999")


def _port_beside(asked: int | None, port: int) -> int | None:
    """The https port: `asked`, or if that is None, `port` + `HTTPS_PORT`. None if the port is 0 or too high."""
    number = port + HTTPS_PORT if asked is None else asked
    return number if 0 < number <= LAST_PORT else None


def _protect(config: dict[str, object], doors: list[Door], where: network.Listener) -> None:
    """Add a door for https to `doors`, with a certificate from this machine's own authority, and its address to
    `config`. If that fails, print a message and leave both unchanged.

    The authority is made once, because devices have to trust it. The certificate is made at every start, for the
    present addresses.
    """
    database = config["DATABASE"]
    folder = (database if isinstance(database, Path) else default_database()).parent / "certificates"
    try:
        made = make(folder, [name.strip("[]") for name in where.hosts if name not in network.LOOPBACK])
        doors.append(Door(network.bound(where), (folder / FILES["cert"], folder / FILES["key"]), where.proxy))
    except (OSError, ValueError) as failure:
        print(f"Not over https: {failure}", flush=True)
        return
    config.update(PROTECTED_ADDRESS=where.shared, AUTHORITY=folder / FILES["authority"])
    print(f"Over https, once a device trusts this program: {where.shared}")
    print("Pictures show how a device comes to trust it: open More, then Share.", *made.notes, sep="\n", flush=True)


def _check(cert: Path, key: Path) -> None:
    """Check that these are a certificate and its key. Raises `OSError` with a message for the user."""
    for path in (cert, key):
        if not path.is_file():
            raise FileNotFoundError(f"there is no file {path}; make one with `scorekeeper certificates`")
    try:
        tls_context(cert, key)
    except ssl.SSLError as failure:
        raise OSError(f"{NO_PAIR.format(cert=cert, key=key)} ({failure.reason})") from failure


def _say(where: network.Listener, link: str) -> None:
    """Print the addresses of the pages for this machine and for other devices, and how those get the link that they
    need."""
    print(f"Serving on {where.own} (Ctrl+C stops)", flush=True)
    if where.host in network.EVERYWHERE and not where.addresses:
        print(
            "This machine is not on a network, so no other device can find it. Connect it, then start again.",
            flush=True,
        )
    for address in where.addresses:
        print(f"Other devices: {address}")
    if where.shared:
        print(f"They need a link first: {link}.")
        print(network.code(where.shared), flush=True)


COMMANDS = {"serve": (add_arguments, run)}
