"""Sharing: links to a match with their QR codes, access by a link, and the page to trust the program's certificate."""

import hashlib
import io
import ssl
from pathlib import Path
from urllib.parse import urlsplit

import segno
from flask import Blueprint, Response, abort, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from scorekeeper.actions.club.sharing import Share, ShareKind, links, revoke_link
from scorekeeper.web.frame import Right, current_desk, needs, now, words
from scorekeeper.web.frame.device import at_the_machine
from scorekeeper.web.frame.links import home_in, new_link, own_link, remember_link, token_of
from scorekeeper.words import N_

blueprint = Blueprint("sharing", __name__)
trust = Blueprint("trust", __name__, url_prefix="/trust")

KINDS: tuple[ShareKind, ...] = ("edit", "watch")
#: The name of the certificate authority in the settings of a device, and the file with its certificate.
CALLED, FILE = "Canasta Scorekeeper", "canasta-scorekeeper.crt"
NO_SUCH_LINK = N_("This link was revoked or is incomplete. Ask at the table for the current one.")


@blueprint.post("/s")
@needs(Right.NONE)
def typed() -> Answer:
    """Use a link that was typed or pasted: its whole address, or the token at its end."""
    return enter(request.form.get("link", "").strip().rpartition("/")[2])


@blueprint.get("/s/<token>")
@needs(Right.NONE)
def enter(token: str) -> Answer:
    """Exchange a link for a cookie and redirect, so that the token does not stay in the browser's history."""
    share = current_desk().ledger.shares.by_token(token) or abort(404, description=words().gettext(NO_SUCH_LINK))
    remember_link(share)
    answer = redirect(url_for("trust.show") if "trust" in request.args else _home(share), 303)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.get("/share")
@blueprint.get("/matches/<match_id>/share")
@needs(Right.DIRECT)
def index(match_id: str | None = None) -> str:
    """The links to this match, or to every match."""
    desk = current_desk()
    shown = links(desk, match_id)
    return render_template(
        "club/share.html",
        match_id=match_id,
        names=" – ".join(side.name for side in desk.load(match_id).state.standings) if match_id else "",
        reachable=reachable(),
        links=shown,
        addresses={share.id: address_of(share) for share in shown},
        trusts=bool(current_app.config.get("PROTECTED_ADDRESS")),
    )


@blueprint.post("/share")
@blueprint.post("/matches/<match_id>/share")
@needs(Right.DIRECT)
def make(match_id: str | None = None) -> Answer:
    """Make a link to this match, or to every match, if none of this kind is in force."""
    kind = request.form.get("kind", "")
    if kind not in KINDS:
        abort(400)
    new_link(match_id, kind)
    return redirect(url_for("sharing.index", match_id=match_id), 303)


@blueprint.get("/share/<share_id>.svg")
@blueprint.get("/matches/<match_id>/share/<share_id>.svg")
@needs(Right.DIRECT)
def code(share_id: str, match_id: str | None = None) -> Response:
    """The QR code of a link."""
    address = next((address_of(share) for share in links(current_desk(), match_id) if share.id == share_id), None)
    return drawn(f"{address}?trust" if address and "trust" in request.args else address)


@blueprint.post("/share/<share_id>/revoke")
@blueprint.post("/matches/<match_id>/share/<share_id>/revoke")
@needs(Right.DIRECT)
def revoke(share_id: str, match_id: str | None = None) -> Answer:
    """Revoke a link."""
    revoke_link(current_desk(), match_id, share_id, now=now())
    return redirect(url_for("sharing.index", match_id=match_id), 303)


def drawn(address: str | None) -> Response:
    """The QR code of an address as SVG. Aborts with 404 without an address."""
    if address is None:
        abort(404)
    drawing = io.BytesIO()
    segno.make(address, error="m", micro=False).save(drawing, kind="svg", light="#fff", border=4, omitsize=True)
    return Response(drawing.getvalue(), headers={"Cache-Control": "no-store"}, mimetype="image/svg+xml")


def _home(share: Share) -> str:
    """The address of the page that a link leads to. For a link to an evening, see `home_in`. A link to a match leads to
    its board, or to that of its latest rematch. A link to every match leads to the list of matches."""
    if share.evening_id is not None:
        return home_in(share.evening_id, share.table)
    if share.match_id is None:
        return url_for("matches.index")
    playing = current_desk().ledger.rematches.latest(share.match_id)
    return url_for("matches.board" if share.kind == "edit" else "matches.watch", match_id=playing)


def address_of(share: Share) -> str | None:
    """The full address of a link; None if it was made with another secret key, or if no address of this machine for
    other devices is known (see `_base`)."""
    base, token = _base(), token_of(share.id)
    listed = current_desk().ledger.shares.by_token(token)
    return f"{base}/s/{token}" if base and listed and listed.id == share.id else None


def reachable() -> bool:
    """Return whether an address is known at which other devices reach this machine (see `_base`)."""
    return _base() is not None


def _base() -> str | None:
    """The address of this machine for other devices: the configured one, else the one by which this device reached it.

    None if there is no configured one and the request comes from this machine itself.
    """
    shared = current_app.config.get("SHARED_ADDRESS")
    if shared:
        return str(shared)
    if at_the_machine():
        return None
    host = urlsplit(request.host_url)
    return f"{host.scheme}://{host.netloc}"


@trust.get("")
@needs(Right.NONE)
def show() -> str:
    """Instructions for trusting the program's certificate on Android and on an iPad, with a link to continue."""
    address = current_app.config.get("PROTECTED_ADDRESS")
    go_on = own_link(address) or address if address else None
    print_of = hashlib.sha256(_der()).digest().hex(" ").upper() if address else ""  # in pairs, as devices show it
    return render_template(
        "club/trust.html", address=address, go_on=go_on, fingerprint=print_of, called=CALLED, file=FILE
    )


@trust.get(f"/{FILE}")
@needs(Right.NONE)
def authority() -> Response:
    """The certificate of the authority, without its private key."""
    if not current_app.config.get("PROTECTED_ADDRESS"):
        abort(404)
    return Response(_der(), headers={"Cache-Control": "no-store"}, mimetype="application/x-x509-ca-cert")


def _der() -> bytes:
    return ssl.PEM_cert_to_DER_cert(Path(current_app.config["AUTHORITY"]).read_text(encoding="ascii"))
