"""The history of an evening in words: one sentence per entry of its chain."""

from collections.abc import Callable, Mapping, Sequence

from scorekeeper.engine.chain import ChainEntry, Payload
from scorekeeper.engine.values import Struct
from scorekeeper.evening.counting import open_seed
from scorekeeper.evening.memory import EveningMemory
from scorekeeper.words import N_, Words
from scorekeeper.words.club.evenings import say_plays_on
from scorekeeper.words.club.movements import MOVEMENTS

#: The names of an evening's settings.
SETTINGS = {
    "title": N_("title"),
    "date": N_("date"),
    "rules": N_("rules"),
    "format": N_("who plays at a table"),
    "options": N_("house rules"),
    "code": N_("penalty code"),
    "movement": N_("how they meet"),
    "movement_options": N_("how they meet"),
    "rounds": N_("number of rounds"),
    "scoring": N_("how it is counted"),
    "tie_breaks": N_("tie-breaks"),
    "round_end": N_("how a round ends"),
    "tables": N_("tables of the room"),
    "seed": N_("seed of the draw"),
}
STATUSES = {
    "present": N_("%(name)s joins from round %(round)s"),
    "absent": N_("%(name)s sits out from round %(round)s on"),
    "left": N_("%(name)s left before round %(round)s"),
}
CLOCK = {
    "start": N_("Clock of round %(round)s started"),
    "pause": N_("Clock of round %(round)s stopped"),
    "resume": N_("Clock of round %(round)s goes on"),
    "end": N_("Clock of round %(round)s ended"),
}
RESULTS = {
    "played": N_("Round %(round)s, table %(table)s settled: %(figures)s"),
    "walk_over": N_("Round %(round)s, table %(table)s: walkover for %(present)s"),
    "assigned": N_("Round %(round)s, table %(table)s: points by decision, %(figures)s"),
    "void": N_("Round %(round)s, table %(table)s does not count"),
    "withdrawn": N_("Round %(round)s, table %(table)s: the decision is withdrawn"),
}
NOBODY = N_("nobody")


class Told(Struct):
    """An entry to put into words: its payload, the memory of the evening after it, and the entrants' names by id."""

    payload: Payload
    memory: EveningMemory
    names: Mapping[str, str]
    words: Words

    @property
    def sides(self) -> Sequence[str]:
        """The names of the sides of the entry's table."""
        table = self.memory.rounds[self.payload["round"]].table(self.payload["table"])
        return [" & ".join(self.names[id_] for id_ in side) for side in table.sides]

    def say(self, sentence: str, **values: object) -> str:
        """Translate a sentence and fill it in. Besides `values`, the sentence may use the entry's `round`, `table`,
        `title`, `says` and `article`, and the names of the entry's entrant (`name`) and side (`side`)."""
        entry = self.payload
        usual: dict[str, object] = {"round": 1, "article": ""}
        usual |= {key: entry[key] for key in ("round", "table", "title", "says", "article") if key in entry}
        if "entrant" in entry:
            usual["name"] = self.names[entry["entrant"]]
        if "side" in entry:
            usual["side"] = self.sides[entry["side"]]
        return self.words.gettext(sentence, **{**usual, **values})


def say_entry(entry: ChainEntry, memory: EveningMemory, names: Mapping[str, str], words: Words) -> str:
    """The sentence for an entry. `memory` includes the entry; `names` are the entrants' names by id."""
    told, say = Told(entry.payload, memory, names, words), _SENTENCES[entry.kind]
    return told.say(say) if isinstance(say, str) else say(told)


def _amended(entry: Told) -> str:
    changed = dict.fromkeys(entry.words.gettext(SETTINGS[key]) for key in entry.payload["changed"])
    return entry.say(N_("Settings changed: %(what)s"), what=", ".join(changed))


def _changed(entry: Told) -> str:
    changed, changes = entry.payload, []
    if "players" in changed:
        players = " & ".join(map(str, changed["players"]))
        changes.append(entry.say(N_("%(name)s: from round %(round)s on %(players)s play"), players=players))
    if "name" in changed:
        changes.append(entry.say(N_("now called %(name)s"), name=changed["name"]))
    if changed.get("fixed_table"):
        changes.append(entry.say(N_("%(name)s stays at table %(table)s"), table=changed["fixed_table"]))
    elif "fixed_table" in changed:
        changes.append(entry.say(N_("%(name)s no longer has a fixed table")))
    if "number" in changed:
        changes.append(entry.say(N_("%(name)s has number %(number)s"), number=changed["number"]))
    return "; ".join(changes)


def _seated(entry: Told) -> str:
    seated, memory, words = entry.payload, entry.memory, entry.words
    tables, number = len(seated["tables"]), seated["round"]
    parts = [
        words.ngettext(
            "Round %(round)s seated: %(num)s table", "Round %(round)s seated: %(num)s tables", tables, round=number
        )
    ]
    hand = seated["by"] == "director" or seated["movement"] not in MOVEMENTS
    how, _ = MOVEMENTS["free" if hand else seated["movement"]]
    parts.append(words.gettext(how))
    if times := seated.get("redrawn", 0):
        parts.append(words.ngettext("drawn again once", "drawn again %(num)s times", times))
    if seed := open_seed(memory.setup, finished=memory.finished, seed=seated.get("seed", "")):
        parts.append(words.gettext(N_("seed %(seed)s"), seed=seed))
    return " · ".join(parts)


def _corrected(entry: Told) -> str:
    if again := entry.payload.get("again"):
        return entry.say(N_("Round %(round)s: played again at table %(tables)s"), tables=", ".join(map(str, again)))
    return entry.say(N_("Round %(round)s: seating corrected to who really sat where"))


def _clock(entry: Told) -> str:
    number, do = entry.payload["round"], entry.payload["do"]
    if do != "add":
        return entry.say(CLOCK[do])
    minutes = round(entry.payload.get("seconds", 0) / 60)
    if minutes < 0:
        return entry.words.ngettext(
            "Round %(round)s: %(num)s minute fewer", "Round %(round)s: %(num)s minutes fewer", -minutes, round=number
        )
    return entry.words.ngettext(
        "Round %(round)s: %(num)s minute more", "Round %(round)s: %(num)s minutes more", minutes, round=number
    )


def _confirmed(entry: Told) -> str:
    figures = " : ".join(map(entry.words.number, entry.payload["totals"]))
    return entry.say(N_("Round %(round)s, table %(table)s: %(side)s agree to %(figures)s"), figures=figures)


def _set(entry: Told) -> str:
    result, words = entry.payload, entry.words
    figures = result.get("sides", ())
    there = [name for name, figure in zip(entry.sides, figures, strict=False) if not figure.get("absent")]
    key = "points" if result["kind"] == "assigned" else "score"
    says = entry.say(
        RESULTS[result["kind"]],
        present=" & ".join(there) or words.gettext(NOBODY),
        figures=" : ".join(words.number(figure.get(key, 0)) for figure in figures),
    )
    return say_plays_on(says, entry.sides[result["winner"]], words) if "winner" in result else says


def _penalty(entry: Told) -> str:
    if entry.payload["kind"] == "warning":
        return entry.say(N_("Warning: %(name)s %(article)s")).strip()
    cost = {name: entry.words.signed(entry.payload.get(name, 0)) for name in ("points", "difference")}
    sentence = N_("%(name)s: penalty of %(points)s points and %(difference)s difference %(article)s")
    return entry.say(sentence, **cost).strip()


def _withdrawn(entry: Told) -> str:
    name = entry.names[entry.memory.penalties[entry.payload["penalty"]].entrant]
    return entry.say(N_("Penalty of %(name)s withdrawn"), name=name)


#: The sentence for each kind of entry, or the function that makes it.
_SENTENCES: Mapping[str, str | Callable[[Told], str]] = {
    "evening_opened": N_("Evening opened: %(title)s"),
    "evening_amended": _amended,
    "entrant_added": N_("In the list from round %(round)s on: %(name)s"),
    "entrant_changed": _changed,
    "entrant_status": lambda entry: entry.say(STATUSES[entry.payload["status"]]),
    "round_seated": _seated,
    "seating_corrected": _corrected,
    "round_started": N_("Round %(round)s started"),
    "round_closed": N_("Round %(round)s closed"),
    "round_reopened": N_("Round %(round)s reopened"),
    "clock": _clock,
    "result_confirmed": _confirmed,
    "result_disputed": N_("Round %(round)s, table %(table)s: %(side)s call the director: %(says)s"),
    "call_answered": N_("Round %(round)s, table %(table)s: the director was there"),
    "result_set": _set,
    "penalty_given": _penalty,
    "penalty_withdrawn": _withdrawn,
    "evening_finished": N_("Evening finished"),
    "evening_reopened": N_("Evening reopened"),
}
KINDS = frozenset(_SENTENCES)
