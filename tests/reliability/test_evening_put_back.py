"""After a copy of the file is restored, the evening, its matches and its tables' links are those of the copy."""

from pathlib import Path

from scorekeeper import create_app
from scorekeeper.actions.backups import copy_now
from scorekeeper.actions.evenings.rounds import close_round
from scorekeeper.actions.verify import verify
from scorekeeper.cli import main
from scorekeeper.web.frame.desk import close_desk
from tests.actions.evenings import NIGHT, agree, opened, play, published, stamp
from tests.web.conftest import ReadingClient
from tests.web.evening_devices import scanned, token_of
from tests.web.tables import desk_of


def test_an_evening_is_put_back_with_its_matches_and_links(tmp_path: Path) -> None:
    path = tmp_path / "scorekeeper.db"
    app = create_app({"DATABASE": path})
    desk = desk_of(app)
    opened(desk)
    tables = published(desk)
    play(desk, tables[0].match, (600, 200))
    agree(desk, 1, tables[0].number)
    token = token_of(app, 1)
    kept = copy_now(desk, "of-the-evening.db")
    play(desk, tables[1].match, (300, 900))
    agree(desk, 1, tables[1].number)
    close_round(desk, NIGHT, 1, stamp(desk, "close-round-1"))
    newer = token_of(app, 2)
    close_desk(app)

    assert main(["restore", str(kept), "--database", str(path)]) == 0
    app = create_app({"DATABASE": path})
    app.test_client_class = ReadingClient
    now = desk_of(app).load_evening(NIGHT).state
    assert [(table.state, table.now.totals) for table in now.rounds[0].tables] == [
        ("confirmed", (600, 200)),
        ("not_begun", (0, 0)),
    ]
    assert now.rounds[0].state == "published"
    assert verify(desk_of(app)).problems == ()
    assert app.test_client().get(f"/s/{token}").location == f"/evenings/{NIGHT}/tables/1"
    assert app.test_client().get(f"/s/{newer}").status_code == 404
    assert scanned(app, 2).get(f"/evenings/{NIGHT}/tables/2").status_code == 200, "its code is made anew"
    close_desk(app)
