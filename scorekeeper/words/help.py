"""The chapters of the help page; other pages link to a chapter by its key."""

from scorekeeper.words import N_

#: The title of each chapter, followed by its paragraphs.
CHAPTERS: dict[str, tuple[str, ...]] = {
    "new": (
        N_("The first match"),
        N_("Tap “New match”, choose the rules, and type the names in the order in which you sit, clockwise."),
        N_("Partners sit opposite each other. The program can draw cards for partners and for the first dealer."),
        N_(
            "Choose the house rules here; they apply to the whole match. You do not have to change anything: "
            "what you leave alone follows the rule set."
        ),
        N_("House rules can be saved under a name and used again the next evening."),
    ),
    "deal": (
        N_("Recording a deal"),
        N_("After each deal tap “Record deal”. Say how it ended, then what each side melded and what was left."),
        N_(
            "You can enter each side in three ways: card by card, as counts of equal cards, or as totals "
            "that you have added up yourselves. You can type sums such as 100+85 as they are."
        ),
        N_("You do not have to add anything up or type a minus sign: the program knows what counts against a side."),
        N_(
            "Everything you tap is kept as a draft. If the tablet falls asleep or the page is closed, "
            "open the deal again and go on."
        ),
        N_("Check the lines together with the other side, then save. “Saved” is shown only when it is true."),
    ),
    "checks": (
        N_("What the program checks"),
        N_("The program refuses what is impossible: five jokers, nine kings, two sides going out."),
        N_("If something breaks a rule, it is scored and marked; if a penalty code is used, its article is offered."),
        N_(
            "The surest check is a single number: count the cards left in the stock and the discard pile. "
            "Then the program can account for every card of the pack."
        ),
    ),
    "board": (
        N_("The score board"),
        N_("The board shows both totals, the lead, and in large figures what each side needs to open."),
        N_("If a penalty has raised a minimum, the board shows the sum: 90 + 10 = 100."),
        N_("It also shows who deals, how many cards, and what a player still has to do after a ruling."),
        N_("A second tablet or a phone on the same network can show the same board; it updates automatically."),
    ),
    "rulings": (
        N_("When something went wrong"),
        N_("Tap “Ruling” and choose the moment of play, or search for what happened in your own words."),
        N_(
            "You are asked three questions at most. You can always answer “Not sure” to see what each answer "
            "would mean."
        ),
        N_(
            "The ruling says what to do now, why, and what it changes. Apply it to the match, "
            "only show it, or let the director decide otherwise and give a reason."
        ),
        N_("A ruling that was applied is a line of its own on the score sheet and can be withdrawn."),
        N_(
            "Without a penalty code the table decides by itself: tap “Penalty without an article”, "
            "say who, how many points, usually −100, and why."
        ),
        N_(
            "A table may start or stop using a penalty code at any time: tap “Ruling”, then “Play by a "
            "penalty code from now on”, and choose the deal from which it applies. Earlier deals stay as "
            "they were scored."
        ),
    ),
    "correcting": (
        N_("Correcting"),
        N_("The last deal can be taken back as long as no later one is saved."),
        N_("You can change any deal at any time: open it from the board, change it, and give the reason."),
        N_("Later minimums and totals change automatically, and the page says what changed."),
        N_(
            "Nothing is overwritten. The history shows every entry: who made it, when, and the values before and after."
        ),
    ),
    "may-i": (
        N_("May I?"),
        N_(
            "Four questions are answered under the rules of your match: is this opening enough, is this meld "
            "legal, may we take the pile, may we go out."
        ),
        N_("Tap what is on the table. The answer names the rule, its source, and what you can do."),
        N_("Each answer has its own address, so you can send it to someone."),
    ),
    "printing": (
        N_("On paper"),
        N_("“Sheet” gives the score sheet of the match to read, to print or to keep as a PDF."),
        N_("There are blank sheets to fill in by pen, cards of the rules, and the penalty code on one page."),
        N_("If the PDF cannot be made, the page itself prints well from the browser."),
    ),
    "sharing": (
        N_("Sharing a match"),
        N_("On one device there is no login. On a network, a match is opened with its own link or square code."),
        N_("One link allows recording, another only watching. Both can be withdrawn."),
    ),
    "evening": (
        N_("A club evening"),
        N_(
            "Open “Club evenings” on the club’s page and tap “New evening”. Type one name per line; “A & B” "
            "makes a pair. The page tells you at once how many tables that makes, and offers suitable "
            "movements, best first."
        ),
        N_(
            "House rules, scoring, the bell and tie-breaks are below, set as last time. With “By hand” you "
            "seat every round yourself, one tap per person."
        ),
        N_(
            "Look at the seating. Draw again or swap two people by hand if necessary, then publish it: "
            "everyone can then see where to sit."
        ),
        N_(
            "Start the round. A table records its deals on a device of its own, or writes a slip that you type in: "
            "tap the table in the list, type both totals, and settle it."
        ),
        N_(
            "When the bell has rung, a table records the deal that it has finished, or says that no deal is in "
            "progress: then its match is over, and both sides look at the totals."
        ),
        N_(
            "Once both sides of every table have agreed, or you have settled it, close the round. "
            "The standings count it from then on, and the next round can be seated."
        ),
        N_("After the last round finish the evening. It can be reopened at any time, with the reason."),
    ),
    "evening-paper": (
        N_("Codes and paper for the evening"),
        N_(
            "“Links of the evening” makes a code for each table, good for the whole evening, and one for those who "
            "only watch. Print the cards of the tables: scanned once, the page follows the rounds."
        ),
        N_(
            "“On paper” prints the seating to hang up, slips to write on, the standings and the cross table. "
            "An evening needs no device except yours."
        ),
        N_("The wall display shows the standings, the clock and where everybody sits. Open it on a large screen."),
    ),
    "evening-mishaps": (
        N_("When the evening does not go as planned"),
        N_(
            "Mark late arrivals and departures under “Who is here”, for the next round. If a side is "
            "missing, settle the table as a walkover."
        ),
        N_(
            "If two sides disagree, their table stands out in the list. Look at its deals, then let them "
            "agree, or settle it yourself and give the reason."
        ),
        N_(
            "You can reopen a closed round to correct a result. Later rounds stay as they were played, and "
            "the page says which were seated by the old standings."
        ),
        N_(
            "If the laptop stops, start it again: everything that was “Saved” is still there, and the clock "
            "has kept running. You can add the lost time."
        ),
    ),
    "language": (
        N_("Language, light and dark"),
        N_("Choose both at the top of any page; this device remembers them."),
        N_("Your opponents can read the same match in another language on their own device."),
    ),
}
