"""This device: its owner may give it a name, by which the history and the other devices call it."""

from __future__ import annotations

from flask import Blueprint, current_app, redirect, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.web.frame import Right, needs, words
from scorekeeper.web.frame.device import LONGEST, at_the_machine, device_name, name_device, own_name, say_device
from scorekeeper.web.frame.director import leave_session
from scorekeeper.web.frame.forms import PlainForm, Text
from scorekeeper.words import N_

blueprint = Blueprint("this_device", __name__, url_prefix="/device")


class DeviceForm(PlainForm):
    """The name of this device."""

    name = Text(
        N_("Name of this device"),
        hint=N_("Such as “Tablet by the window”. Without a name it is shown by its number."),
        looks={"maxlength": LONGEST},
    )


@blueprint.route("", methods=["GET", "POST"])
@needs(Right.ANY_LINK_TO_WRITE)
def show() -> Response | tuple[str, int]:
    """Call this device by another name; what it wrote before keeps its old name."""
    form = DeviceForm(name=own_name())
    if form.validate_on_submit():
        name_device(form.name.data)
        return redirect(url_for("this_device.show"), 303)
    called = say_device(device_name(), words()) if device_name() else ""
    keeps = request.is_secure or at_the_machine()  # browsers give other addresses no worker
    trusts = not keeps and "PROTECTED_ADDRESS" in current_app.config
    return form.page("device.html", called=called, keeps=keeps, trusts=trusts)


@blueprint.post("/forget")
@needs(Right.ANY_LINK_TO_WRITE)
def forget() -> Response:
    """Forget its name, its links and its director; a script forgets what the browser keeps."""
    leave_session()
    session.clear()
    return redirect(url_for("matches.index"), 303)
