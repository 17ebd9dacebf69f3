"""What a player has and how it is shown: candy, points, ratings, badges, and the time zone the player's days follow."""

from collections.abc import Mapping
from dataclasses import dataclass

from hall.days import Days, is_zone
from hall.ledger import Ledger
from hall.model import Person, PlayerId, Table
from hall.ports import Now
from hall.ratings import DAY_MS, UNSURE, Rating, Shown
from hall.rewards import RewardRules

DEFAULT_DAYS = Days()
DAYS_BACK = 9
"""What a day paid is kept for eight; by other zones than UTC the dates are up to two further on."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A player as shown to the player: `candy_left` is what the present day still allows.

    `ratings`: by rule set, only where a rated game was played, its deviation grown by the days since. `badges`: when
    they were won (ms). `zone` holds now; `coming_zone` from the end of the present day on, '' where nothing changes.
    """

    candy: int
    candy_left: int
    points: int
    wins: int
    ratings: Mapping[str, Rating]
    badges: Mapping[str, int]
    zone: str
    coming_zone: str


class Players:
    """The players' records. All methods may raise StoreDown."""

    def __init__(self, ledger: Ledger, now: Now, rules: RewardRules) -> None:
        self._ledger, self._now, self._rules = ledger, now, rules

    async def profile(self, player_id: PlayerId) -> Profile:
        """What a player has; all zero for somebody nobody knows."""
        record, now = await self._ledger.record(player_id), await self._now()
        spent = await self._ledger.candy_on(player_id, record.days.day(now).isoformat())
        days, most = record.days.at(now), self._rules.ratings.newcomer.deviation
        return Profile(
            candy=record.candy,
            candy_left=max(0, self._rules.candy_a_day - spent),
            points=record.points,
            wins=record.wins,
            ratings={name: each.grown(each.days_until(now), most) for name, each in record.ratings.items()},
            badges=record.badges,
            zone=days.zone,
            coming_zone=days.coming,
        )

    async def rating(self, player_id: PlayerId, rules: str) -> Rating:
        """A player's rating under a rule set; a newcomer's before the first rated game."""
        record = await self._ledger.record(player_id)
        return record.ratings.get(rules, self._rules.ratings.newcomer)

    async def shown(self, table: Table) -> Mapping[PlayerId, Shown]:
        """The present ratings of a table's Telegram accounts under its rule set, if that is one with ratings."""
        people = [player for player in table.players if isinstance(player, Person)]
        if not people or not table.game.rules.rateable or table.terms.one_device:
            return {}
        now, most = await self._now(), self._rules.ratings.newcomer.deviation
        found = {}
        for person in people:
            rating = await self.rating(person.id, table.terms.rules)
            unsure = rating.grown(rating.days_until(now), most).deviation > UNSURE
            found[person.id] = Shown(rating.shown, unsure)
        return found

    async def report_zone(self, player_id: PlayerId, zone: str) -> bool:
        """What a browser says of the player's time zone; False if there is no such zone.

        It holds from the end of the player's present day on, unless the player has chosen one.
        """
        return await self._move(player_id, zone, chosen=False)

    async def choose_zone(self, player_id: PlayerId, zone: str) -> bool:
        """The time zone the player wants, from the end of the present day on; False if there is no such zone."""
        return await self._move(player_id, zone, chosen=True)

    async def _move(self, player_id: PlayerId, zone: str, *, chosen: bool) -> bool:
        if not is_zone(zone):
            return False
        days = (await self._ledger.record(player_id)).days
        moved = days.moved(zone, await self._now(), chosen=chosen)
        if moved != days:
            await self._ledger.keep_days(player_id, moved)
        return True

    async def forget(self, player_id: PlayerId) -> None:
        """Delete what a player has, and take the player off every leaderboard."""
        await self._ledger.forget(player_id, remembered_days(await self._now()))


def remembered_days(now_ms: int) -> list[str]:
    """The dates (ISO), in any time zone, of all days whose payments may still be remembered."""
    return [DEFAULT_DAYS.day(now_ms + distance * DAY_MS).isoformat() for distance in range(-DAYS_BACK, 3)]
