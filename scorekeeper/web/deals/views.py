"""The view model of the entry page: the values that `templates/deals` reads in addition to the fields of the form."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import zip_longest

from scorekeeper.actions.matches.deals import WAYS, Preview
from scorekeeper.engine.cards import RANKS, RED_THREE, THREE, WILD
from scorekeeper.engine.deals.findings import Finding
from scorekeeper.engine.deals.melds import hand_value
from scorekeeper.engine.deals.opening import Opening
from scorekeeper.engine.matches.match import State
from scorekeeper.engine.matches.seating import seating
from scorekeeper.engine.values import Struct, field
from scorekeeper.web.board.saved import say_changes
from scorekeeper.web.deals.entry import Entered, EntryProblem, read_entry
from scorekeeper.web.deals.fields import Form
from scorekeeper.web.deals.parts import MeldView, Scorer, card_names, figures, melds_of
from scorekeeper.web.deals.questions import Green, Sheet, green, mistakes, open_questions, sheet_at, sheets_of
from scorekeeper.web.deals.shape import NONE, STANDS_FOR, YES, FieldAsk, Fields, Shape, Team
from scorekeeper.web.rulings.views import findings_url
from scorekeeper.words import N_, Words, entry
from scorekeeper.words.deals import say_finding, say_line

#: The maximum number of rows of counts that fit on a low screen next to two figures, and are high enough to tap.
FULL = 6
#: One more than the highest count that can be chosen for a second meld of a rank.
MANY_CARDS = 13
RECORDED = N_("recorded %(figure)s")


class EntryPage(Struct, dict=True):
    """The view model of the entry page. Its properties are computed when they are read: a preview needs only a few.

    `played` is the match with the opening minimums that applied when its deals were played. `version` is the version of
    the match, `seen` that of the draft; `draft` says who began the draft, and `notes` what other devices did meanwhile.
    `stale`: another device saved first; `recorded`: that device saved this very deal. `step` is the sheet in view.
    After "Start over" (`emptied`) the entry can be restored. `saving`: the user pressed Save, so open questions are
    errors. `errors` are (field, sentence); `was` are the fields of the recorded deal that is being amended.
    """

    match_id: str
    state: State
    played: State
    number: int
    entered: Entered
    preview: Preview
    words: Words
    key: str
    version: int
    seen: int
    draft: str | None = None
    notes: tuple[str, ...] = ()
    stale: bool = False
    recorded: bool = False
    step: str = ""
    emptied: bool = False
    saving: bool = False
    errors: tuple[tuple[str | None, str], ...] = ()
    was: Fields = field(default_factory=dict)

    @cached_property
    def form(self) -> Form:
        """The form: its typed values, and the fields that the page has."""
        return self.entered.form

    @cached_property
    def shape(self) -> Shape:
        """The rules of the match as the entry page needs them."""
        return self.form.shape

    def value(self, name: str) -> str:
        """The value of a field."""
        return self.form.fields.get(name, "")

    def was_recorded(self, name: str) -> str:
        """The recorded figure of a field that was changed since; empty if unchanged, or entered in another way now."""
        way, was = f"{name[:2]}-way", self.was
        if not was or was.get(way, "") != self.value(way) or (name not in was and not self.value(name)):
            return ""
        now = self.form.sums.get(name) or self.value(f"{name}-more") or self.value(name) or 0
        return "" if str(now) == was.get(name, "0") else was.get(name, "0")

    def error(self, *names: str) -> str | None:
        """The first error sentence at one of these fields; None without an error."""
        return next((says for name, says in self.errors if name in names), None)

    @property
    def amending(self) -> bool:
        """Return whether the deal is recorded already."""
        return self.state.row(self.number) is not None

    @property
    def amends(self) -> bool:
        """Return whether saving amends the recorded deal. A page that was opened for a new deal has to show first that
        another device recorded it."""
        return self.amending and (self.stale or not self.recorded)

    def name(self, team: Team | None) -> str:
        """The name of a side, or the names of two who play together; empty without a team."""
        return " & ".join([each.name for each in self.scorers(team)]) if team else ""

    @cached_property
    def all_scorers(self) -> tuple[Scorer, ...]:
        """All scorers of the match, by number."""
        row, gives = self.state.row(self.number), self.preview.row
        before = [side.score_before for side in row.sides] if row else [each.score for each in self.state.standings]
        got = gives.sides if gives else [None] * len(before)
        each = zip([side.name for side in self.state.setup.sides], before, got, strict=True)
        return tuple(Scorer(number, *facts) for number, facts in enumerate(each))

    def scorers(self, team: Team) -> list[Scorer]:
        """The scorers of a team."""
        return [self.all_scorers[number] for number in team.scorers]

    def holders(self, team: Team) -> list[Scorer]:
        """The scorers who are asked how many red threes they hold, where hands are entered as points."""
        asked = self.form.holders(team) if team.mode == "points" and self.shape.threes_apart else []
        return [self.all_scorers[number] for number in asked]

    def opening(self, scorer: Scorer) -> Opening | None:
        """The opening minimum of a scorer in this deal; None if the match is over and has no such deal."""
        row = self.played.row(self.number)
        return (row.sides if row else self.state.standings)[scorer.number].opening

    def next_opening(self, scorer: Scorer) -> Opening | None:
        """A scorer's opening minimum in the next deal, recorded or not; None if this deal is refused or the last."""
        after, number = self.preview.after, scorer.number
        if after is None or scorer.got is None:
            return None
        later = next((row for row in self.played.rows if row.number > self.number), None)
        return later.sides[number].opening if later else after.standings[number].opening

    @cached_property
    def sheets(self) -> list[Sheet]:
        """The sheets of an entry by cards; none where all sides are on one page."""
        return sheets_of(self)

    @property
    def opens_at(self) -> str:
        """The id of the sheet to show: the one in view before; else the one with the first open question, or the first
        sheet if that question is on none; else the last."""
        ids = [sheet.id for sheet in self.sheets]
        if not ids or self.step in ids:
            return self.step
        asked = next(iter(self.open_questions), None)
        return (sheet_at(asked.field, self) or ids[0]) if asked else ids[-1]

    def green(self, sheet: str = "") -> Green:
        """The green button of a sheet, or of the page if no sheet is named."""
        return green(sheet, self)

    def choices(self, field: str) -> list[tuple[str, str]]:
        """The choices of a field as (value, label)."""
        say, names = self.words.gettext, [(str(each.number), each.name) for each in self.all_scorers]
        match field:
            case "end":
                outs = [(at, say(N_("%(side)s out"), side=name)) for at, name in names]
                return [*outs, (NONE, say(N_("Stock ran out")))]
            case "took":
                return [*names, (NONE, say(N_("Nobody")))]
            case "way":
                return [(way, self.words.pgettext(*entry.WAYS[way])) for way in WAYS]
            case "suit":
                return [(suit, self.words.pgettext(*label)) for suit, label in entry.SUITS.items()]
            case "stands":
                wild = [(card, self.cards[card]) for card in STANDS_FOR]
                return [("", "–"), (YES, say(N_("Natural cards"))), *wild]
            case "count":
                return [("", "–"), *((str(count), str(count)) for count in range(1, MANY_CARDS))]
            case "pozzetto":
                return [(what, say(label)) for what, label in entry.POZZETTO.items()]
            case "reason":
                return [(key, say(why)) for key, why in entry.REASONS.items()]
            case "special":
                played = [row for row in self.shape.rules.special_hands if row.played]
                hands = [(row.key, f"{say(row.title)}\u00a0· {row.points}") for row in played]
                return [("", say(N_("No special hand"))), *hands]
            case _:
                return [("", "–"), *((rank, self.cards[rank]) for rank in (*RANKS, THREE, WILD))]

    def hand_modes(self, team: Team) -> list[tuple[str, str]]:
        """The ways to enter the cards in hand as (value, label); none if there is only one. The usual way has an empty
        value, so that it changes when the melds are entered in another way."""
        choices = [(mode if at else "", self.words.gettext(entry.HANDS[mode])) for at, mode in enumerate(team.modes)]
        return choices if len(choices) > 1 else []

    @cached_property
    def facts(self) -> list[tuple[str, str]]:
        """The facts about going out that change its points under these rules, as (field, label)."""
        return [(fact, self.words.gettext(entry.FACTS[fact])) for fact in self.shape.facts]

    @cached_property
    def letters(self) -> Mapping[str, str]:
        """The letters on the corners of the cards, by rank."""
        return entry.letters(self.state.setup.pack_index)

    @cached_property
    def cards(self) -> Mapping[str, str]:
        """The names of cards in the plural, by rank, kind or class."""
        return card_names(self.shape, self.words)

    def span(self, group: str) -> str:
        """The heading of a column of a hand: the letter of its card, or those of its first and last one."""
        kinds = self.shape.hand_groups("side")[group]
        first, last = (self.letters.get(kind, kind) for kind in (kinds[0], kinds[-1]))
        return first if len(kinds) == 1 else f"{first}–{last}"

    def threes(self, colour: str) -> str:
        """The name of threes that are laid out. Black threes are called “set aside” where they can also be melded."""
        if colour == "black" and self.shape.rules.meld_of[THREE].played:
            return self.words.gettext(N_("Black threes set aside"))
        return self.cards[{"red": RED_THREE}.get(colour, THREE)]

    def asks(self, team: Team, *, fined: bool | None = False) -> list[tuple[FieldAsk, str, str]]:
        """A side's further questions as (question, field, label): without a fine, with one (`fined`), or all (None)."""
        return [asked for asked in self._asks[team] if fined in (None, asked[0].fined)]

    @cached_property
    def _asks(self) -> Mapping[Team, list[tuple[FieldAsk, str, str]]]:
        rules, words, say = self.shape.rules, self.words, entry.asked_name
        return {
            team: [(ask, f"s{team.number}-{ask.key}", say(ask.key, rules, words)) for ask in self.shape.asks(team)]
            for team in self.form.teams
        }

    def fined_open(self, team: Team) -> bool:
        """Return whether a question about a fine has a value or an error for a side, so that their section is open."""
        return any(self.value(name) not in ("", "0") or self.error(name) for _, name, _ in self.asks(team, fined=True))

    def feet(self, team: Team) -> list[tuple[int, str, bool]]:
        """The second hands that are entered card by card, as (number, player, whether any card is entered)."""
        players = self.hands(team, self.all_scorers[team.number], each=True)
        filled = {name[:5] for name, value in self.form.fields.items() if value != "0"}
        return [(number, players[number], f"s{team.number}-f{number}" in filled) for number in range(team.feet)]

    @cached_property
    def canastas(self) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
        """The kinds of canasta that are counted separately, as (kind, label): those with a row of their own, and the
        rare ones that share a fold-out where there is not enough room."""
        kinds = [(kind, entry.canastas_name(kind, self.shape.rules, self.words)) for kind in self.form.canasta_kinds]
        team = self.form.teams[0]
        others = len(self.shape.rules.threes) + len(self.asks(team)) + bool(self.asks(team, fined=True))
        common = len(kinds) if len(kinds) + others <= FULL else 2
        return kinds[:common], kinds[common:]

    def rare_open(self, team: Team) -> bool:
        """Return whether a rare kind of canasta of a side has an error, which opens the fold-out of rare kinds."""
        names = [f"s{team.number}-can-{kind}" for kind, _ in self.canastas[1]]
        return any(self.error(name, f"{name}-more") for name in names)

    def classes(self, team: Team | None = None) -> dict[str, str]:
        """The labels of classes, by class: {"tens": "10 · Kings to eights"}. For melds, or for a `team`'s hands."""
        rules = self.shape.rules
        if team is None:
            return entry.class_names(rules.classes, rules.points.__getitem__, rules, self.words)
        groups = self.shape.hand_groups(team.mode)
        return entry.class_names(groups, lambda kind: hand_value({kind: 1}, rules), rules, self.words)

    def hands(self, team: Team, scorer: Scorer, *, each: bool = False) -> list[str]:
        """The titles of the hands to enter for a scorer: the scorer's name, or none for a single player who went out.
        If each player's hand is entered, or with `each`: the players who do not sit out, in field order."""
        if team.mode != "players" and not each:
            return [scorer.name] if scorer.number in self.form.holders(team) else []
        setup = self.state.setup
        at = seating(self.number, setup.sides_of_seats, setup.first_dealer, setup.rules)
        resting = [setup.seats[seat] for seat in at.sits_out]
        players = [player for player in setup.sides[scorer.number].players if player not in resting]
        return players[: self.shape.rules.table.hands]

    def melds(self, team: Team) -> list[MeldView]:
        """The melds of a side as they are entered."""
        return melds_of(self.entered, team, self.words, self.letters)

    def melds_before(self, team: Team) -> Mapping[str, MeldView | None]:
        """The recorded melds of a side that were changed since, by field; None for a meld that was not recorded."""
        if not self.was:
            return {}
        then = read_entry(Form(self.shape, self.was))
        same = [each for each in then.form.teams if (each.scorers, each.way) == (team.scorers, team.way)]
        was = {meld.field: meld for each in same for meld in melds_of(then, each, self.words, self.letters)}
        now = {meld.field: meld for meld in self.melds(team)} if same else {}
        cards = [{name: (meld.suit, *meld.cards) for name, meld in melds.items()} for melds in (was, now)]
        return {name: was.get(name) for name in {**was, **now} if cards[0].get(name) != cards[1].get(name)}

    @cached_property
    def meld_at(self) -> Mapping[str, MeldView]:
        """The melds of all sides, by field."""
        return {meld.field: meld for team in self.form.teams for meld in self.melds(team)}

    @cached_property
    def wrong(self) -> tuple[tuple[str | None, str], ...]:
        """The errors of the entry as (field, sentence); the field is None for an error of the whole deal."""
        return tuple(mistakes(self))

    @cached_property
    def open_questions(self) -> tuple[EntryProblem, ...]:
        """The questions to answer before the deal can be saved, in page order."""
        refused = self.preview.refused
        return tuple(open_questions(self.entered, self.entered.field_at(refused.where) if refused else None))

    def wrong_of(self, team: Team) -> Iterator[tuple[str, str]]:
        """The errors in a team's melds and laid threes as (field, sentence). After a refused save, a side that is not
        entered by cards shows them at its fields instead."""
        errors = self.errors if team.way == "cards" else ()
        threes = {f"s{scorer}-{colour}" for scorer in team.scorers for colour in self.shape.rules.threes_of}
        for name, says in errors or (() if self.errors else self.wrong):
            side, _, rest = (name or "").partition("-")
            of_melds = rest == "melds" or rest.startswith(("n-", "t-", "j-", "q", "c-", "can-", "un-", "mp"))
            if name in threes or (side == f"s{team.number}" and of_melds):
                yield str(name), says

    @cached_property
    def at_figures(self) -> Mapping[str, str]:
        """The errors of figures in a few words, by field."""
        refused, says = self.preview.refused, entry.AT_FIGURE
        wrong = {each.field: (each.key, 0) for each in self.open_questions if each.key in says}
        if refused and refused.key in says and (name := self.entered.field_at(refused.where)):
            wrong[name] = (refused.key, int((refused.allowed or (0,))[0]))
        return {name: self.words.gettext(says[key], allowed=most) for name, (key, most) in wrong.items()}

    @property
    def beside(self) -> set[str]:
        """The fields that have a note next to their label: an error, a sum, or the recorded figure."""
        return {*self.at_figures, *self.form.sums, *filter(self.was_recorded, self.was and self.form.table)}

    @property
    def findings(self) -> list[Finding]:
        """The findings about the deal, without those that are only due to missing entries (`Entered.premature`). Points
        that no cards can make are left out where an open question asks about them."""
        asked = ("counted.points", "hand_points") if self.form.facing else ()
        return [
            each
            for each in (self.preview.row.findings if self.preview.row else ())
            if not self.entered.premature(each)
            and not (each.key == "not_a_multiple_of_five" and each.where.endswith(asked))
        ]

    def says(self, finding: Finding) -> str:
        """A finding in a sentence, with the name of its side in front."""
        team, says = self.entered.team_at(finding.where), say_finding(finding, self.words)
        return f"{self.name(team)}: {says}" if team else says

    def article_url(self, finding: Finding) -> str | None:
        """The address of the form of the article that deals with a finding, filled in; None if no article does."""
        return findings_url(self.match_id, self.state, self.number, finding, self.entered.body)

    def lines(self, scorer: Scorer) -> Iterator[tuple[str, int, str]]:
        """The lines of a scorer's points as (label, points, note); the note has the recorded points if they differ."""
        row, lines = self.state.row(self.number), scorer.got.lines if scorer.got else ()
        was = {(line.key, line.detail): line for line in row.sides[scorer.number].lines} if row else {}
        now = {(line.key, line.detail): line for line in lines}
        for key, line in {**was, **now}.items():
            points, then = (each[key].points if key in each else 0 for each in (now, was))
            note = self.words.gettext(RECORDED, figure=self.words.number(then)) if row and points != then else ""
            yield say_line(line, self.words, self.shape.rules), points, note

    def short_lines(self, scorer: Scorer) -> list[tuple[int, str]]:
        """The lines of a scorer's points for one paragraph, as (points, text): (500, "500 natural")."""
        lines = scorer.got.lines if scorer.got else ()
        return [(line.points, self.words.gettext(entry.SHORT_LINES[line.key], points=line.points)) for line in lines]

    @property
    def ends_match(self) -> str:
        """The notice that this deal ends the match, or that the match ends differently than recorded; else empty."""
        after, was = self.preview.after, self.state
        says = entry.say_end(after, self.words) if after and after.over else ""
        return "" if self.amending and was.over and says == entry.say_end(was, self.words) else says

    @property
    def consequences(self) -> tuple[str, ...]:
        """The effects of the amendment of this deal, in sentences; empty for a new deal or a refused one."""
        after = self.preview.after if self.amending else None
        return say_changes(self.state, after, self.number, self.words, played=self.played) if after else ()

    @property
    def figures(self) -> str:
        """The points of all scorers as the value of the field "agreed" ("1485/455"); empty if the deal is refused."""
        return figures(self.preview.row)

    @property
    def agreed_to(self) -> str:
        """The figures that the sides agreed to last."""
        return self.value("agreed") or self.value("agreed_to")

    @cached_property
    def disagreed(self) -> list[str]:
        """A sentence for each scorer whose points have changed since the sides agreed to them; none without consent."""
        agreed = self.agreed_to.split("/")[: len(self.all_scorers)] if self.agreed_to else []
        return [
            self.words.gettext(
                N_("%(side)s agreed to %(then)s; it is now %(now)s."),
                side=scorer.name,
                then=int(then) if re.fullmatch(r"-?[0-9]{1,7}", then or "") else "–",
                now=scorer.got.total,
            )
            for scorer, then in (zip_longest(self.all_scorers, agreed) if agreed else ())
            if scorer.got and then != str(scorer.got.total)
        ]
