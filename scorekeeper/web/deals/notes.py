"""What the entry page says of a draft: who began the deal, or that a change of a recorded deal was not saved."""

from datetime import datetime

from scorekeeper.ledger.records.drafts import Draft
from scorekeeper.web.deals.entry import read_entry
from scorekeeper.web.deals.fields import Form
from scorekeeper.web.frame.device import device_name, say_device
from scorekeeper.web.frame.i18n import words
from scorekeeper.words import N_

CHANGE = N_(
    "Someone began to change this deal at %(time)s on %(device)s and did not save. The fields show that change."
)
DRAFT = N_("%(device)s started entering this deal at %(time)s.")


def unfinished(form: Form, recorded: Form | None) -> bool | None:
    """Whether a form differs from the deal as it is `recorded`; None of a deal that is not."""
    return None if recorded is None else read_entry(form).body != read_entry(recorded).body


def draft_note(draft: Draft | None, change: bool | None) -> str | None:
    """Who began the deal, where that was another device; or which change of a recorded deal was not saved."""
    if draft is None or change is False or (change is None and draft.device == device_name()):
        return None
    moment = datetime.fromisoformat(draft.updated_at).astimezone()
    says = DRAFT if change is None else CHANGE
    return words().gettext(says, device=say_device(draft.device, words()), time=words().time(moment))
