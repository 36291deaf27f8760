"""The masking, output and comparison of `make goldens`."""

from pathlib import Path

import pytest

from tests.goldens.forms import NAMES, SCRAWL, forms_of
from tests.goldens.seen import seen
from tests.goldens.text import html_lines, masked
from tools.goldens import compared, difference, keep, read


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("<p>A</p>\n\n  <p>B</p>", "<p>A</p><p>B</p>"),
        ('<input value="1" name="a">', '<input name="a"  value="1">'),
        ("<p> It is\n  Ő&#39;s </p>", "<p>It is Ő's</p>"),
        ("<tr>\n<td> 5 </td></tr>", "<tr><td>5</td></tr>"),
    ],
)
def test_pages_that_look_the_same_are_the_same_lines(one: str, other: str) -> None:
    assert html_lines(one) == html_lines(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("<p><b>A</b> B</p>", "<p><b>A</b>B</p>"),
        ("<b>A</b> <i>B</i>", "<b>A</b><i>B</i>"),
        ("<textarea>Anna\nBéla</textarea>", "<textarea>Anna Béla</textarea>"),
        ("<p>A\u00a0B</p>", "<p>A B</p>"),
        ('<a href="/x">A</a>', '<a href="/y">A</a>'),
        ("<input disabled>", "<input>"),
    ],
)
def test_what_is_seen_or_sent_makes_another_line(one: str, other: str) -> None:
    assert html_lines(one) != html_lines(other)


def test_a_page_is_a_tag_a_line() -> None:
    page = '<!doctype html><p class="b" id="a">Deal <b>1</b> of 3</p>'
    assert html_lines(page) == ["<!doctype html>", '<p class="b" id="a">', "Deal␣", "<b>", "1", "</b>", "␣of 3", "</p>"]


def test_a_page_as_it_is_read_has_its_links_and_fields_and_nothing_that_every_page_has() -> None:
    page = (
        '<head><title>T</title></head><a class="skip" href="#main">Skip</a><h1>Deal <b>1</b></h1><table><tr><td>5</td>'
        '<td hidden>6</td></tr></table><form method="post" action="/x"><input name="csrf_token" value="t">'
        '<input name="n" value="3"><input type="radio" name="r" value="a" checked><select name="s"><option>A</option>'
        '<option selected>B</option></select><button name="act" value="go">Go</button></form><a href="/y">Y</a>'
    )
    assert seen(page) == [
        "Deal 1", "5 | (hidden) 6", "(post /x) [n=3] (x r=a) [s: · A * B] < Go act=go>", "Y (→ /y)"
    ]  # fmt: skip


def test_only_what_has_to_differ_is_masked() -> None:
    token = '<input name="csrf_token" type="hidden" value="ImE4.x-Y_">'
    assert masked(token) == '<input name="csrf_token" type="hidden" value="(token)">'
    assert masked('X-Keep: {"version": "5cb64ec333d7"}') == 'X-Keep: {"version": "(hash)"}'
    assert masked("default: /a/b/instance/scorekeeper.db)") == "default: (checkout)/instance/scorekeeper.db)"
    assert masked("/static/css/base.css?v=cf09443a6e") == "/static/css/base.css?v=(hash)"
    assert masked(" ".join(["A0"] * 32)) == "(fingerprint)"
    kept = '<input name="key" type="hidden" value="ImE4"> 2026-11-21T18:30 /matches/c6cddf83ba?after=4'
    assert masked(kept) == kept


def test_new_gone_and_changed_addresses_are_named_and_the_same_change_once() -> None:
    then = {"en /": "a\nb\nc", "hu /": "a\nb\nc", "en /club": "x", "en /gone": "y", "en /same": "z"}
    now = {"en /": "a\nB\nc", "hu /": "a\nB\nc", "en /club": "x\nw", "en /new": "y", "en /same": "z"}
    assert compared(then, now) == [
        "gone: en /gone", "new: en /new",
        "", "changed (2): en /, hu /", "    -b", "    +B",
        "", "changed (1): en /club", "    +w",
    ]  # fmt: skip
    assert compared(now, now) == []


def test_a_long_difference_is_cut_and_a_long_line_shown_from_where_it_differs() -> None:
    *shown, last = difference("", "\n".join(map(str, range(30))))
    assert (shown[0], len(shown), last) == ("    +0", 12, "    … and 18 lines more")
    one, other = difference(f"{'a' * 500}1{'b' * 500}", f"{'a' * 500}2{'b' * 500}")
    assert one.startswith("    -…aaa")
    assert "a1b" in one
    assert "a2b" in other
    assert len(one) < 200


def test_a_golden_is_found_again_by_what_was_asked_however_long_that_is(tmp_path: Path) -> None:
    long = f"/search?q={'ő/' * 300}"
    for asked in (long, f"{long}x", "/", "/matches/a b"):
        keep(tmp_path / "en", asked, f"answer to {asked}\n")
    found = read(tmp_path)
    assert found == {f"en {asked}": f"answer to {asked}\n" for asked in (long, f"{long}x", "/", "/matches/a b")}


PAGE = """
<form method="get" action="/search"><input name="q"><button>Find</button></form>
<form method="post" action="/save" id="deal">
  <input type="hidden" name="version" value="3"><input name="points" value="40"><input type="checkbox" name="out">
  <input type="radio" name="way" value="a"><input type="radio" name="way" value="b" checked>
  <select name="end"><option value="none">-</option><option value="0" selected>N</option></select>
  <textarea name="note">
late</textarea>
  <input name="not" value="1" disabled> <input name="who"> <input name="deal" type="number" inputmode="numeric">
  <button name="act" value="save">Save</button> <button formaction="/look" name="act" value="look">Look</button>
</form>
<input form="deal" name="apart" value="5">
"""


def test_a_form_is_sent_as_a_browser_would_by_each_button_filled_emptied_and_scrawled_over() -> None:
    (form,) = forms_of(PAGE, "/matches/m")
    held = [("version", "3"), ("points", "40"), ("way", "b"), ("end", "0"), ("note", "late")]
    held += [("who", ""), ("deal", ""), ("apart", "5")]
    as_it_is, looked, filled, emptied, scrawled = form.sendings()
    assert as_it_is == ("", "/save", [*held, ("act", "save")])
    assert looked == ("", "/look", [*held, ("act", "look")])
    assert dict(filled[2]) == {**dict(held), "who": NAMES, "deal": "1", "act": "save"}
    assert emptied[:2] == ("emptied", "/save")
    typed = ("points", "note", "who", "deal", "apart")
    assert dict(emptied[2]) == {**dict(held), **dict.fromkeys(typed, ""), "act": "save"}
    assert dict(scrawled[2]) == {**dict(held), **dict.fromkeys(typed, SCRAWL), "version": "2", "act": "save"}
