"""What follows an action: its answer, and the table shown where it was asked for and everywhere else."""

from bot.visit import Visit
from hall.actions import Done, Refused
from hall.ports import EventKind


async def report(visit: Visit, answer: Done | Refused, toast: str = "") -> None:
    """Answer an action, and show what became of the table: here at once, elsewhere as soon as their turn comes."""
    if isinstance(answer, Refused):
        await visit.refuse(answer)
    else:
        await visit.answer(toast)
    if answer.table is None:
        return
    if visit.is_private:
        await visit.services.living.show(answer.table, visit.reader, pressed=visit.message)
    elif visit.inline:  # a card that was sent by a player lives from its first press on
        await visit.services.living.show(answer.table, visit.reader)
    event = answer.event if isinstance(answer, Done) else None
    if event is not None and event.kind is EventKind.SAT and not visit.is_private:
        await visit.services.living.show(answer.table, visit.private_reader)  # who sits down in a chat plays in one
    await visit.services.living.refresh(answer.table, event)
