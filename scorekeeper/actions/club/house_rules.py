"""Presets, which are house rules saved under a name for new matches, and the club's rule about counting the cards
left."""

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
    """Save house rules as a preset, and return it. An earlier preset with the same name, in upper or lower case, is
    replaced. The new one then has the id and time of the earlier one instead of `id_` and `now`.

    Raises `Refused` for a name that is missing or too long, and for options that the rule set does not have.
    """
    name = clean(name)
    if not 1 <= len(name) <= NAME_LENGTH:
        raise malformed("too_long" if name else "missing_name", "preset_name", name, (1, NAME_LENGTH))
    resolve(rules, format_, dict(options))
    earlier = next((preset for preset in desk.ledger.presets.all() if preset.name.casefold() == name.casefold()), None)
    known, created = (earlier.id, earlier.created_at) if earlier else (id_, now)
    preset = Preset(known, name, rules, format_, dict(options), created)
    desk.ledger.presets.save(preset)
    return preset


def drop_preset(desk: Desk, preset_id: str) -> None:
    """Delete a preset and its house articles; matches opened with it keep their rules. Raises `UnknownPreset`."""
    desk.ledger.presets.drop(preset_id)


def cards_left_required(desk: Desk) -> bool:
    """Return whether the cards left in stock and pile must be counted in deals whose other cards are all entered."""
    return desk.ledger.settings.get(CARDS_LEFT) is True


def require_cards_left(desk: Desk, *, required: bool) -> None:
    """Require counting the cards left from now on, or stop requiring it; recorded deals are not affected."""
    desk.ledger.settings.put(CARDS_LEFT, required)
