"""`./dama bench web`: the page on a slow phone, as Chromium emulates one: processor four times slower, slow 4G.

Slow 4G is a round trip of 150 ms and 1.6 Mbit/s both ways. Times and rates are medians of several loads, taps or shows.
"""

import argparse
import asyncio
import gzip
import json
import shutil
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from playwright.async_api import Browser, BrowserContext, Page, async_playwright

import webapp
from hall.nursery import Nursery
from hall.runtime import open_hall
from hall.settings import load_settings
from tests.hall.people import ANNA, Someone
from tests.webapp.browser.conftest import ARGUMENTS
from tests.webapp.browser.house import House
from webapp.words import word_files

SLOWDOWN = 4
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
PHONE: Any = {"width": 390, "height": 844}
LOADS, TAPS, CAPTURES = 5, 10, 9
KINDS, LIMIT = ("html", "css", "js", "svg"), 40 * 1024
CHAIN = "W:Wa2,d2:Bd3,c4,h8"
GOALS: Mapping[str, tuple[str, float]] = {
    "static_gzip_bytes": ("at most", LIMIT),
    "static_sent_bytes": ("about", LIMIT),
    "texts_gzip_bytes": ("at most", 12 * 1024),
    "first_board_cold_ms": ("at most", 1500),
    "first_board_warm_ms": ("at most", 500),
    "invitation_cold_ms": ("about", 2500),
    "tap_ms": ("at most", 50),
    "frames_a_second": ("at least", 55),
    "layout_shift": ("at most", 0.0),
}

# The drawing of the board is complete when a frame has been shown after the look's style sheet came: the pieces are in
# the first HTML, so that is the first contentful paint, or later if the browser painted before.
WATCH = """
localStorage.setItem("dama.taught", "true");
window.shift = 0;
const add = entry => { if (!entry.hadRecentInput) window.shift += entry.value; };
new PerformanceObserver(list => list.getEntries().forEach(add)).observe({type: "layout-shift", buffered: true});
"""
PAINTED = """() => new Promise(done => {
  const look = () => {
    const paint = performance.getEntriesByName("first-contentful-paint")[0];
    if (!paint) return requestAnimationFrame(look);
    const styles = performance.getEntriesByType("resource").filter(({name}) => name.endsWith(".css"));
    done(Math.max(paint.startTime, ...styles.map(({responseEnd}) => responseEnd)));
  };
  look();
})"""
INVITED = """() => new Promise(done => {
  const look = () => {
    if (document.querySelector("#sheet[data-name=invitation]")) done(performance.now());
    else requestAnimationFrame(look);
  };
  look();
})"""
# From the touch to the frame that shows its answer.
TAP = """square => new Promise(done => {
  const cell = document.querySelector(`[data-square=${square}]`);
  const start = performance.now();
  cell.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true, isPrimary: true, button: 0}));
  requestAnimationFrame(() => {
    const channel = new MessageChannel(); // its message comes when the frame has been made
    channel.port1.onmessage = () => {
      const shown = document.querySelector(`[data-square=${square}]`).getAttribute("aria-selected") === "true";
      cell.dispatchEvent(new PointerEvent("pointerup", {bubbles: true, isPrimary: true}));
      done(shown ? performance.now() - start : 1e6);
    };
    channel.port2.postMessage(0);
  });
})"""
FRAMES = """() => new Promise(done => {
  const board = document.querySelector("#board");
  const times = [];
  const look = time => {
    if ("busy" in board.dataset) times.push(time);
    if ("busy" in board.dataset || times.length === 0) requestAnimationFrame(look);
    else done(times.slice(1).map((each, index) => each - times[index]));
  };
  requestAnimationFrame(look);
})"""


async def measure(folder: Path, chromium: str) -> dict[str, float]:
    """All numbers by the names of GOALS."""
    settings = load_settings(None, port=0, data_dir=folder, new_guests_per_hour=10_000)
    async with (
        Nursery() as nursery,
        open_hall(settings, nursery) as runtime,
        House.open(runtime, settings, nursery) as house,
        async_playwright() as playwright,
    ):
        browser = await playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        loading, playing = await _loading(browser, house), await _playing(browser, house)
        invited = await _invited(browser, house)
        await browser.close()
    shift = max(each["layout_shift"] for each in (loading, playing, invited))
    return weights() | loading | playing | invited | {"layout_shift": shift}


def weights() -> dict[str, float]:
    """What stands in the folder, compressed together and as it is sent, each file alone; and the texts of the heaviest
    language."""
    static = Path(webapp.__file__).parent / "static"
    bodies = [path.read_bytes() for path in sorted(static.rglob("*")) if path.suffix[1:] in KINDS]
    return {
        "static_gzip_bytes": len(gzip.compress(b"".join(bodies), 9)),
        "static_sent_bytes": sum(len(gzip.compress(body, 9)) for body in bodies),
        "texts_gzip_bytes": max(len(gzip.compress(body, 9)) for body in word_files().values()),
    }


async def _loading(browser: Browser, house: House) -> dict[str, float]:
    """First paints of the page, which begins with a board: cold with an empty cache, warm when the same phone comes
    back; and what shifted meanwhile."""
    cold, warm, shifts = [], [], []
    for _ in range(LOADS):
        async with _phone(browser) as page:
            await page.goto(house.url)
            cold.append(await page.evaluate(PAINTED))
            await page.wait_for_selector("html[data-ready]", state="attached")
            shifts.append(await page.evaluate("window.shift"))
            await page.goto("about:blank")
            await page.goto(house.url)
            warm.append(await page.evaluate(PAINTED))
            await page.wait_for_selector("html[data-ready]", state="attached")
            shifts.append(await page.evaluate("window.shift"))
    return {
        "first_board_cold_ms": median(cold),
        "first_board_warm_ms": median(warm),
        "layout_shift": max(shifts),
    }


async def _playing(browser: Browser, house: House) -> dict[str, float]:
    """How soon a touch is answered, and how smoothly a capture of two jumps is shown."""
    async with _phone(browser) as page:
        await page.goto(house.url)
        await page.wait_for_selector("html[data-ready]", state="attached")
        await page.click("[data-do=open][data-against=device]")
        await page.wait_for_selector('#table[data-version="1"]')
        table = page.url.rpartition("/t/")[2]
        await page.evaluate("window.shift = 0")  # that the table takes the place of the home screen is no shift
        taps = [await page.evaluate(TAP, f"{'abcdefgh'[number % 8]}3") for number in range(TAPS)]
        rates = []
        for _ in range(CAPTURES):
            before = int(await page.get_attribute("#table", "data-version") or 0)
            await house.put(table, CHAIN)
            await page.wait_for_selector(f'#table[data-version="{before + 1}"]')
            await page.click('[data-square="d2"]')
            await page.evaluate(f"() => {{ window.frameTimes = ({FRAMES})(); }}")
            await page.click('[data-square="b4"]')
            times = await page.evaluate("() => window.frameTimes")
            await page.wait_for_selector(f'#table[data-version="{before + 2}"]')
            rates.append(1000 * len(times) / sum(times))
        shift = await page.evaluate("window.shift")
    return {"tap_ms": median(taps), "frames_a_second": round(median(rates), 1), "layout_shift": shift}


async def _invited(browser: Browser, house: House) -> dict[str, float]:
    """How long somebody with an empty cache who has been sent a link waits for the terms of the game."""
    waits, shifts = [], []
    for _ in range(LOADS):
        table = await Someone(house.runtime.hall, ANNA).opens()
        async with _phone(browser) as page:
            await page.goto(f"{house.url}/t/{table.id}")
            waits.append(await page.evaluate(INVITED))
            shifts.append(await page.evaluate("window.shift"))
    return {"invitation_cold_ms": median(waits), "layout_shift": max(shifts)}


@asynccontextmanager
async def _phone(browser: Browser) -> AsyncIterator[Page]:
    context = await browser.new_context(viewport=PHONE, has_touch=True)
    await context.add_init_script(WATCH)
    page = await context.new_page()
    await _slow_down(context, page)
    yield page
    await context.close()


async def _slow_down(context: BrowserContext, page: Page) -> None:
    session = await context.new_cdp_session(page)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    await session.send("Network.enable")
    await session.send("Network.emulateNetworkConditions", SLOW_4G)


def table_of(numbers: Mapping[str, float]) -> str:
    """The numbers beside what they should be, a line each."""
    lines = []
    for name, number in numbers.items():
        word, goal = GOALS[name]
        good = {"at most": number <= goal, "at least": number >= goal}.get(word, True)
        lines.append(f"{name:22} {number:10.1f}   {word} {goal:g}{'' if good else '   MISSED'}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print. 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="./dama bench web", description=__doc__)
    parser.add_argument("--json", action="store_true", help="one object instead of a table")
    options = parser.parse_args(arguments)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        sys.stderr.write("This needs Chromium: apt-get install chromium\n")
        return 1
    with TemporaryDirectory(prefix="web") as folder:
        numbers = asyncio.run(measure(Path(folder), chromium))
    sys.stdout.write((json.dumps(numbers) if options.json else table_of(numbers)) + "\n")
    return int("MISSED" in table_of(numbers))


if __name__ == "__main__":
    sys.exit(main())
