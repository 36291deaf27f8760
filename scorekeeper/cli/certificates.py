"""`scorekeeper certificates FOLDER`: an authority of the club's own, and a certificate for this machine."""

import argparse
import os
import socket
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.cli.data import error_exit
from scorekeeper.cli.network import name, own_addresses

if TYPE_CHECKING:
    from trustme import CA

#: Tablets refuse a server's certificate that is valid for longer than 398 days.
LONGEST = timedelta(days=397)
#: A tablet whose clock is behind takes the certificate all the same.
EARLIER = timedelta(days=1)
NAME = "Canasta Scorekeeper"
#: How the machine calls itself: links are made there, over https as well.
ITSELF = ("localhost", "127.0.0.1", "::1")
DAMAGED = "the authority in {folder} is not whole. Put its two files back, or name another folder: {files}"
STEPS = """
On an iPad or iPhone
  1. Send {authority} to it (mail, AirDrop or a USB stick) and open it there: "Profile Downloaded".
  2. Settings > General > VPN & Device Management > {name} > Install.
  3. Settings > General > About > Certificate Trust Settings: turn on full trust for {name}.
On an Android tablet
  1. Copy {authority} to it.
  2. Settings > Security > Encryption & credentials > Install a certificate > CA certificate, and choose the file.
Then, on this machine
  scorekeeper serve --lan --name {host} --tls {cert} {key}

The certificate is good until {until}. Run this command again before then and start the program anew: the tablets
keep the same authority and need nothing new. On this machine itself a browser that does not know the authority warns
once. Keep {secret} to yourself; whoever has it can pretend to be any site to these tablets.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where the files go, and by which names others find this machine."""
    parser.add_argument("folder", type=Path, help="where the files go, or where the authority made earlier is")
    parser.add_argument(
        "--host",
        action="append",
        type=name,
        help="a name or address of this machine; may be given again (default: all it finds)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Make the files, and print what to do with them on each tablet."""
    hosts = arguments.host or own_names()
    try:
        until = make(arguments.folder, hosts)
    except (OSError, ValueError) as failure:
        return error_exit("certificates", failure)
    files = {name: arguments.folder / file for name, file in FILES.items()}
    print(f"Certificate for {', '.join(hosts)}")
    print(STEPS.format(**files, name=NAME, host=hosts[0], until=f"{until:%Y-%m-%d}"))
    return 0


FILES = {"authority": "authority.crt", "secret": "authority.key", "cert": "server.crt", "key": "server.key"}


def make(folder: Path, hosts: Sequence[str], *, now: datetime | None = None) -> datetime:
    """Make the authority where there is none yet, and a certificate by it for these hosts. Answers its last day.

    Raises `OSError`, and `ValueError` where the authority made earlier is not whole.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    authority = _authority(folder)
    since = (now or datetime.now(UTC)) - EARLIER
    until = since + LONGEST
    issued = authority.issue_cert(
        *dict.fromkeys((*hosts, *ITSELF)),
        not_before=since,
        not_after=until,
        organization_name=NAME,
        organization_unit_name=socket.gethostname(),
        common_name=hosts[0],
    )
    chain = b"".join(part.bytes() for part in issued.cert_chain_pems)
    _write(folder / FILES["key"], issued.private_key_pem.bytes(), mode=0o600)
    _write(folder / FILES["cert"], chain, mode=0o644)
    return until


def own_names() -> list[str]:
    """The names and addresses of this machine in its network."""
    own = socket.gethostname().partition(".")[0].lower()
    return [f"{own}.local", own, *own_addresses()]


def _authority(folder: Path) -> "CA":
    """The authority made here earlier, or a new one: tablets trust it once. Raises `ValueError` for half of one."""
    from trustme import CA

    cert, key = folder / FILES["authority"], folder / FILES["secret"]
    if cert.exists() or key.exists():
        try:
            return CA.from_pem(cert.read_bytes(), key.read_bytes())
        except (FileNotFoundError, ValueError) as failure:
            raise ValueError(DAMAGED.format(folder=folder, files=f"{cert.name}, {key.name}")) from failure
    made = CA(path_length=0, organization_name=NAME, organization_unit_name=socket.gethostname())
    _write(key, made.private_key_pem.bytes(), mode=0o600)
    _write(cert, made.cert_pem.bytes(), mode=0o644)
    return made


def _write(path: Path, content: bytes, *, mode: int) -> None:
    """Write a file that nobody else may ever read half, or at all where it is a key."""
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(content)
    draft.replace(path)
