"""How a device comes to trust this program over https: the authority's certificate, and the steps in pictures."""

from __future__ import annotations

import hashlib
import ssl
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, render_template

from scorekeeper.engine.values import Struct
from scorekeeper.web.frame.links import own_link
from scorekeeper.web.frame.rights import Right, needs

blueprint = Blueprint("trust", __name__, url_prefix="/trust")

#: What the authority is called in the settings of a device, and the file that it gets.
CALLED, FILE = "Canasta Scorekeeper", "canasta-scorekeeper.crt"


class TrustPage(Struct):
    """What the page shows: where the protected pages are, None where there are none, and what to compare."""

    address: str | None
    go_on: str | None
    fingerprint: str
    called: str = CALLED
    file: str = FILE


@blueprint.get("")
@needs(Right.NONE)
def show() -> str:
    """How to trust this program once, on Android and on an iPad, and the way on from there."""
    address = current_app.config.get("PROTECTED_ADDRESS")
    go_on = own_link(address) or address if address else None
    return render_template("club/trust.html", page=TrustPage(address, go_on, _fingerprint() if address else ""))


@blueprint.get(f"/{FILE}")
@needs(Right.NONE)
def authority() -> Response:
    """The authority's certificate, which holds no secret."""
    if not current_app.config.get("PROTECTED_ADDRESS"):
        abort(404)
    answer = Response(_der(), mimetype="application/x-x509-ca-cert")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _der() -> bytes:
    return ssl.PEM_cert_to_DER_cert(Path(current_app.config["AUTHORITY"]).read_text(encoding="ascii"))


def _fingerprint() -> str:
    """What a device shows of a certificate, to be compared: SHA-256, in pairs."""
    return hashlib.sha256(_der()).digest().hex(" ").upper()
