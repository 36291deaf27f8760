"""House rules under a name, to open the next match with, and what a club asks of every table."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.actions.desk import Desk
from scorekeeper.actions.matches.opening import clean
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.shape import NAME_LENGTH
from scorekeeper.ledger.records.settings import CARDS_LEFT, Preset
from scorekeeper.rulebook.loader import resolve


def save_preset(
    desk: Desk, name: str, *, rules: str, format_: str, options: Mapping[str, Any], id_: str, now: str
) -> Preset:
    """Save options under a name, in the place of those that had the name before.

    Raises `Refused` for a name that is missing or too long and for options that the rule set does not know.
    """
    name = clean(name)
    if not 1 <= len(name) <= NAME_LENGTH:
        raise malformed("too_long" if name else "missing_name", "preset_name", name, (1, NAME_LENGTH))
    resolve(rules, format_, dict(options))
    earlier = next((preset for preset in desk.ledger.presets.all() if preset.name.casefold() == name.casefold()), None)
    preset = Preset(
        earlier.id if earlier else id_, name, rules, format_, dict(options), earlier.created_at if earlier else now
    )
    desk.ledger.presets.save(preset)
    return preset


def drop_preset(desk: Desk, preset_id: str) -> None:
    """Forget a preset; matches opened with it keep their rules. Raises `UnknownPreset`."""
    desk.ledger.presets.drop(preset_id)


def cards_left_required(desk: Desk) -> bool:
    """Return whether the cards left in stock and pile must be counted wherever every other card of a deal is."""
    return desk.ledger.settings.get(CARDS_LEFT) is True


def require_cards_left(desk: Desk, *, required: bool) -> None:
    """Ask every table for them from now on, or no longer; deals that are recorded stand."""
    desk.ledger.settings.put(CARDS_LEFT, required)
