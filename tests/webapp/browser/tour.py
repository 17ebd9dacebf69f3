"""A walk of one page through everything it can show, and what is judged of each screen on the way."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from axe_playwright_python.base import AXE_SCRIPT

from engine.board import Side
from hall.actions import ActionKind
from tests.hall.people import guest
from tests.webapp.browser.accounts import Elsewhere, end
from tests.webapp.browser.container import launch_path
from tests.webapp.browser.house import House
from tests.webapp.browser.pages import Page

CHAPTERS = ("three", "rules", "house", "strategy", "history", "questions")
THREE_JUMPS = "W:WKc1,a3,b3,e2,e3,f3,h3,h2,a2,d2:Bc4,e6,g5,a6,a7,b7,h6,h7,b6,Kf8"
TWO_CHAINS_ONE_END = "W:Wa2,Kb7:Bb3,Kf4,g4,e7"
# What shows most: a move waits for its confirmation, and games have clocks.
HABITS = {"settings": {"confirm": True}, "form": {"side": "white", "level": 1, "time": [900_000, 10_000]}}
EVERY_LOOK = (("wood", "light"), ("wood", "dark"), ("candy", "light"), ("candy", "dark"))
# Looks and schemes in turn, and then as before. They differ in colours: what is no matter of colours is judged once.
AXE = """async looks => {
    const root = document.documentElement, {look, scheme} = root.dataset, found = [];
    const judge = async options => (await axe.run({resultTypes: ["violations"], ...options})).violations;
    for ([root.dataset.look, root.dataset.scheme] of looks) {
        const first = !found.length, {look, scheme} = root.dataset;
        const faults = await judge(first ? {rules: {"target-size": {enabled: true}}} : {runOnly: ["color-contrast"]});
        found.push(faults.map(({id, nodes: [{html}]}) => `${look} ${scheme}: ${id}: ${html}`));
    }
    Object.assign(root.dataset, {look, scheme});
    return found.flat();
}"""
# Buttons lower than 44 px; the eight levels may be narrower where eight times 44 do not fit, squares may be smaller.
SMALL = """() => [...document.querySelectorAll("button:not([role=gridcell]), select, summary, label.row, input")]
    .filter(button => !button.matches("label input"))
    .filter(button => button.checkVisibility())
    .map(button => [button.outerHTML.slice(0, 80), button.offsetWidth, button.offsetHeight])
    .filter(([, width, height]) => height < 43.5 || width < 38)
    .map(([html, width, height]) => `${width} x ${height} px: ${html}`)"""
# Whether the page is wider than its window, as it is and with letters twice as large.
WIDE = """() => ["", "200%"].filter(size => {
    const root = document.documentElement;
    root.style.fontSize = size;
    const wide = root.scrollWidth > innerWidth;
    root.style.fontSize = "";
    return wide;
}).map(size => `scrolls sideways ${size}`)"""


async def faults(page: Page, looks: Sequence[tuple[str, str]] = EVERY_LOOK) -> list[str]:
    """What axe in these looks and schemes, fingers and readers of large letters object to on the screen as it is."""
    if not await page.tab.evaluate("'axe' in window"):
        await page.tab.evaluate(AXE_SCRIPT)
    found = [await page.tab.evaluate(judge) for judge in (SMALL, WIDE)]
    return [fault for each in [await page.tab.evaluate(AXE, looks), *found] for fault in each]


async def settled(page: Page, sheet: str) -> None:
    """Wait until a sheet has risen."""
    await page.tab.wait_for_function(
        """name => document.querySelector(name).checkVisibility()
            && !document.querySelector(name).getAnimations().length""",
        arg=sheet,
    )


@dataclass
class Tour:
    """One page of a newcomer with a Telegram account and HABITS, at a server where there are other people."""

    page: Page
    house: House
    friend: Elsewhere
    stranger: Elsewhere

    async def screens(self) -> AsyncIterator[str]:
        """The name of what is there now, again and again."""
        for part in (self.lessons, self.home, self.with_a_friend, self.captures, self.off_line, self.results,
                     self.lists, self.tables_of_others, self.banned, self.expired):  # fmt: skip
            async for name in part():
                yield name

    async def lessons(self) -> AsyncIterator[str]:
        page = self.page
        await page.locate(".stage").nth(2).wait_for()
        yield "first run"
        await page.locate("#learn .line [data-do=leave]").click()
        await page.press("learn")
        for chapter in CHAPTERS:
            await page.press("learn", chapter=chapter)
            await page.locate(f"[data-chapter={chapter}][aria-current]").wait_for()
            yield f"learn {chapter}"
        await page.press("leave")
        await page.locate("#home .card").first.wait_for()

    async def home(self) -> AsyncIterator[str]:
        yield "home"
        async for name in self.dialogs("settings", "games", "top"):
            yield name
        await self.page.press("seek")
        await self.page.locate("#sheet[data-name=seeking]").wait_for()
        await settled(self.page, "#sheet")
        yield "seeking"
        await self.page.press("unseek")
        await self.page.locate("#sheet").wait_for(state="hidden")

    async def dialogs(self, *names: str) -> AsyncIterator[str]:
        for name in names:
            await self.page.locate(f"[data-do={name}]:visible").first.click()
            await self.page.locate("#settings h2").wait_for()
            await settled(self.page, "#settings")
            yield name
            await self.page.tab.keyboard.press("Escape")
            await self.page.locate("#settings").wait_for(state="hidden")

    async def with_a_friend(self) -> AsyncIterator[str]:
        page = self.page
        table_id = await page.start("friend")
        await settled(page, "#sheet")
        yield "waiting"
        await self.friend.does(ActionKind.SIT, table_id)
        await page.at_version(2)
        yield "on move"
        await page.press("quick")
        yield "quick words"
        await page.press("react", reaction="thanks")
        await page.locate("#near .words").wait_for()
        await page.locate("#tools").wait_for()
        yield "a quick word is said"
        async for name in self.dialogs("person"):
            yield name
        await page.tap("c3", "c4")
        await page.locate("#status [data-do=confirm]").wait_for()
        yield "confirming"
        await page.press("confirm")
        await page.at_version(3)
        yield "friend on move"
        await self.friend.does(ActionKind.OFFER_DRAW, table_id)
        await page.locate("#far.offer").wait_for()
        yield "draw offered"
        await page.press("decline_draw")
        await self.friend.plays(table_id)
        await page.at_version(6)
        await page.press("step", by=-1)
        await page.locate("#status [data-do=undo]").wait_for()
        await page.rested()
        yield "stepping back"
        await page.press("undo")

    async def captures(self) -> AsyncIterator[str]:
        page = self.page
        await self.stands(TWO_CHAINS_ONE_END)
        await page.tap("a2")
        yield "a piece that may not move"
        await page.tap("b7", "a3")
        await page.locate("#ways button").nth(1).wait_for()
        yield "two captures to one square"
        await self.stands(THREE_JUMPS)
        await page.tap("c1", "c6", "g6")
        await page.rested()
        yield "in the middle of a capture"

    async def stands(self, fen: str) -> None:
        """Put this position on the page's table."""
        await self.page.at_version((await self.house.put(self.page.table_id, fen)).version)

    async def off_line(self) -> AsyncIterator[str]:
        page = self.page
        await page.tab.context.set_offline(True)
        await page.locate(".conn.off:visible").first.wait_for()
        yield "reconnecting"
        await page.tap("g1")
        await page.press("confirm")
        await page.locate("#status .badge.must").wait_for()
        yield "a move is kept"
        await page.tab.context.set_offline(False)
        await page.connected()
        await page.locate(".conn.on:visible").first.wait_for()

    async def results(self) -> AsyncIterator[str]:
        page = self.page
        for name, winner in (("won", Side.WHITE), ("lost", Side.WHITE), ("drawn", None)):
            await end(self.house, page.table_id, winner)
            await page.locate("#sheet .terms").wait_for()
            await settled(page, "#sheet")
            yield name
            table_id = page.table_id
            await self.friend.does(ActionKind.REMATCH, table_id)
            await page.press("rematch")
            await page.tab.wait_for_function("id => !location.pathname.includes(id)", arg=table_id)
            await page.at_version(1)
        await page.press("arm", what="abort")
        await page.press("abort")
        await page.locate("#sheet[data-name=result]").wait_for()
        await settled(page, "#sheet")
        yield "called off"
        await page.press("close")
        yield "the end of a game without its sheet"

    async def lists(self) -> AsyncIterator[str]:
        page = self.page
        await page.visit("/")
        await page.start("device")
        await page.visit("/")
        await page.locate("#hero [data-do=enter]").wait_for()
        yield "home with a game"
        async for name in self.dialogs("games", "top"):
            yield f"{name} with entries"

    async def tables_of_others(self) -> AsyncIterator[str]:
        page = self.page
        table = await self.friend.someone.opens()
        await page.visit(f"/t/{table.id}")
        await page.locate("#sheet[data-name=invitation]").wait_for()
        await settled(page, "#sheet")
        yield "invitation"
        await self.stranger.does(ActionKind.SIT, table.id)
        await page.at_version(2)
        yield "watching"
        await page.visit("/t/AAAAAAAAAAAAAAAAAAAAAA")
        await page.locate("#sheet[data-name=lost]").wait_for()
        await settled(page, "#sheet")
        yield "unknown table"

    async def banned(self) -> AsyncIterator[str]:
        page = self.page
        await page.visit("/")
        table_id = await page.start("computer")
        await self.house.runtime.hall.people.social.ban((await self.house.table(table_id)).players[0].id, "cheating")
        await page.locate("#status .badge.must").wait_for()
        yield "banned at a table"
        await page.visit("/")
        await page.locate("#home h2").wait_for()
        yield "banned at home"
        await page.visit("/learn")

    async def expired(self) -> AsyncIterator[str]:
        page = self.page
        await page.tab.evaluate("localStorage.setItem('dama.token', '\"no token\"')")
        await page.visit(launch_path("8.0", init="auth_date=1&hash=0", theme={"bg_color": "ours"}))
        await page.locate("#toast:not(:empty)").wait_for()
        yield "expired launch"


def tour_of(page: Page, house: House, friend: Elsewhere) -> Tour:
    """A tour on which `friend`, a Telegram account, is played against."""
    return Tour(page, house, friend, Elsewhere(house, guest("Cem")))
