"""The history of an evening in words: one sentence per entry of its chain."""

from collections.abc import Callable, Mapping, Sequence

from scorekeeper.engine.chain import ChainEntry, Payload
from scorekeeper.evening.counting import open_seed
from scorekeeper.evening.memory import EveningMemory
from scorekeeper.words import N_, Words
from scorekeeper.words.club.evenings import say_plays_on
from scorekeeper.words.club.movements import MOVEMENTS

#: What a change of the settings is called.
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


def say_entry(entry: ChainEntry, memory: EveningMemory, names: Mapping[str, str], words: Words) -> str:
    """Say an entry; `memory` is what was remembered before it and by it, `names` what entrants are called."""
    return _SENTENCES[entry.kind](entry.payload, memory, names, words)


Say = Callable[[Payload, EveningMemory, Mapping[str, str], Words], str]


def _plain(sentence: str) -> Say:
    return lambda payload, memory, names, words: words.gettext(sentence, round=payload.get("round", ""))


def _opened(payload: Payload, memory: EveningMemory, names: Mapping[str, str], words: Words) -> str:
    return words.gettext(N_("Evening opened: %(title)s"), title=payload["title"])


def _amended(payload: Payload, memory: EveningMemory, names: Mapping[str, str], words: Words) -> str:
    changed = dict.fromkeys(words.gettext(SETTINGS[key]) for key in payload["changed"])
    return words.gettext(N_("Settings changed: %(what)s"), what=", ".join(changed))


def _added(payload: Payload, memory: EveningMemory, names: Mapping[str, str], words: Words) -> str:
    figures = {"name": names[payload["entrant"]], "round": payload.get("round", 1)}
    return words.gettext(N_("In the list from round %(round)s on: %(name)s"), **figures)


def _changed(payload: Payload, memory: EveningMemory, names: Mapping[str, str], words: Words) -> str:
    name, changes = names[payload["entrant"]], []
    if "players" in payload:
        players = " & ".join(map(str, payload["players"]))
        change = {"name": name, "players": players, "round": payload.get("round", 1)}
        changes.append(words.gettext(N_("%(name)s: from round %(round)s on %(players)s play"), **change))
    if "name" in payload:
        changes.append(words.gettext(N_("now called %(name)s"), name=payload["name"]))
    if payload.get("fixed_table"):
        changes.append(words.gettext(N_("%(name)s stays at table %(table)s"), name=name, table=payload["fixed_table"]))
    elif "fixed_table" in payload:
        changes.append(words.gettext(N_("%(name)s no longer has a fixed table"), name=name))
    if "number" in payload:
        changes.append(words.gettext(N_("%(name)s has number %(number)s"), name=name, number=payload["number"]))
    return "; ".join(changes)


def _status(payload: Payload, memory: EveningMemory, names: Mapping[str, str], words: Words) -> str:
    sentence = STATUSES[payload["status"]]
    return words.gettext(sentence, name=names[payload["entrant"]], round=payload["round"])


def _seated(payload: Payload, memory: EveningMemory, names: Mapping[str, str], words: Words) -> str:
    tables, values = len(payload["tables"]), {"round": payload["round"]}
    parts = [
        words.ngettext(
            "Round %(round)s seated: %(num)s table", "Round %(round)s seated: %(num)s tables", tables, **values
        )
    ]
    hand = payload["by"] == "director" or payload["movement"] not in MOVEMENTS
    how, _ = MOVEMENTS["free" if hand else payload["movement"]]
    parts.append(words.gettext(how))
    if times := payload.get("redrawn", 0):
        parts.append(words.ngettext("drawn again once", "drawn again %(num)s times", times))
    if seed := open_seed(memory.setup, finished=memory.finished, seed=payload.get("seed", "")):
        parts.append(words.gettext(N_("seed %(seed)s"), seed=seed))
    return " · ".join(parts)


def _corrected(payload: Payload, memory: EveningMemory, names: Mapping[str, str], words: Words) -> str:
    if again := payload.get("again"):
        tables = ", ".join(map(str, again))
        return words.gettext(
            N_("Round %(round)s: played again at table %(tables)s"), round=payload["round"], tables=tables
        )
    return words.gettext(N_("Round %(round)s: seating corrected to who really sat where"), round=payload["round"])


def _clock(payload: Payload, memory: EveningMemory, names: Mapping[str, str], words: Words) -> str:
    number, do = payload["round"], payload["do"]
    if do != "add":
        return words.gettext(CLOCK[do], round=number)
    minutes = round(payload.get("seconds", 0) / 60)
    if minutes < 0:
        return words.ngettext(
            "Round %(round)s: %(num)s minute fewer", "Round %(round)s: %(num)s minutes fewer", -minutes, round=number
        )
    return words.ngettext(
        "Round %(round)s: %(num)s minute more", "Round %(round)s: %(num)s minutes more", minutes, round=number
    )


def _confirmed(payload: Payload, memory: EveningMemory, names: Mapping[str, str], words: Words) -> str:
    values = {**_at_table(payload), "side": _sides(payload, memory, names)[payload["side"]]}
    figures = " : ".join(map(words.number, payload["totals"]))
    return words.gettext(
        N_("Round %(round)s, table %(table)s: %(side)s agree to %(figures)s"), **values, figures=figures
    )


def _disputed(payload: Payload, memory: EveningMemory, names: Mapping[str, str], words: Words) -> str:
    values = {**_at_table(payload), "side": _sides(payload, memory, names)[payload["side"]], "says": payload["says"]}
    return words.gettext(N_("Round %(round)s, table %(table)s: %(side)s call the director: %(says)s"), **values)


def _answered(payload: Payload, memory: EveningMemory, names: Mapping[str, str], words: Words) -> str:
    return words.gettext(N_("Round %(round)s, table %(table)s: the director was there"), **_at_table(payload))


def _set(payload: Payload, memory: EveningMemory, names: Mapping[str, str], words: Words) -> str:
    figures = payload.get("sides", ())
    sides = _sides(payload, memory, names)
    there = [name for name, figure in zip(sides, figures, strict=False) if not figure.get("absent")]
    key = "points" if payload["kind"] == "assigned" else "score"
    sentence = RESULTS[payload["kind"]]
    says = words.gettext(
        sentence, **_at_table(payload), present=" & ".join(there) or words.gettext(NOBODY),
        figures=" : ".join(words.number(figure.get(key, 0)) for figure in figures),
    )  # fmt: skip
    if "winner" not in payload:
        return says
    return say_plays_on(says, sides[payload["winner"]], words)


def _penalty(payload: Payload, memory: EveningMemory, names: Mapping[str, str], words: Words) -> str:
    values = {"name": names[payload["entrant"]], "article": payload.get("article", "")}
    if payload["kind"] == "warning":
        return words.gettext(N_("Warning: %(name)s %(article)s"), **values).strip()
    cost = {"points": words.signed(payload.get("points", 0)), "difference": words.signed(payload.get("difference", 0))}
    sentence = N_("%(name)s: penalty of %(points)s points and %(difference)s difference %(article)s")
    return words.gettext(sentence, **values, **cost).strip()


def _withdrawn(payload: Payload, memory: EveningMemory, names: Mapping[str, str], words: Words) -> str:
    name = names[memory.penalties[payload["penalty"]].entrant]
    return words.gettext(N_("Penalty of %(name)s withdrawn"), name=name)


def _at_table(payload: Payload) -> dict[str, object]:
    return {"round": payload["round"], "table": payload["table"]}


def _sides(payload: Payload, memory: EveningMemory, names: Mapping[str, str]) -> Sequence[str]:
    sides = memory.rounds[payload["round"]].table(payload["table"]).sides
    return [" & ".join(names[id_] for id_ in side) for side in sides]


#: A sentence for each kind of entry.
_SENTENCES: Mapping[str, Say] = {
    "evening_opened": _opened,
    "evening_amended": _amended,
    "entrant_added": _added,
    "entrant_changed": _changed,
    "entrant_status": _status,
    "round_seated": _seated,
    "seating_corrected": _corrected,
    "round_started": _plain(N_("Round %(round)s started")),
    "round_closed": _plain(N_("Round %(round)s closed")),
    "round_reopened": _plain(N_("Round %(round)s reopened")),
    "clock": _clock,
    "result_confirmed": _confirmed,
    "result_disputed": _disputed,
    "call_answered": _answered,
    "result_set": _set,
    "penalty_given": _penalty,
    "penalty_withdrawn": _withdrawn,
    "evening_finished": _plain(N_("Evening finished")),
    "evening_reopened": _plain(N_("Evening reopened")),
}
KINDS = frozenset(_SENTENCES)
