"""The entry page as `templates/deals` shows it: its sheets, its fields, and what the engine makes of the deal."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from scorekeeper.actions.matches.deals import Preview
from scorekeeper.engine.cards import RED_THREE, THREE
from scorekeeper.engine.deals.findings import Finding
from scorekeeper.engine.deals.melds import hand_value
from scorekeeper.engine.deals.opening import Opening
from scorekeeper.engine.matches.match import State
from scorekeeper.engine.matches.seating import DealSeats, seating
from scorekeeper.engine.values import Struct, field
from scorekeeper.web.board.saved import say_changes
from scorekeeper.web.deals.entry import Entered, EntryProblem
from scorekeeper.web.deals.fields import Form
from scorekeeper.web.deals.notes import changed_melds, disagreed, lines_of, recorded, told, wrong_at
from scorekeeper.web.deals.parts import MeldView, Scorer, card_names, choices_of, figures, melds_of
from scorekeeper.web.deals.questions import Green, Sheet, green, mistakes, open_questions, sheet_at, sheets_of
from scorekeeper.web.deals.shape import FieldAsk, Fields, Shape, Team
from scorekeeper.web.rulings.views import findings_url
from scorekeeper.words import N_, Words, entry
from scorekeeper.words.deals import say_finding

#: As many rows of counts as leave room for fingers on a low screen, beside two figures.
FULL = 6


class EntryPage(Struct, dict=True):
    """Everything the template shows, worked out when it is asked for: a preview shows little of it.

    `saving`: the deal was to be saved, so its open questions are mistakes. `errors` are what must be corrected now,
    `version` is that of the match, `seen` that of the draft, `draft` who began it, `notes` what happened meanwhile,
    `recorded` that the deal itself was, `was` the fields of the deal that is amended; `step` was in sight, and an entry
    that was `emptied` can be brought back. `played` is the match with the minimums that its deals were opened at.
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
        """The fields, and which there are."""
        return self.entered.form

    @cached_property
    def shape(self) -> Shape:
        """The rules of the match, as entry needs them."""
        return self.form.shape

    def value(self, name: str) -> str:
        """The value of a field."""
        return self.form.fields.get(name, "")

    def was_recorded(self, name: str) -> str:
        """The recorded figure of a field that was changed since."""
        return recorded(name, self) if self.was else ""

    def error(self, *names: str) -> str | None:
        """The sentence at a field, if something is wrong there: the first."""
        for name, says in self.errors:
            if name in names:
                return says
        return None

    @property
    def mine(self) -> bool:
        """Return whether there is a draft of this device."""
        return bool(self.seen) and not self.draft

    @property
    def amending(self) -> bool:
        """Return whether the deal is recorded already."""
        return self.state.row(self.number) is not None

    @property
    def amends(self) -> bool:
        """Return whether saving changes the recorded deal; not before a page begun for a new deal was told that there
        is one."""
        return self.amending and (self.stale or not self.recorded)

    def name(self, team: Team) -> str:
        """A side's name, or those of two who play together."""
        return self._names[team]

    @cached_property
    def _names(self) -> Mapping[Team, str]:
        return {team: " & ".join([each.name for each in self.scorers(team)]) for team in self.form.teams}

    @cached_property
    def all_scorers(self) -> tuple[Scorer, ...]:
        """Everybody who scores, by number."""
        row, gives = self.state.row(self.number), self.preview.row
        before = [side.score_before for side in row.sides] if row else [each.score for each in self.state.standings]
        got = gives.sides if gives else [None] * len(before)
        each = zip([side.name for side in self.state.setup.sides], before, got, strict=True)
        return tuple(Scorer(number, *facts) for number, facts in enumerate(each))

    def scorers(self, team: Team) -> list[Scorer]:
        """The scorers who meld together."""
        return [self.all_scorers[number] for number in team.scorers]

    def holders(self, team: Team) -> list[Scorer]:
        """The scorers who are asked for red threes in hand, where hands are entered as points."""
        asked = self.form.holders(team) if team.mode == "points" and self.shape.threes_apart else []
        return [self.all_scorers[number] for number in asked]

    def others(self, team: Team) -> list[Scorer]:
        """The other scorers with points."""
        return [scorer for scorer in self.all_scorers if scorer.got and scorer.number not in team.scorers]

    def opening(self, scorer: Scorer) -> Opening | None:
        """The minimum that held for a scorer in the deal."""
        row = self.played.row(self.number)
        return (row.sides if row else self.state.standings)[scorer.number].opening

    def next_opening(self, scorer: Scorer) -> Opening | None:
        """The minimum of the deal that follows: one that is recorded already, or the one to be played."""
        after, number = self.preview.after, scorer.number
        if after is None or scorer.got is None:
            return None
        later = next((row for row in self.played.rows if row.number > self.number), None)
        return later.sides[number].opening if later else after.standings[number].opening

    @cached_property
    def seated(self) -> DealSeats:
        """The dealer, and the player who sits out."""
        setup = self.state.setup
        return seating(self.number, setup.sides_of_seats, setup.first_dealer, setup.rules)

    @property
    def dealer(self) -> str:
        """The dealer."""
        return self.state.setup.seats[self.seated.dealer]

    @property
    def rests(self) -> tuple[str, ...]:
        """The player who sits out."""
        return tuple(self.state.setup.seats[seat] for seat in self.seated.sits_out)

    @cached_property
    def sheets(self) -> list[Sheet]:
        """The sheets of an entry by cards; none where the sides face each other."""
        return sheets_of(self)

    @property
    def opens_at(self) -> str:
        """The sheet that was left, else the one where the first open question is, else the last."""
        ids = [sheet.id for sheet in self.sheets]
        if not ids or self.step in ids:
            return self.step
        asked = next(iter(self.open_questions), None)
        return (sheet_at(asked.field, self) or ids[0]) if asked else ids[-1]

    def green(self, sheet: str = "") -> Green:
        """The green button of a sheet, or without one of the page."""
        return green(sheet, self)

    def choices(self, field: str) -> list[tuple[str, str]]:
        """The choices of a field, in words."""
        return choices_of(field, self)

    def hand_modes(self, team: Team) -> list[tuple[str, str]]:
        """The ways to enter the cards in hand; the usual one is empty, so that it follows the way of counting."""
        choices = [(mode if at else "", self.words.gettext(entry.HANDS[mode])) for at, mode in enumerate(team.modes)]
        return choices if len(choices) > 1 else []

    def hand_mode(self, team: Team) -> str:
        """The chosen way."""
        return "" if team.mode == team.modes[0] else team.mode

    @cached_property
    def facts(self) -> list[tuple[str, str]]:
        """Facts about going out that this rule set pays for."""
        return [(fact, self.words.gettext(entry.FACTS[fact])) for fact in self.shape.facts]

    @cached_property
    def letters(self) -> Mapping[str, str]:
        """The letters on the corners of the ranks."""
        return entry.letters(self.state.setup.pack_index)

    @cached_property
    def cards(self) -> Mapping[str, str]:
        """The names of the cards of a rank, a kind or a class."""
        return card_names(self.shape, self.words)

    def span(self, group: str) -> str:
        """The letters of the first and last card of a group, as its column in a hand is headed."""
        kinds = self.shape.hand_groups("side")[group]
        first, last = (self.letters.get(kind, kind) for kind in (kinds[0], kinds[-1]))
        return first if len(kinds) == 1 else f"{first}–{last}"

    def threes(self, colour: str) -> str:
        """The name of threes that are set apart; next to melded black threes, black ones are those set aside."""
        if colour == "black" and self.shape.rules.meld_of[THREE].played:
            return self.words.gettext(N_("Black threes set aside"))
        return self.cards[{"red": RED_THREE}.get(colour, THREE)]

    def asks(self, team: Team, *, fined: bool | None = False) -> list[tuple[FieldAsk, str, str]]:
        """The further questions to a side in this game: key, field and words; None: fined or not."""
        return [each for each in self._asked[team] if fined in (None, each[0].fined)]

    @cached_property
    def _asked(self) -> Mapping[Team, list[tuple[FieldAsk, str, str]]]:
        return {
            team: [
                (ask, f"s{team.number}-{ask.key}", entry.asked_name(ask.key, self.shape.rules, self.words))
                for ask in self.shape.asks(team)
            ]
            for team in self.form.teams
        }

    def fined_open(self, team: Team) -> bool:
        """Return whether anything that a game fines is entered, or wrong."""
        return any(self.value(name) not in ("", "0") or self.error(name) for _, name, _ in self.asks(team, fined=True))

    def feet(self, team: Team) -> list[tuple[int, str, bool]]:
        """The second hands that are entered card by card: number, whose, and whether anything of them is told."""
        players = self.hands(team, self.all_scorers[team.number], each=True)
        filled = {name[:5] for name, value in self.form.fields.items() if value != "0"}
        return [(number, players[number], f"s{team.number}-f{number}" in filled) for number in range(team.feet)]

    @cached_property
    def canastas(self) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
        """Kinds of canasta that are counted apart: a row each, and the rare ones where not all have room for one."""
        kinds = [(kind, entry.canastas_name(kind, self.shape.rules, self.words)) for kind in self.form.canasta_kinds]
        team = self.form.teams[0]
        others = len(self.shape.rules.threes) + len(self.asks(team)) + bool(self.asks(team, fined=True))
        common = len(kinds) if len(kinds) + others <= FULL else 2
        return kinds[:common], kinds[common:]

    def rare_open(self, team: Team) -> bool:
        """Return whether anything is wrong with one of the rare kinds of canasta of a side."""
        names = [f"s{team.number}-can-{kind}" for kind, _ in self.canastas[1]]
        return any(self.error(name, f"{name}-more") for name in names)

    @property
    def crowded(self) -> bool:
        """Return whether more than two scorers are shown next to each other."""
        return self.form.facing and len(self.all_scorers) > 2

    @property
    def layout(self) -> str:
        """The width of the sides that face each other."""
        return "three" if len(self.form.teams) > 2 else "allied" if self.shape.alliances else ""

    def classes(self, team: Team | None = None) -> dict[str, str]:
        """The classes of cards that are counted in melds, or in the hands of a side, with their points."""
        rules = self.shape.rules
        if team is None:
            return entry.class_names(rules.classes, rules.points.__getitem__, rules, self.words)
        groups = self.shape.hand_groups(team.mode)
        return entry.class_names(groups, lambda kind: hand_value({kind: 1}, rules), rules, self.words)

    def hands(self, team: Team, scorer: Scorer, *, each: bool = False) -> list[str]:
        """The hands to enter for a scorer, in the order of their fields; `each` is asked of every player."""
        if team.mode != "players" and not each:
            return [scorer.name] if scorer.number in self.form.holders(team) else []
        players = self.state.setup.sides[scorer.number].players
        return [player for player in players if player not in self.rests][: self.shape.rules.table.hands]

    def melds(self, team: Team) -> list[MeldView]:
        """The melds of a side."""
        return melds_of(self.entered, team, self.words, self.letters)

    def melds_before(self, team: Team) -> Mapping[str, MeldView | None]:
        """The recorded melds of a side that were changed since, by their fields; None for one that was not there."""
        return changed_melds(team, self)

    @cached_property
    def meld_at(self) -> Mapping[str, MeldView]:
        """The melds by the fields that they came from."""
        return {meld.field: meld for team in self.form.teams for meld in self.melds(team)}

    @cached_property
    def wrong(self) -> tuple[tuple[str | None, str], ...]:
        """The errors as (field, sentence)."""
        return tuple(mistakes(self))

    @cached_property
    def open_questions(self) -> tuple[EntryProblem, ...]:
        """The questions to answer before the deal can be saved, in the order of the page."""
        refused = self.preview.refused
        return tuple(open_questions(self.entered, self.entered.field_at(refused.where) if refused else None))

    def wrong_of(self, team: Team) -> Iterator[tuple[str, str]]:
        """The errors in a team's melds and red threes, each with its field; figures show theirs at their own fields."""
        errors = self.errors if team.way == "cards" else ()
        threes = {f"s{scorer}-{colour}" for scorer in team.scorers for colour in self.shape.rules.threes_of}
        for name, says in errors or (() if self.errors else self.wrong):
            side, _, rest = (name or "").partition("-")
            of_melds = rest == "melds" or rest.startswith(("n-", "t-", "j-", "q", "c-", "can-", "un-", "mp"))
            if name in threes or (side == f"s{team.number}" and of_melds):
                yield str(name), says

    @cached_property
    def at_figures(self) -> Mapping[str, str]:
        """The errors of figures by their fields, in a few words."""
        return wrong_at(self)

    @property
    def beside(self) -> list[str]:
        """The fields with something to say beside their name."""
        return [*told(self)]

    @property
    def findings(self) -> list[Finding]:
        """Irregular or unusual things; for points that no cards make the question is asked again."""
        findings = self.preview.row.findings if self.preview.row else ()
        return [each for each in findings if not self.entered.premature(each) and not self._asked_again(each)]

    def _asked_again(self, finding: Finding) -> bool:
        at_figure = self.form.facing and finding.where.endswith(("counted.points", "hand_points"))
        return at_figure and finding.key == "not_a_multiple_of_five"

    def says(self, finding: Finding) -> str:
        """A finding in a sentence, behind the side that it is about."""
        team, says = self.entered.team_at(finding.where), say_finding(finding, self.words)
        return f"{self.name(team)}: {says}" if team else says

    def article_url(self, finding: Finding) -> str | None:
        """The address of the article that a finding opens, filled in."""
        return findings_url(self.match_id, self.state, self.number, finding, self.entered.body)

    def lines(self, scorer: Scorer) -> list[tuple[str, int, str]]:
        """Every line of what a scorer gets: words, points, and what was recorded before it was changed."""
        return [*lines_of(scorer, self)]

    def short_lines(self, scorer: Scorer) -> list[tuple[int, str]]:
        """The same for one paragraph: points, and points with their word."""
        lines = scorer.got.lines if scorer.got else ()
        return [(line.points, self.words.gettext(entry.SHORT_LINES[line.key], points=line.points)) for line in lines]

    @property
    def ends_match(self) -> str:
        """The notice that the deal ends the match, or ends it otherwise than recorded."""
        after, was = self.preview.after, self.state
        says = entry.say_end(after, self.words) if after and after.over else ""
        return "" if self.amending and was.over and says == entry.say_end(was, self.words) else says

    @property
    def consequences(self) -> tuple[str, ...]:
        """The changes by an amendment."""
        after = self.preview.after if self.amending else None
        return say_changes(self.state, after, self.number, self.words, played=self.played) if after else ()

    @property
    def figures(self) -> str:
        """The points of the deal by scorer, as the tick of those who agree carries them; empty where it is refused."""
        return figures(self.preview.row)

    @property
    def agreed_to(self) -> str:
        """The figures that somebody agreed to last."""
        return self.value("agreed") or self.value("agreed_to")

    @property
    def agreed(self) -> bool:
        """Return whether the side agrees to these very figures."""
        return bool(self.figures) and self.value("agreed") == self.figures

    @cached_property
    def disagreed(self) -> list[str]:
        """The changes since a side agreed."""
        return [*disagreed(self)]
