"""The sentences that are extracted from the rulebook for the translators."""

from io import BytesIO

from scorekeeper.words.toml_extractor import extract_toml

RULEBOOK = b"""\
# a comment says nothing
id = "classic"
title = "Classic canasta"

[[article]]
code = "HU-01"
do = ["Deal again.", "Tell the table."]
say = "not a key that is spoken"

[article.question]
asks = '''Did the first
round end?'''
why = ""
"""


def test_it_finds_the_spoken_keys_and_their_lines() -> None:
    found = list(extract_toml(BytesIO(RULEBOOK), (), (), {}))
    assert found == [
        (3, "gettext", "Classic canasta", []),
        (7, "gettext", "Deal again.", []),
        (7, "gettext", "Tell the table.", []),
        (11, "gettext", "Did the first\nround end?", []),
    ]
