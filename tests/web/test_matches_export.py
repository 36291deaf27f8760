"""What a spreadsheet makes of an exported cell; snapshots and stories hold the exports themselves."""

import pytest

from scorekeeper.web.matches.export import defused


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("x;=cmd|'/c calc'!A0", "x;'=cmd|'/c calc'!A0"),  # where a semicolon parts cells
        ("x,+1", "x,'+1"),
        ("x|-1", "x|'-1"),
        ("x\t@sum", "x\t'@sum"),
        ('x; "=1+1"', 'x;\' "=1+1"'),
        ('"=1', "'\"=1"),
        (" =1", "' =1"),
        ("＝1", "'＝1"),
        ("a;=1;=2", "a;'=1;'=2"),
        ("\tx", "'\tx"),
        ("Ana-Maria; Jean = Paul", "Ana-Maria; Jean = Paul"),
        ("O'Neill", "O'Neill"),
    ],
)
def test_no_cell_becomes_a_formula_by_any_separator(name: str, cell: str) -> None:
    assert defused(name) == cell


def test_a_number_is_never_touched() -> None:
    assert defused(-85) == -85
    assert defused(None) is None
