"""Templates are compiled once for each version of the program; pages are shown even without a usable cache folder."""

import tempfile
from pathlib import Path

import jinja2
import pytest

from scorekeeper import create_app, places
from scorekeeper.web.frame.desk import close_desk
from scorekeeper.web.frame.version import version


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder."""
    monkeypatch.setattr(places, "cache", lambda: tmp_path / "cache")
    return tmp_path / "cache"


def first_page(tmp_path: Path) -> int:
    """Start the program and request its first page. Returns the status."""
    app = create_app({"DATABASE": tmp_path / "scorekeeper.db"})
    try:
        return app.test_client().get("/").status_code
    finally:
        close_desk(app)


def kept(cache: Path) -> list[Path]:
    return sorted(path for path in cache.rglob("*") if path.is_file())


def test_a_second_start_compiles_nothing(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert first_page(tmp_path) == 200

    def compiled(*_: object, **__: object) -> str:
        raise AssertionError("a template was compiled")

    monkeypatch.setattr(jinja2.Environment, "_generate", compiled)
    assert first_page(tmp_path) == 200


@pytest.mark.parametrize("left", [0, 20, 100, 1000])
def test_what_was_cut_off_is_compiled_anew(tmp_path: Path, cache: Path, left: int) -> None:
    assert first_page(tmp_path) == 200
    whole = {path: path.read_bytes() for path in kept(cache)}
    assert whole
    for path, content in whole.items():
        path.write_bytes(content[:left])
    assert first_page(tmp_path) == 200
    assert {path: path.read_bytes() for path in kept(cache)} == whole


def test_without_a_place_every_start_compiles(tmp_path: Path, cache: Path) -> None:
    cache.write_text("a file where the folder would be")
    assert first_page(tmp_path) == 200
    assert cache.is_file()


def test_a_full_disk_keeps_no_page_from_being_shown(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "NamedTemporaryFile", full)
    assert first_page(tmp_path) == 200
    assert not kept(cache)


def test_what_another_version_compiled_is_removed(tmp_path: Path, cache: Path) -> None:
    older = cache / "templates" / "older" / "page.cache"
    older.parent.mkdir(parents=True)
    older.write_text("compiled by another version")
    assert first_page(tmp_path) == 200
    assert not older.exists()
    app = create_app({"DATABASE": tmp_path / "scorekeeper.db"})
    with app.app_context():
        assert {path.parent.name for path in kept(cache)} == {f"{version()}-{jinja2.__version__}"}
