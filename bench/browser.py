"""The time from a tap on the entry page until Chromium has painted the preview."""

from pathlib import Path

from bench.programs import fill, program
from bench.stats import Row, Times, limit_row
from tests.chromium import chromium

TAPS = 40
#: Taps the element that a selector finds. Returns the milliseconds until the page with the engine's answer is painted.
TAP = """selector => new Promise(done => {
  const chip = document.querySelector(selector);
  const began = performance.now();
  const seen = new PerformanceObserver(list => {
    if (!list.getEntriesByName("previewed").length) return;
    seen.disconnect();
    requestAnimationFrame(() => { const paint = new MessageChannel();
      paint.port1.onmessage = () => done(performance.now() - began); paint.port2.postMessage(0); });
  });
  seen.observe({ type: "mark" });
  chip.click();
})"""


def rows(folder: Path) -> list[Row]:
    """The rows about taps."""
    database = folder / "browser.db"
    match = fill(database, 1, deals=12, prefix="tap")[0]
    with program(database) as server, chromium() as browser:
        page = browser.new_page(viewport={"width": 820, "height": 1180})
        page.goto(f"http://127.0.0.1:{server.port}/matches/{match}/deals/new?way=cards#step-m0")
        page.wait_for_load_state("networkidle")
        names = page.eval_on_selector_all(
            "form#deal input[type=radio][name^='s0-n-']", "chips => [...new Set(chips.map(chip => chip.name))]"
        )
        taps = []
        for number in range(TAPS):
            value = 3 + (number // len(names)) % 2  # every rank has these two chips, even black threes
            chip = f"input[name='{names[number % len(names)]}'][value='{value}']"
            taps.append(page.evaluate(TAP, chip) / 1000)
        page.close()
    times = Times.of(taps[2:])
    return [
        limit_row("tap to paint of the preview, median", times.median, "ms", 100),
        limit_row("tap to paint of the preview, p99", times.p99, "ms", 100),
    ]
