"""A board picture that is yet to be drawn: what it shows, under a name that equal pictures share."""

import hashlib
from dataclasses import dataclass

from bot.choosing import NO_DUTY, Duty
from engine.board import Move, Position
from hall.picture_parts import LookName
from hall.pictures import board_picture

WOODEN = frozenset({"tr", "ar", "az", "ku", "fa", "hy", "el"})
"""Languages of the countries in which the wooden board is at home; elsewhere the board is the candy one."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A board picture to be drawn."""

    position: Position
    look: LookName
    turned: bool = False
    last: Move | None = None
    duty: Duty = NO_DUTY

    @property
    def key(self) -> str:
        """A name that equal pictures share."""
        return hashlib.blake2b(repr((self, self.last and self.last.landings)).encode(), digest_size=12).hexdigest()

    def draw(self) -> bytes:
        """The picture as JPEG."""
        return board_picture(
            self.position,
            look=self.look,
            turned=self.turned,
            last=self.last,
            rings=self.duty.rings,
            takes=self.duty.takes,
            maybe=self.duty.maybe,
        )


def look_for(language: str, chosen: str = "") -> LookName:
    """The look somebody has chosen, else the one that is at home where the language is spoken."""
    if chosen:
        return "wood" if chosen == "wood" else "candy"
    return "wood" if language.split("-")[0].lower() in WOODEN else "candy"
