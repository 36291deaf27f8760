"""`scorekeeper certificates FOLDER`: makes the club's own certificate authority, and a certificate for this machine."""

import argparse
import os
import socket
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.cli.data import NotPossible, telling
from scorekeeper.cli.serving.network import name, own_addresses
from scorekeeper.engine.values import Struct

if TYPE_CHECKING:
    from scorekeeper.cli.serving.authority import Authority

#: How long a certificate of this machine is valid at most. Tablets refuse one that is valid for longer than 398 days.
LONGEST = timedelta(days=397)
#: The certificate is valid from this long before now, for tablets whose clock is slow.
EARLIER = timedelta(days=1)
NAME = "Canasta Scorekeeper"
#: The names and addresses by which the machine reaches itself.
ITSELF = ("localhost", "127.0.0.1", "::1")
DAMAGED = "the authority in {folder} is not whole. Put its two files back, or name another folder: {files}"
ENDED = "the authority in {folder} was valid until {day}. {again}"
OUTSIDE = "the authority in {folder} cannot vouch for {hosts}, only for its own names. Use one of them. Or: {again}"
FOR_ANY_SITE = "the authority in {folder} was made by an earlier version, and can vouch for any site. {again}"
AGAIN = (
    "Remove {files} to have a new authority made at the next start; then each tablet has to trust the new one,"
    " and should remove the old one."
)
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

The certificate is good until {until}. Run this command again before then and restart the program: the tablets
keep the same authority and need nothing new. On this machine itself a browser that does not know the authority warns
once. Keep {secret} to yourself; anyone who has it can pretend to be this machine to these tablets.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: the folder, and the names of this machine."""
    parser.add_argument("folder", type=Path, help="the folder for the files; an authority in it is used again")
    parser.add_argument(
        "--host",
        action="append",
        type=name,
        help="a name or address of this machine; may be repeated (default: all that are found)",
    )


@telling
def run(arguments: argparse.Namespace) -> int:
    """Make the authority, if there is none, and a certificate. Print how to install the authority on tablets."""
    hosts = arguments.host or own_names()
    try:
        made = make(arguments.folder, hosts)
    except ValueError as failure:
        raise NotPossible(str(failure)) from failure
    files = {name: arguments.folder / file for name, file in FILES.items()}
    print(f"Certificate for {', '.join(made.hosts)}", *made.notes, sep="\n")
    print(STEPS.format(**files, name=NAME, host=hosts[0], until=f"{made.until:%Y-%m-%d}"))
    return 0


FILES = {"authority": "authority.crt", "secret": "authority.key", "cert": "server.crt", "key": "server.key"}


class Made(Struct):
    """A new certificate. `hosts` are the requested hosts that the certificate covers, `until` is the end of its
    validity, and `notes` are for the person who runs the program."""

    hosts: tuple[str, ...]
    until: datetime
    notes: tuple[str, ...]


def make(folder: Path, hosts: Sequence[str], *, now: datetime | None = None) -> Made:
    """Write the files of a new authority into the folder, unless it has one, and those of a new certificate.

    The authority signs the certificate, which is for these hosts and the names in `ITSELF`. Hosts outside the
    authority's name constraints are left out, with a note. Raises `ValueError` if the existing authority is damaged or
    has expired, or may not sign for the first host, which links and QR codes contain. Raises `OSError` if a file cannot
    be read or written.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    now = now or datetime.now(UTC)
    since = now - EARLIER
    authority = _authority(folder, hosts, since)
    again = AGAIN.format(files=" and ".join(str(folder / FILES[name]) for name in ("authority", "secret")))
    if authority.ends <= now:
        raise ValueError(ENDED.format(folder=folder, day=f"{authority.ends:%Y-%m-%d}", again=again))
    outside = authority.outside(hosts)
    notes = [OUTSIDE.format(folder=folder, hosts=", ".join(outside), again=again)] if outside else []
    if hosts[0] in outside:
        raise ValueError(notes[0])
    if not authority.constrained:
        notes.append(FOR_ANY_SITE.format(folder=folder, again=again))
    named = tuple(host for host in hosts if host not in outside)
    until = min(since + LONGEST, authority.ends)
    cert, key = authority.issue(list(dict.fromkeys((*named, *ITSELF))), since, until)
    _write(folder / FILES["key"], key, mode=0o600)
    _write(folder / FILES["cert"], cert, mode=0o644)
    return Made(named, until, tuple(notes))


def own_names() -> list[str]:
    """The names and addresses of this machine in its networks, starting with `<name>.local`."""
    own = socket.gethostname().partition(".")[0].lower()
    return [f"{own}.local", own, *own_addresses()]


def _authority(folder: Path, hosts: Sequence[str], since: datetime) -> "Authority":
    """The authority in the folder. If there is none, a new one is made and written there.

    Raises `ValueError` if only one of its two files exists, or one is damaged.
    """
    from scorekeeper.cli.serving.authority import Authority, pem

    cert, key = folder / FILES["authority"], folder / FILES["secret"]
    if cert.exists() or key.exists():
        try:
            return Authority.read(cert.read_bytes(), key.read_bytes())
        except (FileNotFoundError, ValueError) as failure:
            raise ValueError(DAMAGED.format(folder=folder, files=f"{cert.name}, {key.name}")) from failure
    made = Authority.new(NAME, hosts, since)
    _write(key, pem(made.key), mode=0o600)
    _write(cert, made.certificate_pem, mode=0o644)
    return made


def _write(path: Path, content: bytes, *, mode: int) -> None:
    """Write a file that has these permissions from the start. It is renamed when it is complete, so that no program
    reads half of it."""
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(content)
    draft.replace(path)


COMMANDS = {"certificates": (add_arguments, run)}
