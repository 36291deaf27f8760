"""The club's own certificate authority, certificates that tablets accept, and serving with them."""

import json
import socket
import ssl
import stat
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from urllib.request import urlopen

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from scorekeeper.cli import main, serve
from scorekeeper.cli.certificates import FILES, make
from scorekeeper.cli.serving.authority import Authority, pem
from scorekeeper.cli.serving.server import Door
from tests.served import Visitor
from tests.serving import free_port, serving, serving_tls, until


def certificate(path: Path) -> x509.Certificate:
    """The first certificate of a file."""
    return x509.load_pem_x509_certificate(path.read_bytes())


def verified(folder: Path, host: str) -> bool:
    """Return whether a strict client that trusts the authority accepts the server under this host name."""
    subject = x509.IPAddress(ip_address(host)) if host[0].isdigit() else x509.DNSName(host)
    policy = PolicyBuilder().store(Store([certificate(folder / FILES["authority"])]))
    try:
        policy.build_server_verifier(subject).verify(certificate(folder / FILES["cert"]), [])
    except VerificationError:
        return False
    return True


def test_the_certificate_of_the_server_authenticates_a_server_alone(tmp_path: Path) -> None:
    make(tmp_path, ["club.local", "192.168.7.2"])
    usage = certificate(tmp_path / FILES["cert"]).extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(usage) == [ExtendedKeyUsageOID.SERVER_AUTH]
    for host, taken in (("club.local", True), ("192.168.7.2", True), ("127.0.0.1", True), ("bank.example", False)):
        assert verified(tmp_path, host) is taken


def test_whoever_has_the_key_of_the_authority_cannot_pretend_to_be_another_site(tmp_path: Path) -> None:
    make(tmp_path, ["club.local", "canasta.example"])
    authority = Authority.read(*((tmp_path / FILES[name]).read_bytes() for name in ("authority", "secret")))
    now = datetime.now(UTC)
    may = ("canasta.example", "another.local", "10.1.2.3")
    for host in (*may, "bank.example", "93.184.216.34", "example", "canasta.example.org"):
        cert, _ = authority.issue([host], now - timedelta(days=1), now + timedelta(days=90))
        (tmp_path / FILES["cert"]).write_bytes(cert)
        assert verified(tmp_path, host) is (host in may)
        assert authority.outside([host]) == ([] if host in may else [host])


def test_a_name_added_later_is_taken_within_the_constraints_and_else_named(tmp_path: Path) -> None:
    make(tmp_path, ["club.local"])
    assert make(tmp_path, ["bridge.local", "10.1.2.3"]).notes == ()
    assert verified(tmp_path, "bridge.local")
    made = make(tmp_path, ["bridge.local", "canasta.example"])
    assert made.hosts == ("bridge.local",)
    assert "cannot vouch for canasta.example" in made.notes[0]
    before = (tmp_path / FILES["cert"]).read_bytes()
    with pytest.raises(
        ValueError, match=r"cannot vouch for canasta.example, only for its own names. Use one of them. Or: Remove"
    ):
        make(tmp_path, ["canasta.example", "bridge.local"])
    assert (tmp_path / FILES["cert"]).read_bytes() == before


def test_an_authority_of_an_earlier_version_goes_on_and_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Canasta Scorekeeper")])
    builder = x509.CertificateBuilder(name, name, key.public_key(), serial_number=1)
    builder = builder.not_valid_before(datetime(2000, 1, 1, tzinfo=UTC)).not_valid_after(
        datetime(3000, 1, 1, tzinfo=UTC)
    )
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=9), critical=True)
    builder = builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    authority = Authority(builder.sign(key, SHA256()), key)
    (tmp_path / FILES["authority"]).write_bytes(authority.certificate_pem)
    (tmp_path / FILES["secret"]).write_bytes(pem(key))
    assert main(["certificates", str(tmp_path), "--host", "canasta.example"]) == 0
    assert "can vouch for any site. Remove" in capsys.readouterr().out
    assert authority.outside(["canasta.example"]) == []


@pytest.mark.parametrize("lost", ["authority", "secret"])
@pytest.mark.parametrize("content", [None, b"", b"-----BEGIN CERTIFICATE-----\nhalf"])
def test_half_an_authority_is_told_and_never_made_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lost: str, content: bytes | None
) -> None:
    make(tmp_path, ["club.local"])
    path = tmp_path / FILES[lost]
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    assert main(["certificates", str(tmp_path), "--host", "club.local"]) == 1
    assert "Put its two files back" in capsys.readouterr().err
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "c").write_text("in the way")
    assert main(["certificates", str(tmp_path / "c"), "--host", "club.local"]) == 1
    assert "scorekeeper certificates:" in capsys.readouterr().err


def test_the_pages_come_over_tls_and_nothing_else(tmp_path: Path) -> None:
    make(tmp_path, ["127.0.0.1"])
    trust = ssl.create_default_context(cafile=tmp_path / FILES["authority"])
    port = free_port()
    with serving_tls(tmp_path, FILES["cert"], FILES["key"], port=port, trust=trust) as server:
        with urlopen(f"{server.url}/?lang=hu", context=trust, timeout=60) as answer:
            cookies = answer.headers.get_all("Set-Cookie")
            assert answer.status == 200
        assert cookies
        assert all("Secure" in cookie for cookie in cookies)
        with urlopen(f"{server.url}/api/rules", context=trust, timeout=60) as answer:
            assert json.load(answer)
        with socket.create_connection(("127.0.0.1", port), timeout=60) as plain:
            plain.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            with suppress(ConnectionResetError):
                assert b"HTTP" not in plain.recv(1000)
    assert server.process.returncode == 0
    assert " GET /api/rules 200 " in server.log.read_text()


def test_killed_it_leaves_nobody_on_its_port(tmp_path: Path) -> None:
    make(tmp_path, ["club.local"])
    trust = ssl.create_default_context(cafile=str(tmp_path / "authority.crt"))
    port = free_port()
    with serving_tls(tmp_path, "server.crt", "server.key", trust=trust, port=port) as server:
        server.process.kill()
        server.process.wait()
        until(lambda: not listens(port))


def listens(port: int) -> bool:
    """Return whether a program listens on this port of the machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture
def doors(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Door]]:
    """Give the list of doors at which `serve` would listen. It runs in this process, and serves no requests."""
    opened: list[Door] = []
    monkeypatch.setattr(serve, "serve", lambda _config, doors, _notice: opened.extend(doors))
    yield opened
    for door in opened:
        for each in door.sockets:
            each.close()


def test_in_a_network_the_pages_come_over_https_as_well_by_an_authority_that_stays(
    tmp_path: Path, doors: list[Door]
) -> None:
    folder = tmp_path / "certificates"
    in_a_network = ("--lan", "--name", "club.local")
    with serving(*in_a_network, "--database", "club.db", folder=tmp_path) as server:
        https = f"https://127.0.0.1:{int(server.url.rpartition(':')[2]) + 443}"
        trust = ssl.create_default_context(cafile=folder / FILES["authority"])
        with urlopen(f"{https}/healthz", context=trust, timeout=60) as answer:
            assert answer.read() == b"ok\n"
        assert 'href="https://club.local:' in Visitor.of(server).get("/trust").text
        given = Visitor.of(server).get("/trust/canasta-scorekeeper.crt")
        assert given.headers["Content-Type"] == "application/x-x509-ca-cert"
        assert "https://club.local:" in server.log.read_text()
    assert {stat.S_IMODE((folder / FILES[name]).stat().st_mode) for name in ("key", "secret")} == {0o600}
    authority, certificate = ((folder / FILES[name]).read_bytes() for name in ("authority", "cert"))
    database = str(tmp_path / "club.db")
    assert main(["serve", *in_a_network, "--port", str(free_port()), "--database", database]) == 0
    assert [door.pair for door in doors] == [None, (folder / FILES["cert"], folder / FILES["key"])]
    assert (folder / FILES["authority"]).read_bytes() == authority
    assert (folder / FILES["cert"]).read_bytes() != certificate


@pytest.mark.parametrize("missing", ["its authority's key", "its port"])
def test_where_there_can_be_no_https_that_is_told_and_the_pages_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], doors: list[Door], missing: str
) -> None:
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        make(tmp_path / "certificates", ["club.local"])
        port = taken.getsockname()[1]
        if missing == "its authority's key":
            (tmp_path / "certificates" / FILES["secret"]).unlink()
            port = free_port()
        given = ("--https-port", str(port), "--port", str(free_port()), "--database", str(tmp_path / "club.db"))
        assert main(["serve", "--lan", "--name", "club.local", *given]) == 0
    says = "Not over https: the authority" if missing == "its authority's key" else "Not over https: "
    assert says in capsys.readouterr().out
    assert [door.pair for door in doors] == [None]
