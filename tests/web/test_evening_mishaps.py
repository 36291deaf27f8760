"""Mishaps of an evening, played through its pages. Next to each act, its effect on the standings is worked out by
hand."""

from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.actions.verify import verify
from scorekeeper.evening.counting import standings_of
from scorekeeper.web.frame.desk import close_desk
from tests.actions.evenings import NIGHT, opened, table_now
from tests.html_tree import values_of
from tests.served import deal_fields
from tests.web.evening_devices import scanned
from tests.web.routes import of_a_table, path_of, rules, unsafe
from tests.web.tables import desk_of, one_line, token
from tests.web.test_evening_correct import correct
from tests.web.test_evening_tables import call, say, words_of
from tests.web.test_evenings import hidden, send

HOME = f"/evenings/{NIGHT}"


def publish(client: FlaskClient, number: int) -> None:
    """Publish the proposed seating, and start the round."""
    page = f"{HOME}/rounds/{number}"
    assert send(client, page, page).status_code == 303
    assert send(client, HOME, f"{page}/start").status_code == 303


def record(app: Flask, tablet: FlaskClient, round_: int, table: int, *deals: tuple[int, int]) -> None:
    """Record deals (points of both sides) with the form of the entry page, on the device of a table."""
    for points in deals:
        now = table_now(desk_of(app), table, round_)
        state = desk_of(app).load(now.match).state
        page = f"/matches/{now.match}/deals/new"
        form = deal_fields(state.version, f"{now.match}-deal-{state.next_deal}", points)
        answer = tablet.post(
            f"/matches/{now.match}/deals/{state.next_deal}", data={"csrf_token": token(tablet, page), **form}
        )
        assert answer.status_code == 303, answer.text


def close(client: FlaskClient, number: int) -> None:
    assert send(client, HOME, f"{HOME}/rounds/{number}/close").status_code == 303


def at_table(number: int) -> str:
    return f"{HOME}/tables/{number}"


def test_the_mishaps_of_an_evening_end_in_the_ranking_worked_out_by_hand(own_app: Flask) -> None:
    """Pairs 1 to 4 play a round robin, with victory points for four deals."""
    app, director = own_app, own_app.test_client()
    opened(desk_of(app), round_end={"by": "deals", "deals": 4, "minutes": 50, "late": 15})

    # Round 1: 1–4 and 2–3. Pair 4 is late, so the director gives a walkover: 12 points and a difference of +305 for
    # pair 1, 8 points and −305 for pair 4.
    publish(director, 1)
    tablets = {number: scanned(app, number) for number in (1, 2)}
    slip = f"{HOME}/rounds/1/tables/1/result"
    assert send(director, slip, slip, kind="walk_over", absent="1").status_code == 303
    # Table 2 ends 2,450 : 1,310. Pair 3 objects, because 100 of their points are missing in deal 4. With them, the
    # difference is 1,040, which is worth 15 : 5.
    record(app, tablets[2], 1, 2, (905, 400), (700, 500), (445, 210), (400, 200))
    assert say(tablets[2], 0, at_table(2)) == 303
    assert call(tablets[2], 1, "100 are missing in deal 4", at_table(2)) == 303
    assert "disputed" in director.get(HOME).text
    assert f'"{HOME}/rounds/1/close"' not in director.get(HOME).text
    slip = f"{HOME}/rounds/1/tables/2/result"
    assert "100 are missing in deal 4" in director.get(slip).text
    assert send(director, slip, slip, kind="played", **{"score-0": "2450", "score-1": "1410"}).status_code == 303
    close(director, 1)

    # Round 2: 1–3 and 4–2, but 1 and 4 sat in each other's place, which is noticed after two deals.
    publish(director, 2)
    record(app, tablets[1], 2, 1, (500, 100), (300, 200))
    record(app, tablets[2], 2, 2, (50, 60), (70, 80))
    page = correct(director, "1", "4", number=2)
    form = values_of(page, "section[aria-labelledby=stand] input[type=hidden]")
    reason = "They sat at the wrong tables"
    assert director.post(f"{HOME}/rounds/2/correct", data={**form, "reason": reason}).status_code == 303
    # The tablet of table 2 dies; a phone scans the same QR code and continues where the tablet stopped.
    tablets[2] = scanned(app, 2)
    # Table 1, 4–3: 900 : 350, a difference of 550, which is 13 : 7. Table 2, 1–2: 620 : 140, by 480, which is 12 : 8.
    record(app, tablets[1], 2, 1, (100, 0), (0, 50))
    record(app, tablets[2], 2, 2, (500, 0), (0, 0))
    # At table 1, one device agrees for both sides. Then another device does the same, which changes nothing.
    other = scanned(app, 1)
    both = [words_of(device, at_table(1)) for device in (tablets[1], other)]
    answers = [other.post(f"{at_table(1)}/agree", data=both[1][side]).status_code for side in (0, 1)]
    answers += [tablets[1].post(f"{at_table(1)}/agree", data=both[0][side]).status_code for side in (0, 1)]
    assert set(answers) <= {303, 409}
    assert [say(tablets[2], side, at_table(2)) for side in (0, 1)] == [303, 303]
    # Two directors close the round: one succeeds, the other gets a message.
    forms = [hidden(director.get(HOME).text, f"{HOME}/rounds/2/close") for _ in range(2)]
    closed = [director.post(f"{HOME}/rounds/2/close", data=form).status_code for form in forms]
    assert closed == [303, 409]

    # The director comes back the next day, after the program was restarted.
    path: Path = app.config["DATABASE"]
    close_desk(app)
    app = create_app({"DATABASE": path})
    director = app.test_client()
    assert "Seat round 3" in director.get(HOME).text
    # Pair 3 goes home. Pair 1 is warned twice, which costs a point.
    people = f"{HOME}/entrants"
    assert send(director, people, f"{people}/3", status="left").status_code == 303
    for why in ("the telephone", "the telephone again"):
        page = f"{HOME}/penalties"
        assert send(director, f"{page}?entrant=1", page, kind="warning", reason=why).status_code == 303
    # Round 3: 1 and 2 meet again; 4 has no opponent and rests, for 12 points; 3 misses the round, for 0.
    publish(director, 3)
    slip = f"{HOME}/rounds/3/tables/1/result"
    sides = desk_of(app).load_evening(NIGHT).state.rounds[2].tables[0].sides
    scores = {("1",): "1000", ("2",): "3200"}  # a difference of 2,200 is 20 : 0 for pair 2
    typed = {f"score-{at}": scores[side] for at, side in enumerate(sides)}
    assert send(director, slip, slip, kind="played", **typed).status_code == 303
    close(director, 3)
    assert send(director, f"{HOME}/more", f"{HOME}/finish").status_code == 303

    state = desk_of(app).load_evening(NIGHT).state
    rows = [(row.place, row.entrant, row.points, row.difference) for row in standings_of(state).rows]
    assert rows == [
        (1, "2", 15 + 8 + 20, 1040 - 480 + 2200),
        (2, "4", 8 + 13 + 12, -305 + 550),
        (3, "1", 12 + 12 + 0 - 1, 305 + 480 - 2200),
        (4, "3", 5 + 7 + 0, -1040 - 550),
    ]
    assert "Ionuț &amp; Jüri" in one_line(director.get(f"{HOME}/standings").text)
    assert verify(desk_of(app)).problems == ()
    close_desk(app)


def test_of_two_directors_one_acts_and_going_back_does_nothing_twice(own_app: Flask) -> None:
    """Two browsers load the form of each act. The first browser's form does the act once, even if it is sent again. The
    second browser's form is refused."""
    app, director = own_app, own_app.test_client()
    opened(desk_of(app), round_end={"by": "deals", "deals": 4, "minutes": 50})
    slips = [f"{HOME}/rounds/1/tables/{number}/result" for number in (1, 2)]
    acts = [
        (f"{HOME}/rounds/1", f"{HOME}/rounds/1", {}),
        (HOME, f"{HOME}/rounds/1/start", {}),
        (HOME, f"{HOME}/clock", {}),
        *((slip, slip, {"score-0": "900", "score-1": "700"}) for slip in slips),
        (HOME, f"{HOME}/rounds/1/close", {}),
        (f"{HOME}/rounds/2", f"{HOME}/rounds/2", {}),
    ]
    kept = []
    for page, act, typed in acts:
        mine, others = ({**hidden(director.get(page).text, act), **typed} for _ in range(2))
        before = desk_of(app).ledger.evenings.version(NIGHT)
        assert director.post(act, data=mine).status_code == 303, act
        version = desk_of(app).ledger.evenings.version(NIGHT)
        assert version > before, act
        assert director.post(act, data=mine).status_code == 303, "sent twice"
        second = director.post(act, data=others)
        assert (second.status_code, "Somebody else saved first" in second.text) == (409, True), act
        assert desk_of(app).ledger.evenings.version(NIGHT) == version, act
        kept.append((act, mine))
    version = desk_of(app).ledger.evenings.version(NIGHT)
    for act, form in kept:  # the user goes back in the browser's history, and presses every button again
        assert director.post(act, data=form).status_code == 303, act
    assert desk_of(app).ledger.evenings.version(NIGHT) == version
    now = desk_of(app).load_evening(NIGHT).state
    assert [(each.state, len(each.tables)) for each in now.rounds] == [("closed", 2), ("published", 2)]
    assert len({table.match for each in now.rounds for table in each.tables}) == 4
    late = director.post(slips[0], data={**kept[3][1], "key": "a-slip-found-later", "version": str(version)})
    assert (late.status_code, "round is closed" in late.text) == (422, True)
    assert director.get(f"{HOME}/rounds/1").status_code == 200, "the seating of a closed round is read"
    assert verify(desk_of(app)).problems == ()


def test_a_table_settled_or_closed_in_the_middle_of_a_deal_keeps_what_it_recorded(own_app: Flask) -> None:
    """While the tablet shows its entry page, the director gives a walkover at its table, and closes the round."""
    app, director = own_app, own_app.test_client()
    opened(desk_of(app))
    publish(director, 1)
    tablet = scanned(app, 1)
    record(app, tablet, 1, 1, (500, 100))
    match = desk_of(app).load_evening(NIGHT).state.rounds[0].tables[0].match
    typed = {"csrf_token": token(tablet, f"/matches/{match}/deals/new")}
    typed |= deal_fields(desk_of(app).load(match).state.version, "deal-2-on-its-way", (300, 400))
    slips = [f"{HOME}/rounds/1/tables/{number}/result" for number in (1, 2)]
    for slip in slips:
        assert send(director, slip, slip, kind="walk_over", absent="1").status_code == 303
    for _ in range(2):  # first after the decision, then after the round is closed
        assert tablet.post(f"/matches/{match}/deals/2", data=typed).status_code == 403
        page = tablet.get(at_table(1)).text
        assert ("The director has settled this table." in page, "/deals/new" in page) == (True, False)
        if desk_of(app).load_evening(NIGHT).state.rounds[0].state != "closed":
            close(director, 1)
    assert [row.number for row in desk_of(app).load(match).state.rows] == [1]
    assert "N/A" not in director.get(f"{HOME}/standings").text
    # The walkover was given too early: the round is reopened, the decision withdrawn, and the table continues its deal.
    reopen = f"{HOME}/rounds/1/reopen"
    assert send(director, f"{HOME}/more?round=1", reopen, reason="They were there").status_code == 303
    assert send(director, slips[0], slips[0], kind="withdrawn", reason="They were there").status_code == 303
    assert tablet.post(f"/matches/{match}/deals/2", data=typed).status_code == 303
    assert [row.number for row in desk_of(app).load(match).state.rows] == [1, 2]


#: The endpoints of acts by a single button. Its form has only the version and the key, so there is nothing to distort.
MAKES_WITHOUT_A_FORM = {
    f"evening_{act}"
    for act in ("director.start", "director.close", "director.finish", "seating.publish_round", "links.make")
}
#: Invalid values for a form: empty, not a number, a digit of another script, far too long.
NONSENSE = ("", "-1", "9" * 5000, "٣", "own", "\x00", "1 1")
#: Fields of the forms of an evening.
FIELDS = (
    "round", "side", "totals", "match_version", "kind", "score-0", "score-1", "points-0", "absent", "says", "status",
    "entrant", "points", "difference", "reason", "name", "players", "fixed_table", "do", "minutes", "first", "second",
    "rounds", "apart-1", "scoring.bands[0][0]", "scoring.bands[99][9]", "tables", "date", "movement", "rules", "format",
)  # fmt: skip


def test_an_address_that_is_sent_nonsense_instead_of_its_form_says_so_and_writes_nothing(own_app: Flask) -> None:
    app, director = own_app, own_app.test_client()
    app.config["PROPAGATE_EXCEPTIONS"], app.testing = False, False
    opened(desk_of(app), round_end={"by": "deals", "deals": 4, "minutes": 50})
    publish(director, 1)
    tablet = scanned(app, 1)
    drawn = {tablet: token(tablet, f"{at_table(1)}/call"), director: token(director, f"{HOME}/entrants")}
    before, asked = desk_of(app).ledger.evenings.version(NIGHT), 0
    for rule in rules(app):
        if "evening_id" not in rule.arguments or rule.endpoint in MAKES_WITHOUT_A_FORM:
            continue
        for _ in unsafe(rule):
            who = tablet if of_a_table(app, rule) else director
            path = path_of(app, rule, evening_id=NIGHT, number=1, table=1, entrant="1", penalty_id="1")
            for number, text in enumerate(NONSENSE):
                about = {"csrf_token": drawn[who], "version": str(before), "key": f"nonsense-{asked}"}
                answer = who.post(path, data={**dict.fromkeys(FIELDS, text), **about})
                assert answer.status_code < 500, (path, number)
                asked += 1
    assert asked > 100
    assert desk_of(app).ledger.evenings.version(NIGHT) == before
