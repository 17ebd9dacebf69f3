"""A page under test: what a person does with it, and everything it complained about."""

import re
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal, Self

from playwright.async_api import Browser, ConsoleMessage, Locator, Route
from playwright.async_api import Page as Tab

from engine.board import Move, square_name
from engine.game import Game
from engine.rules import landing_tree
from engine.tree import Landing
from tests.webapp.browser.house import House

PATIENCE_MS = 10_000
# What the page says for five seconds stands there for good, so that a test can look at it however busy the machine is.
NOTES_STAY = """const later = window.setTimeout;
    window.setTimeout = (does, wait, ...values) => later(does, wait === 5000 ? 2 ** 31 - 1 : wait, ...values);"""


class Page:
    """One person's page at one server."""

    def __init__(self, tab: Tab, house: House, forgiven: str) -> None:
        self.tab = tab
        self.house = house
        self.complaints: list[str] = []
        self._forgiven = re.compile(forgiven)
        tab.on("console", self._heard)
        tab.on("pageerror", lambda error: self.complaints.append(f"{error.message}\n{error.stack}"))

    @classmethod
    async def open(
        cls,
        browser: Browser,
        house: House,
        *,
        width: int = 390,
        height: int = 844,
        motion: Literal["reduce", "no-preference"] = "reduce",
        newcomer: bool = False,
        script: str = "",
        blocked: str = "",
        routes: Mapping[str, Callable[[Route], Awaitable[None]]] = MappingProxyType({}),
        forgiven: str = "$^",
        **context: Any,
    ) -> Self:
        """A page in a context of its own, as large as a phone, of a `newcomer` or of somebody who has seen the
        first run; `script` runs before anything of the page.
        Requests to `blocked` fail, those to `routes` are answered by them; complaints that match `forgiven` are none.
        """
        size: dict[str, Any] = {"viewport": {"width": width, "height": height}, "has_touch": width < 700}
        opened = await browser.new_context(reduced_motion=motion, **(size | context))
        opened.set_default_timeout(PATIENCE_MS)
        if not newcomer:
            await opened.add_init_script("try { localStorage.setItem('dama.taught', 'true'); } catch {}")
        if script:
            await opened.add_init_script(script)
        if blocked:
            await opened.route(blocked, lambda route: route.abort())
        for address, answer in routes.items():
            await opened.route(address, answer)
        return cls(await opened.new_page(), house, forgiven)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not self._forgiven.search(message.text):
            self.complaints.append(f"{message.type}: {message.text}")

    async def close(self) -> None:
        await self.tab.context.close()

    async def visit(self, path: str) -> None:
        await self.tab.goto(self.house.url + path)
        await self.connected()

    async def connected(self) -> None:
        await self.tab.wait_for_selector("html[data-ready]", state="attached")

    def locate(self, selector: str) -> Locator:
        return self.tab.locator(selector)

    async def press(self, intent: str, **data: object) -> None:
        """Press the button with this intent (data-do) and these data."""
        more = "".join(f'[data-{name}="{value}"]' for name, value in data.items())
        await self.locate(f'[data-do="{intent}"]{more}:visible').click()

    async def start(self, against: str) -> str:
        """Open a table from the home screen; its id."""
        await self.press("open", against=against)
        await self.at_version(1)
        return self.table_id

    @property
    def table_id(self) -> str:
        return self.tab.url.rpartition("/t/")[2].partition("#")[0]

    async def at_version(self, version: int) -> None:
        """Wait until the page shows this version, with nothing left to be played on the board."""
        await self.tab.wait_for_selector(f'#table[data-version="{version}"]')
        await self.rested()

    async def later_than(self, version: int) -> None:
        """Wait until the page knows of a newer version."""
        await self.tab.wait_for_function("n => document.querySelector('#table').dataset.version > n", arg=version)

    async def rested(self) -> None:
        await self.tab.wait_for_selector("#board:not([data-busy])")

    async def now_at(self) -> int:
        return int(await self.locate("#table").get_attribute("data-version") or 0)

    def square(self, name: str) -> Locator:
        return self.locate(f'[data-square="{name}"]')

    async def centre(self, name: str) -> tuple[float, float]:
        """Where on the screen the middle of a square is."""
        box = await self.square(name).bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    async def tap(self, *names: str) -> None:
        """Touch these squares one after another, at the places where they are: whatever lies on top is what is hit."""
        for name in names:
            await self.tab.mouse.click(*await self.centre(name))

    async def named(self, name: str) -> str:
        """What those hear who listen to this square."""
        return await self.square(name).get_attribute("aria-label") or ""

    async def pieces(self) -> dict[str, str]:
        """What stands where, as it is drawn: {"a2": "wm"…}."""
        found = await self.tab.evaluate(
            """() => [...document.querySelectorAll(".field > .pc:not(.ghost, .taken)")].map(piece => [
                "abcdefgh"[piece.style.getPropertyValue("--f")] + (+piece.style.getPropertyValue("--r") + 1),
                piece.dataset.kind])"""
        )
        return dict(found)

    async def stands(self, kind: str, square: str) -> None:
        """Wait until such a piece is drawn there."""
        await self.tab.wait_for_function(
            """([kind, file, rank]) => [...document.querySelectorAll(`.field > .pc.${kind}:not(.ghost, .taken)`)].some(
                ({style}) => style.getPropertyValue("--f") == file && style.getPropertyValue("--r") == rank)""",
            arg=[kind, "abcdefgh".index(square[0]), int(square[1]) - 1],
        )

    async def marks(self, kind: str) -> set[str]:
        """The squares that wear a mark, by its classes ("ring", "dot.hit", "take:not(.maybe)")."""
        found = await self.tab.evaluate(
            """kind => [...document.querySelectorAll(`.field > ${kind}`)].map(mark =>
                "abcdefgh"[mark.style.getPropertyValue("--f")] + (+mark.style.getPropertyValue("--r") + 1))""",
            f"i.{kind}",
        )
        return set(found)

    async def status(self) -> str:
        return await self.locate("#status").inner_text()

    async def play(self, game: Game, move: Move) -> None:
        """Play a move by taps: the piece, then landing by landing until only this move is left."""
        await self.tap(*taps(game, move))


def taps(game: Game, move: Move) -> list[str]:
    """The squares to be tapped for a move where the board completes what leaves no choice."""
    squares = [move.start]
    for landing in move.landings:
        squares.append(landing)
        tree = landing_tree(game.position, game.rules, move.start, tuple(squares[1:]))
        if len(set(_ends(tree, 0))) == 1:
            break
    return [square_name(square) for square in squares]


def _ends(node: Landing, taken: int) -> list[tuple[int, int]]:
    own = taken | (0 if node.taken is None else 1 << node.taken)
    found = [(node.square, own)] if node.end else []
    return found + [end for following in node.next or () for end in _ends(following, own)]
