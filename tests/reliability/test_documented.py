"""Every route, command and setting is documented."""

import inspect
import re
from argparse import ArgumentParser
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import cli, create_app, web
from scorekeeper.cli import COMMANDS
from tests.web.routes import rules
from tools.routes_page import routes_page


def test_every_route_is_documented(root: Path, tmp_path: Path) -> None:
    page = (root / "docs" / "routes.md").read_text(encoding="utf-8")
    released = create_app({"DATABASE": tmp_path / "club.db"})
    assert page == routes_page(released), "due: python tools/routes_page.py"
    assert page.count("\n| `/") == len(rules(released))


def test_every_route_says_what_it_is(app: Flask) -> None:
    silent = [
        rule.rule for rule in rules(app) if rule.endpoint != "static" and not app.view_functions[rule.endpoint].__doc__
    ]
    assert silent == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_a_command_explains_itself(command: str) -> None:
    parser = ArgumentParser()
    cli.command(command)[0](parser)
    assert [action.dest for action in parser._actions if not action.help] == []


def test_every_setting_is_documented(root: Path) -> None:
    page = (root / "docs" / "sharing.md").read_text(encoding="utf-8")
    source = inspect.getsource(web) + "".join(path.read_text() for path in (root / "scorekeeper" / "web").rglob("*.py"))
    asked = set(re.findall(r'app\.config(?:\.get)?[\[(]"([A-Z_]+)"', source)) | set(web.DEFAULTS)
    ours = {name for name in asked if not name.startswith(("BABEL_", "RANDOM"))}
    assert len(ours) > 8
    assert {name for name in ours if f"`{name}`" not in page} == set()


@pytest.mark.parametrize("option", ["--lan", "--name", "--tls", "--host", "--port", "--database", "--no-daily-copy"])
def test_the_page_about_sharing_names_every_option(root: Path, option: str) -> None:
    assert f"`{option}" in (root / "docs" / "sharing.md").read_text(encoding="utf-8")


def test_the_page_about_reliability_names_tests_that_are_there(root: Path) -> None:
    page = (root / "docs" / "reliability.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", page)
    assert len(named) > 15
    for path, test in named:
        assert f"def {test}" in (root / path).read_text(encoding="utf-8"), f"{path}::{test}"
    assert [int(number) for number in re.findall(r"^\| (\d+) \|", page, re.MULTILINE)] == list(range(1, 21))
