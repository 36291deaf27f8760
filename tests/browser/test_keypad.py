"""The keypad of a page's own: a figure that is touched is selected, typing replaces it, "+" goes on with it."""

from playwright.sync_api import Page, Route, expect

from tests.browser.tablet import opened
from tests.serving import Server


def test_keys_of_the_page_and_of_a_keyboard_fill_a_figure_alike(page: Page) -> None:
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto("/patterns")
    first, second, key = page.locator("#first"), page.locator("#second"), page.locator("[data-key]")

    def tap(keys: str) -> None:
        for each in keys.split():
            page.locator(f'[data-key="{each}"]').click()

    expect(key).to_have_count(14)
    expect(first).to_have_attribute("inputmode", "none")
    first.click()
    expect(page.locator("[data-which]")).to_have_text(
        f"{page.locator('[data-pad-name]').get_attribute('data-pad-name')}: Points melded"
    )
    tap("5 0 back 5")
    expect(first).to_have_value("55")  # the first key replaced 420
    second.click()
    first.click()
    page.keyboard.type("60")
    expect(first).to_have_value("60")
    second.click()
    first.click()
    tap("+ 8 5")
    expect(first).to_have_value("60+85")
    second.click()
    first.click()
    page.keyboard.type("+5")
    expect(first).to_have_value("60+85+5")
    tap("next 4 0")
    expect(second).to_have_value("40")
    page.keyboard.press("Enter")
    page.keyboard.type("7")
    expect(first).to_have_value("7")
    tap("back back")
    expect(first).to_have_value("")
    tap("± 4 5")
    expect(first).to_have_value("−45")
    second.click()
    first.click()
    tap("±")
    expect(first).to_have_value("45")
    tap("± 7 5 +")
    expect(first).to_have_value("−75+")


def test_a_figure_that_the_keypad_changed_tells_the_page_when_it_is_left(page: Page) -> None:
    page.goto("/patterns")
    page.evaluate("() => { window.told = []; addEventListener('change', e => told.push(e.target.value)); }")
    page.locator("#first").click()
    page.locator('[data-key="5"]').click()
    assert page.evaluate("told") == []
    page.locator('[data-key="next"]').click()
    assert page.evaluate("told") == ["5"]


def test_the_keypad_covers_no_figure_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/patterns")
    page.locator("#second").click()
    box, pad = page.locator("#second").bounding_box(), page.locator("[data-keypad]").bounding_box()
    assert box
    assert pad
    assert box["y"] + box["height"] <= pad["y"]


def test_a_figure_of_the_entry_page_is_replaced_by_what_is_typed(page: Page, server: Server) -> None:
    board = opened(server)
    page.goto(f"{board}/deals/new?way=totals")
    field = page.locator("#s1-mp")
    field.click()
    page.keyboard.type("420")
    page.locator("#s0-mp").click()
    field.click()
    page.keyboard.type("500")
    expect(field).to_have_value("500")
    page.locator("#s0-mp").click()
    field.click()
    page.keyboard.type("+85")
    expect(field).to_have_value("500+85")


def test_a_keypad_of_a_second_form_comes_with_the_first_touch_of_a_figure(page: Page) -> None:
    def idle(route: Route) -> None:
        response = route.fetch()
        route.fulfill(
            response=response, body=response.text().replace("data-keypad hidden", "data-keypad data-idle hidden")
        )

    page.route("**/patterns", idle)
    page.goto("/patterns")
    expect(page.locator("#first")).to_have_attribute("inputmode", "none")
    expect(page.locator("[data-keypad]")).to_be_hidden()
    page.locator("#first").click()
    page.locator('[data-key="5"]').click()
    expect(page.locator("#first")).to_have_value("5")
