"""This device: its owner may give it a name, by which the history and the other devices call it."""

from __future__ import annotations

from flask import Blueprint, current_app, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.web.frame.device import LONGEST, device_name, name_device, own_name, say_device
from scorekeeper.web.frame.director import leave_session
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.machine import at_the_machine
from scorekeeper.web.frame.rights import Right, needs

blueprint = Blueprint("this_device", __name__, url_prefix="/device")


@blueprint.get("")
@needs(Right.ANY_LINK_TO_WRITE)
def show() -> str:
    """What this device is called."""
    called = say_device(device_name(), words()) if device_name() else ""
    keeps = request.is_secure or at_the_machine()  # browsers give other addresses no worker
    trusts = not keeps and "PROTECTED_ADDRESS" in current_app.config
    name = own_name()
    return render_template("device.html", name=name, called=called, longest=LONGEST, keeps=keeps, trusts=trusts)


@blueprint.post("")
@needs(Right.ANY_LINK_TO_WRITE)
def rename() -> Response:
    """Call this device by another name; what it wrote before keeps the name of then."""
    name_device(request.form.get("name", ""))
    return redirect(url_for("this_device.show"), 303)


@blueprint.post("/forget")
@needs(Right.ANY_LINK_TO_WRITE)
def forget() -> Response:
    """Forget its name, its links and its director; a script forgets what the browser keeps."""
    leave_session()
    session.clear()
    return redirect(url_for("matches.index"), 303)
