"""`scorekeeper evening …`: runs a club evening from the command line, with the same acts as its pages."""

import argparse
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scorekeeper.actions.club.access import secret_key
from scorekeeper.actions.club.sharing import link_of, token_of
from scorekeeper.actions.desk import Desk, Stamp
from scorekeeper.actions.evenings import opening as evenings
from scorekeeper.actions.evenings.opening import NewEntrant, NewEvening, open_evening
from scorekeeper.actions.evenings.results import set_result
from scorekeeper.actions.evenings.rounds import NewRound, close_round, publish, seating
from scorekeeper.cli.contract import ANSWERED, REFUSED, add_input, answer_lines, write_json
from scorekeeper.cli.data import add_database, environment_key, now, open_desk, telling
from scorekeeper.cli.matches import print_sheet
from scorekeeper.contract.answer import Json, answering, error
from scorekeeper.contract.evening import evening_json, read_evening, read_result
from scorekeeper.contract.pair_and_rank import pair_request, rank_request, seating_json
from scorekeeper.engine.refused import Refused, impossible
from scorekeeper.evening.counting import ask, contest
from scorekeeper.paper.evenings import KINDS, Link, evening_sheet, season_paper
from scorekeeper.rulebook.evenings import schedules
from scorekeeper.sheets.look import CARD_PAPERS, PAPERS, QUARTER_PAPERS
from scorekeeper.words import LANGUAGES, Words, words_for

#: The author's name in the entries that the command writes.
ACTOR = "command"
#: The maximum number of evenings that `list` prints.
MOST_LISTED = 1000

#: The kind of sheet that prints the season with the given id.
SEASON = "season"

Act = Callable[[Desk, argparse.Namespace], int]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the acts, each with its arguments."""
    acts = parser.add_subparsers(dest="act", metavar="ACT", required=True, help="what to do; see ACT --help")
    for name, (_, help_, further) in ACTS.items():
        one = acts.add_parser(name, help=help_, description=f"{help_[0].upper()}{help_[1:]}.")
        add_database(one)
        for add in further:
            add(one)


@telling
def run(arguments: argparse.Namespace) -> int:
    """Run the act. It prints JSON on standard output, also if it is refused. Only `print` writes a PDF file instead."""
    try:
        with open_desk(arguments.database, reading=arguments.act in READING, new=arguments.act == "open") as desk:
            return ACTS[arguments.act][0](desk, arguments)
    except Refused as refused:
        write_json(sys.stdout, error(refused, words_for("en")))
        return REFUSED


def _open(desk: Desk, arguments: argparse.Namespace) -> int:
    @answering
    def opened(request: object, words: Words) -> Json:
        asked = read_evening(request)
        entrants = tuple(NewEntrant(tuple(each.players), each.name or "", each.fixed_table) for each in asked.entrants)
        new, evening_id = NewEvening(asked.settings, entrants), secrets.token_hex(5)
        open_evening(desk, new, evening_id=evening_id, key=secrets.token_hex(16), actor=ACTOR, now=now())
        return {"evening": evening_id}

    return answer_lines(arguments.file, opened)


def _list(desk: Desk, arguments: argparse.Namespace) -> int:
    for row in desk.ledger.evenings.page(limit=MOST_LISTED):
        listed = {"evening": row.id, "title": row.title, "date": row.date, "state": row.status}
        write_json(sys.stdout, {**listed, "version": row.version})
    return ANSWERED


def _show(desk: Desk, arguments: argparse.Namespace) -> int:
    return _answer(evening_json(arguments.evening, desk.load_evening(arguments.evening).state))


def _seat(desk: Desk, arguments: argparse.Namespace) -> int:
    """Seat the next round, publish it if --publish is given, and print the seating in the JSON of `scorekeeper
    pair`."""
    evening_id = arguments.evening
    stamp = _stamp(desk, evening_id)
    drawn = seating(desk, evening_id, seed=arguments.seed)
    if arguments.publish:
        if not drawn.tables:
            raise impossible("done_already", "tables")
        seed = arguments.seed or desk.load_evening(evening_id).state.setup.seed
        new = NewRound(drawn.round, drawn.tables, drawn.sit_out, seed, cost=drawn.cost)
        publish(desk, evening_id, new, stamp, new_id=lambda: secrets.token_hex(5))
    return _answer(seating_json(drawn))


def _result(desk: Desk, arguments: argparse.Namespace) -> int:
    @answering
    def settled(request: object, words: Words) -> Json:
        asked, stamp = read_result(request), _stamp(desk, arguments.evening)
        where = arguments.evening, arguments.round, arguments.table
        set_result(desk, *where, asked.kind, stamp, sides=asked.sides, reason=asked.reason or "", winner=asked.winner)
        return _version(desk, arguments.evening)

    return answer_lines(arguments.file, settled)


def _close(desk: Desk, arguments: argparse.Namespace) -> int:
    current = desk.load_evening(arguments.evening).state.current
    close_round(desk, arguments.evening, current.number if current else 1, _stamp(desk, arguments.evening))
    return _answer(_version(desk, arguments.evening))


def _finish(desk: Desk, arguments: argparse.Namespace) -> int:
    evenings.finish(desk, arguments.evening, _stamp(desk, arguments.evening))
    return _answer(_version(desk, arguments.evening))


def _pair(desk: Desk, arguments: argparse.Namespace) -> int:
    return _answer(pair_request(ask(desk.load_evening(arguments.evening).state, schedules())))


def _rank(desk: Desk, arguments: argparse.Namespace) -> int:
    return _answer(rank_request(contest(desk.load_evening(arguments.evening).state)))


def _print(desk: Desk, arguments: argparse.Namespace) -> int:
    """Write a sheet to a PDF file. Table cards have QR codes if the address of the program is given."""
    words = words_for(arguments.lang)
    if arguments.kind == SEASON:
        sheet = season_paper(desk, arguments.evening, words)
    else:
        link = _links(desk, arguments)
        sheet = evening_sheet(desk, arguments.evening, arguments.kind, words, round_=arguments.round, link=link)
    print_sheet(sheet, arguments.output, words, arguments.paper)
    return ANSWERED


def _links(desk: Desk, arguments: argparse.Namespace) -> Link:
    """A function that returns the link of a table, by the table's number. As on the pages, a table without a link gets
    one.

    The function returns None for every table if `--address` is missing, or if the database is on a server and its key
    is not in the environment.
    """
    given = environment_key()
    if not arguments.address or not (given or desk.ledger.store.file):
        return lambda table: None
    secret = given or secret_key(desk)

    def link(table: int) -> str:
        share_id = secrets.token_hex(8)
        made = link_of(desk, arguments.evening, table, share_id=share_id, token=token_of(secret, share_id), now=now())
        return f"{arguments.address.rstrip('/')}/s/{token_of(secret, made.id)}"

    return link


def _answer(answer: Any) -> int:
    write_json(sys.stdout, answer)
    return ANSWERED


def _version(desk: Desk, evening_id: str) -> Json:
    return {"evening": evening_id, "version": desk.ledger.evenings.version(evening_id)}


def _stamp(desk: Desk, evening_id: str) -> Stamp:
    """The stamp of this command's next entry, which follows the latest version of the evening."""
    return Stamp(desk.ledger.evenings.version(evening_id), secrets.token_hex(16), ACTOR, now())


def _add_evening(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("evening", metavar="ID", help="the evening's id")


def _add_table(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("round", type=int, metavar="ROUND", help="the round's number")
    parser.add_argument("table", type=int, metavar="TABLE", help="the table's number")


def _add_seating(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", metavar="S", help="the seed, in place of the evening's own")
    parser.add_argument("--publish", action="store_true", help="publish the round: open a match at each table")


def _add_print(parser: argparse.ArgumentParser) -> None:
    kinds = f"one of {', '.join(KINDS)}; or, of a season's id, {SEASON}"
    parser.add_argument("kind", choices=[*KINDS, SEASON], metavar="KIND", help=kinds)
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", required=True, help="the PDF file to write")
    parser.add_argument("--round", type=int, metavar="N", help="of this round, or after it (default: the last one)")
    papers = list(dict.fromkeys([*PAPERS, *CARD_PAPERS, *QUARTER_PAPERS]))
    parser.add_argument("--paper", choices=papers, help="size of the paper (default: the sheet's usual one)")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the sheet (default: en)")
    parser.add_argument("--address", metavar="URL", help="the program's address, for codes on cards")


#: Acts that write nothing. `print` is not one: it makes the links for table cards.
READING = frozenset(("list", "show", "pair", "rank"))
#: Every act: its function, its help in one line, and the functions that add its arguments other than the database.
ACTS: dict[str, tuple[Act, str, tuple[Callable[[argparse.ArgumentParser], None], ...]]] = {
    "open": (_open, "open an evening", (add_input,)),
    "list": (_list, "list the evenings, the latest first", ()),
    "show": (_show, "show an evening: settings, entrants, rounds, results, standings", (_add_evening,)),
    "seat": (_seat, "seat the next round", (_add_evening, _add_seating)),
    "result": (_result, "enter the director's result for a table", (_add_evening, _add_table, add_input)),
    "close": (_close, "close the latest round", (_add_evening,)),
    "finish": (_finish, "end the evening", (_add_evening,)),
    "print": (_print, "print a sheet as PDF", (_add_evening, _add_print)),
    "pair": (_pair, "print the request to `scorekeeper pair` for the next round", (_add_evening,)),
    "rank": (_rank, "print the request to `scorekeeper rank` for the closed rounds", (_add_evening,)),
}

COMMANDS = {"evening": (add_arguments, run)}
