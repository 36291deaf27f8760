"""A browser without a screen, for a running server. It keeps cookies and the form token, and sends requests over
HTTP."""

import http.client
import re
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

from tests.serving import Server
from tests.totals import counted


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of the server."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def location(self) -> str:
        """The address that the answer redirects to; empty if it does not redirect."""
        return self.headers.get("Location", "")


@dataclass(slots=True)
class Visitor:
    """One browser: it stores its cookies and the token of its forms."""

    url: str
    cookies: dict[str, str] = field(default_factory=dict)
    timeout: float = 60
    trust: ssl.SSLContext | None = None
    address: str = ""  # the local address that requests come from

    @classmethod
    def of(cls, server: Server) -> "Visitor":
        """A browser for this server."""
        return cls(server.url)

    def get(self, path: str, **headers: str) -> Answer:
        """Request a page."""
        return self.send("GET", path, headers=headers)

    def post(self, path: str, fields: Mapping[str, str], **headers: str) -> Answer:
        """Send a form, with the token of this browser."""
        body = urlencode({"csrf_token": self.token(), **fields}).encode()
        return self.send("POST", path, body, {"Content-Type": "application/x-www-form-urlencoded", **headers})

    def token(self) -> str:
        """The form token of this browser, which stays the same as long as its cookie."""
        known = self.cookies.get("-token")
        if known is None:
            found = re.search(r'name="csrf_token" value="([^"]+)"', self.get("/matches/new").text)
            assert found
            known = self.cookies["-token"] = found[1]
        return known

    def send(self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None) -> Answer:
        """Send a request on a new connection."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items() if not name.startswith("-"))
        host = urlsplit(self.url).netloc
        connection = (
            http.client.HTTPSConnection(
                host, timeout=self.timeout, context=self.trust, source_address=(self.address, 0)
            )
            if self.trust
            else http.client.HTTPConnection(host, timeout=self.timeout, source_address=(self.address, 0))
        )
        try:
            connection.request(method, path, body or None, {"Cookie": cookies, **(headers or {})})
            answer = connection.getresponse()
            text = answer.read().decode("utf-8", "replace")
        finally:
            connection.close()
        for header in answer.headers.get_all("Set-Cookie") or ():
            self.cookies.update({name: morsel.value for name, morsel in SimpleCookie(header).items()})
        return Answer(answer.status, {name.title(): value for name, value in answer.headers.items()}, text)


def new_match(visitor: Visitor, key: str = "key-of-the-match") -> str:
    """Open a match for four and return its id."""
    players = {f"players[{seat}]": name for seat, name in enumerate(("Ilona", "Jana", "Mihai", "Tõnu"))}
    form = {"rules": "classic", "format": "four", "first_dealer": "0", "key": key, **players}
    answer = visitor.post("/matches", form)
    assert answer.status == 303, answer.text[:500]
    return answer.location.rsplit("/", 1)[1]


def deal_fields(version: int, key: str, points: tuple[int, int] = (420, 215)) -> dict[str, str]:
    """The form of a deal by totals, as the entry page sends it: the stock ran out, nobody went out."""
    form = {"act": "save", "mode": "record", "version": str(version), "key": key, "end": "none"}
    for at, side in enumerate(map(counted, points)):
        laid = side["counted"]
        form |= {f"s{at}-way": "totals", f"s{at}-mp": str(laid["points"]), f"s{at}-hp": "0", f"s{at}-empty": "yes"}
        form |= {f"s{at}-can-{kind}": str(count) for kind, count in laid["canastas"].items()}
    return form
