"""The place of the keypad on a page, and the time at which it appears. Its keys are tested in `scripts/keypad.txt`."""

from playwright.sync_api import Page, Route, expect


def test_the_keypad_covers_no_figure_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/patterns")
    page.locator("#second").click()
    box, pad = page.locator("#second").bounding_box(), page.locator("[data-keypad]").bounding_box()
    assert box
    assert pad
    assert box["y"] + box["height"] <= pad["y"]


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
