"""The page for the names of a match. The usual course is one of the stories in `tests/goldens`."""

import pytest
from flask.testing import FlaskClient

from tests.html_tree import found
from tests.web.tables import desk_of, fields, post

NOBODY = ("", "   ", "   ", "   ")


def in_form(page: str) -> list[str]:
    """The values of the fields for the names of players and sides."""
    fields = found(page, "input[name^='players['], input[name^='side_names[']")
    return [each.get("value", "") for each in fields]


@pytest.mark.parametrize("language", ["en", "hu"])
def test_names_of_sides_that_somebody_gave_are_kept_and_numbers_are_not(client: FlaskClient, language: str) -> None:
    sent = fields(NOBODY, **{"side_names[0]": "We"})
    client.get("/?lang=hu")
    match_id = post(client, "/matches", sent).location.rsplit("/", 1)[1]
    assert [side.name for side in desk_of(client.application).load(match_id).state.setup.sides] == ["We", "2. fél"]
    form = client.get(f"/matches/{match_id}/names?lang={language}", follow_redirects=True).text
    assert in_form(form)[4:] == ["We", ""]
