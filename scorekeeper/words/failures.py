"""Failures of the ledger in words, for the reader of a page and for the person who typed a command. Failures are found
by the name of their class, because `words` may not import the ledger."""

from typing import Literal

from scorekeeper.words import N_

#: The sentences for each failure, by the name of its class. "page" and "command" say where a sentence about a file is
#: shown; "… of a server" is for a database on a server. A failure without a sentence uses that of its base class.
#: Sentences for commands are English only.
_SAYS: dict[str, dict[str, str]] = {
    "LedgerGone": {
        "page": N_(
            "The file of matches was moved, replaced or overwritten while the program was using it. Nothing is saved "
            "until it is back. Put it back where it was; or stop the program, restore the last copy with scorekeeper "
            "restore, and start it again."
        ),
        "command": "Put the file back where it was, or put the last copy there: scorekeeper restore FILE",
    },
    "LedgerReadOnly": {
        "page": N_(
            "The program may not write to the file of matches. Give it the right to write the file and its folder."
        ),
        "command": "The file or its folder may not be written. Give this user the right to write both.",
        "page of a server": N_(
            "The program may not write to the database. The person who runs the database server can give it the right."
        ),
        "command of a server": "The operator of the server grants the program its rights: scorekeeper migrate --grant "
        "ROLE",
    },
    "LedgerFull": {
        "page": N_("The disk is full. Make room on the machine that runs the program."),
        "command": "The disk is full. Make room on it; nothing that was saved is lost.",
        "page of a server": N_(
            "The disk of the database server is full. The person who runs the server can make room on it."
        ),
        "command of a server": "The server's disk is full. Make room on it; nothing that was saved is lost.",
    },
    "LedgerBusy": {
        "page": N_("Another program is using the file of matches. Close that program."),
        "command": "Another program holds the file. Close it, then try again.",
        "page of a server": N_("The database server is too busy right now. Try again in a moment."),
        "command of a server": "The server has too much to do, or too many connections. Try again in a moment.",
    },
    "LedgerDamaged": {
        "page": N_(
            "The file of matches is damaged. The person who set up the program can restore the last copy (the "
            "command is “scorekeeper restore”)."
        ),
        "command": "The file is damaged. Put the last copy back: scorekeeper restore FILE",
        "page of a server": N_("The database is damaged. The person who runs the database server can restore a copy."),
        "command of a server": "The server says that the database is damaged. Its operator has copies to put back.",
    },
    "NotALedger": {
        "page": N_("This is not a file of matches. Start the program with another one."),
        "command": "This is no file of matches. Name another one with --database.",
        "page of a server": N_("This is not a database of matches. Start the program with another one."),
        "command of a server": "Name another database; for a new one, make an empty one and then its tables: "
        "scorekeeper migrate",
    },
    "LedgerUnavailable": {
        "page": N_("The disk cannot be written. It may be full or broken."),
        "command": "The disk does not take what is written: it may be full, or broken. What was saved is safe.",
        "page of a server": N_("The database server does not answer. The person who runs it can find out why."),
        "command of a server": "Is the address right, does the server run, and may this user log in? What was saved "
        "is safe.",
    },
    "NewerDatabase": {
        "page": N_("The file of matches was made by a newer version of the program. Install that version to use it."),
        "command": "A newer version of the program made this. Install that version, or name another database.",
        "page of a server": N_(
            "The database was made by a newer version of the program. Install that version to use it."
        ),
    },
    "OlderDatabase": {
        "command": "Bring it up to date: scorekeeper migrate. Programs of the version before go on serving it.",
        "page of a server": N_(
            "The database is from an older version of the program. The person who runs it can bring it up to date."
        ),
    },
    "StillServed": {
        "command": "Restart every program with the version of the database first, then migrate the database.",
    },
    "NoDriver": {
        "command": "Install what reaches a server: pip install 'canasta-scorekeeper[postgresql]'",
    },
    "UnknownRole": {"command": "Make it first, or write it as the server does: createuser ROLE"},
    "BackupExists": {"command": "A copy never overwrites. Give it another name."},
    "NotEmpty": {"command": "Nothing was moved. What is moved goes into an empty ledger alone."},
    "NotTheSame": {"command": "Nothing was moved. Look at both: scorekeeper verify"},
}


def say_failure(failure: type[Exception], on: Literal["page", "command"], *, server: bool) -> str | None:
    """The English sentence for a failure; None if there is no sentence. With `server`, it is about a database on a
    server, otherwise about a file. Sentences for a page are message ids, to be translated."""
    for kind in failure.__mro__:
        says = _SAYS.get(kind.__name__, {}).get(f"{on} of a server" if server else on)
        if says:
            return says
    return None
