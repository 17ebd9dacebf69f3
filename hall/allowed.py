"""What a player may ask for just now: the buttons both faces show. Nothing here decides; judge.py does, again."""

from engine.board import Side
from hall.actions import ActionKind
from hall.model import PlayerId, Status, Table
from hall.questions import moves_until_offer
from hall.timing import claimable


def allowed(
    table: Table, player_id: PlayerId, *, telegram: bool | None = None, now_ms: int | None = None
) -> frozenset[ActionKind]:
    """The kinds of action that would not be refused to this player now (a move may still be illegal).

    `telegram` says whether somebody who is not seated yet has a Telegram account; by default the id tells. `now_ms` is
    the store's time, without which a game is found abandoned only after that was told.
    """
    sides = table.sides_of(player_id)
    if not sides:
        account = player_id.startswith("tg:") if telegram is None else telegram
        return _for_visitors(table, account)
    if table.status is Status.OPEN:
        return frozenset({ActionKind.ABORT})
    if table.status is Status.FINISHED:
        wished = table.next is not None or set(sides) <= table.rematch
        return frozenset() if wished else frozenset({ActionKind.REMATCH})
    if table.status is Status.PLAYING:
        return frozenset().union(*(_in_play(table, side, now_ms) for side in sides))
    return frozenset()


def _for_visitors(table: Table, account: bool) -> frozenset[ActionKind]:
    free = any(table.seat(side) is None for side in Side)
    if free and table.status is Status.OPEN and (account or not table.terms.rated):
        return frozenset({ActionKind.SIT})
    return frozenset()


def _in_play(table: Table, side: Side, now_ms: int | None) -> set[ActionKind]:
    kinds = {ActionKind.RESIGN} | _draws(table, side) | _takebacks(table, side)
    if table.game.turn is side:
        kinds.add(ActionKind.MOVE)
    if table.game.ply < 2:
        kinds.add(ActionKind.ABORT)
    told = table.game.turn is side.other and table.left_version == table.moved_version
    if told or (now_ms is not None and claimable(table, side, now_ms)):
        kinds.add(ActionKind.CLAIM)
    return kinds


def _draws(table: Table, side: Side) -> set[ActionKind]:
    if table.draw_offer is side.other:
        return {ActionKind.ACCEPT_DRAW, ActionKind.DECLINE_DRAW}
    if table.terms.one_device:
        return {ActionKind.OFFER_DRAW}
    limit = table.game.rules.draw_offers_per_side
    spent = limit is not None and len(table.offers(side)) >= limit
    if table.draw_offer is side or spent or moves_until_offer(table, side) > 0:
        return set()
    return {ActionKind.OFFER_DRAW}


def _takebacks(table: Table, side: Side) -> set[ActionKind]:
    if table.terms.rated:
        return set()
    if table.takeback_offer is side.other:
        return {ActionKind.GRANT_TAKEBACK, ActionKind.DECLINE_TAKEBACK}
    own_moves = table.game.ply if table.terms.one_device else _moved(table, side)
    return {ActionKind.ASK_TAKEBACK} if table.takeback_offer is None and own_moves > 0 else set()


def _moved(table: Table, side: Side) -> int:
    return (table.game.ply + (side is table.game.start.turn)) // 2
