"""Locations of files. In a checkout they are next to the package. In an installed program they are inside the package,
and data is in the user's own data folder."""

from pathlib import Path

from platformdirs import user_cache_path, user_data_path

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent


def in_checkout() -> bool:
    """Return whether the package runs from its source tree rather than from an installed wheel."""
    return (CHECKOUT / "pyproject.toml").is_file() and (CHECKOUT / "templates").is_dir()


def shipped(folder: str) -> Path:
    """The folder of templates or static files: inside the installed package, else at the top of the checkout."""
    inside = PACKAGE / folder
    return inside if inside.is_dir() else CHECKOUT / folder


def default_database() -> Path:
    """The database file that the program uses if no other is named."""
    if in_checkout():
        return CHECKOUT / "instance" / "scorekeeper.db"
    return user_data_path("canasta-scorekeeper", appauthor=False) / "scorekeeper.db"


def cache() -> Path:
    """The folder for caches; it may not exist yet."""
    return user_cache_path("canasta-scorekeeper", appauthor=False)
