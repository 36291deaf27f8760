"""A certificate authority for one machine, limited to certain names and addresses."""

import socket
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Self

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from scorekeeper.engine.values import Struct

#: How long an authority is valid.
YEARS = timedelta(days=10 * 365)
#: Every authority may certify these names and addresses: they exist only within a network, and a machine may get
#: another one of them at any time. RFC 6762 and 6761 for the names; RFC 1918, 6598, 3927, 4193 and 4291 for the
#: networks.
PRIVATE_NAMES = ("local", "localhost")
PRIVATE_NETWORKS = (
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "100.64.0.0/10",
    "169.254.0.0/16",
    "127.0.0.0/8",
    "fc00::/7",
    "fe80::/10",
    "::1/128",
)
#: The maximum length of an attribute of a certificate's subject, in characters.
LONGEST_NAME = 64


class Authority(Struct):
    """The certificate and the key of an authority."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @classmethod
    def new(cls, name: str, hosts: Iterable[str], since: datetime) -> Self:
        """Make an authority of this name, valid from `since` for `YEARS`. It may certify only these hosts, private
        names and addresses in private networks."""
        key = ec.generate_private_key(ec.SECP256R1())
        permitted = dict.fromkeys(map(_subtree, (*PRIVATE_NAMES, *PRIVATE_NETWORKS, *hosts)))
        machine = (NameOID.ORGANIZATIONAL_UNIT_NAME, socket.gethostname())
        subject = x509.Name([_attribute(*piece) for piece in ((NameOID.ORGANIZATION_NAME, name), machine)])
        certificate = (
            _builder(subject, key.public_key(), since, since + YEARS)
            .issuer_name(subject)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(_usage(signs_certificates=True), critical=True)
            .add_extension(x509.NameConstraints(list(permitted), excluded_subtrees=None), critical=True)
            .sign(key, hashes.SHA256())
        )
        return cls(certificate, key)

    @classmethod
    def read(cls, certificate: bytes, key: bytes) -> Self:
        """Read an authority from its two files. Raises `ValueError` if one is damaged, or they do not belong
        together."""
        read, secret = x509.load_pem_x509_certificate(certificate), load_pem_private_key(key, password=None)
        if not isinstance(secret, ec.EllipticCurvePrivateKey) or read.public_key() != secret.public_key():
            raise ValueError("the key is not the one of the certificate")
        return cls(read, secret)

    @property
    def certificate_pem(self) -> bytes:
        """The certificate in PEM, as tablets install it."""
        return self.certificate.public_bytes(Encoding.PEM)

    @property
    def ends(self) -> datetime:
        """The end of the authority's validity, in UTC."""
        return self.certificate.not_valid_after_utc

    @property
    def constrained(self) -> bool:
        """Return whether the authority is limited to certain names. An authority made by version 0.1 is not."""
        return self._constraints is not None

    def outside(self, hosts: Iterable[str]) -> list[str]:
        """The `hosts` that the authority may not certify."""
        if self._constraints is None:
            return []
        permitted = [subtree.value for subtree in self._constraints.permitted_subtrees or ()]
        return [host for host in hosts if not any(_within(_general(host).value, subtree) for subtree in permitted)]

    def issue(self, hosts: Sequence[str], since: datetime, until: datetime) -> tuple[bytes, bytes]:
        """Issue a certificate for a server with these hosts; the first becomes its common name. Returns (certificate,
        key) in PEM."""
        key = ec.generate_private_key(ec.SECP256R1())
        identity = x509.SubjectKeyIdentifier.from_public_key(self.key.public_key())
        issuer = x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(identity)
        subject = x509.Name([*self.certificate.subject, _attribute(NameOID.COMMON_NAME, hosts[0])])
        certificate = (
            _builder(subject, key.public_key(), since, until)
            .issuer_name(self.certificate.subject)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_usage(signs_certificates=False), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(x509.SubjectAlternativeName([_general(host) for host in hosts]), critical=False)
            .add_extension(issuer, critical=False)
            .sign(self.key, hashes.SHA256())
        )
        return certificate.public_bytes(Encoding.PEM), pem(key)

    @property
    def _constraints(self) -> x509.NameConstraints | None:
        try:
            return self.certificate.extensions.get_extension_for_class(x509.NameConstraints).value
        except x509.ExtensionNotFound:
            return None


def pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    """A private key in PEM, as in its file."""
    return key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())


def _builder(
    subject: x509.Name, key: ec.EllipticCurvePublicKey, since: datetime, until: datetime
) -> x509.CertificateBuilder:
    builder = x509.CertificateBuilder().subject_name(subject).public_key(key)
    builder = builder.serial_number(x509.random_serial_number()).not_valid_before(since).not_valid_after(until)
    return builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)


def _attribute(kind: x509.ObjectIdentifier, text: str) -> x509.NameAttribute[str]:
    return x509.NameAttribute(kind, text[:LONGEST_NAME])


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        encipher_only=False,
        decipher_only=False,
    )


def _general(host: str) -> x509.DNSName | x509.IPAddress:
    try:
        return x509.IPAddress(ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _subtree(host: str) -> x509.DNSName | x509.IPAddress:
    """A host or network as name constraints have it: there, a single address is a network of one address."""
    try:
        return x509.IPAddress(ip_network(host))
    except ValueError:
        return x509.DNSName(host)


def _within(host: object, subtree: object) -> bool:
    """Return whether a subtree of name constraints, a domain or a network, contains a host."""
    if isinstance(subtree, str):
        return isinstance(host, str) and f".{host}".endswith(f".{subtree}")
    if isinstance(subtree, IPv4Network):
        return isinstance(host, IPv4Address) and host in subtree
    return isinstance(subtree, IPv6Network) and isinstance(host, IPv6Address) and host in subtree
