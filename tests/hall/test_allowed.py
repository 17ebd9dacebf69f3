"""Random histories of a table: what is shown as allowed is what is done, and a refusal changes nothing."""

from dataclasses import replace

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from engine.board import Side
from engine.clock import TimeControl
from hall.actions import Action, ActionKind, Opening, Refused
from hall.allowed import allowed
from hall.change import Change
from hall.judge import judge
from hall.model import Actor, Computer, Player, Seat, Status, Table, Terms, is_player
from hall.opening import Lots, open_table
from tests.hall.people import ADA, ANNA, BIRGUL, CEM, table_id

LOTS = Lots(b"lots")
NOW = 1_800_000_000_000
ACTORS: list[Actor] = [ADA, BIRGUL, ANNA, CEM, Computer(3)]

openings = st.sampled_from(
    [
        (Terms(), None),
        (Terms(time=TimeControl(180_000)), None),
        (Terms("federation", rated=True), None),
        (Terms("federation"), BIRGUL),
        (Terms(one_device=True), None),
        (Terms(), Computer(3)),
    ]
)
# The kinds that end a game are rare, so that histories grow long.
kinds = st.sampled_from([*[ActionKind.MOVE] * 12, *ActionKind, ActionKind.OFFER_DRAW, ActionKind.ASK_TAKEBACK])
steps = st.lists(st.tuples(st.sampled_from(ACTORS), kinds, st.integers(0, 999)), min_size=20, max_size=60)


def asked(table: Table, actor: Actor, kind: ActionKind, number: int = 0, side: Side | None = None) -> Change | Refused:
    moves = table.game.legal_moves()
    text = str(moves[number % len(moves)]) if kind is ActionKind.MOVE and moves else ""
    return judge(table, actor, Action(kind, table.id, side, table.version, "op", text), NOW)


def opened(terms: Terms, opponent: Seat | None) -> Table:
    change = open_table(ADA, Opening(terms, Side.WHITE, opponent, "op"), LOTS, NOW)
    assert isinstance(change, Change)
    return change.table


def check(table: Table) -> None:
    """What must be true of every table."""
    assert (table.game.outcome is not None) == (table.status is Status.FINISHED)
    assert table.moved_version <= table.version
    assert table.status is Status.PLAYING or (table.draw_offer is None and table.takeback_offer is None)
    assert (table.status is Status.OPEN) <= (table.white is None or table.black is None)
    if table.clock is not None:
        running = table.status is Status.PLAYING and table.game.ply >= 2
        assert table.clock.running is (table.game.turn if running else None)


def check_shown(table: Table, player: Player) -> None:
    shown = allowed(table, player.id)
    if ActionKind.ACCEPT_DRAW in shown:
        shown |= {ActionKind.OFFER_DRAW}  # two offers are an agreement, but the button says accept
    for kind in ActionKind:
        answers = [asked(table, player, kind, side=side) for side in (None, *Side)]
        assert (kind in shown) == any(isinstance(answer, Change) for answer in answers), kind


@settings(max_examples=60, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(openings, steps)
def test_what_is_shown_as_allowed_is_what_is_done(
    opening: tuple[Terms, Seat | None], history: list[tuple[Actor, ActionKind, int]]
) -> None:
    table = opened(*opening)
    for actor, kind, number in history:
        check(table)
        answer = asked(table, actor, kind, number)
        if isinstance(answer, Refused):
            assert answer.table == table
            continue
        assert answer.event.version == answer.table.version == table.version + 1
        assert answer.event.awaits_computer == answer.table.awaits_computer
        assert answer.event.over == (not answer.table.status.running)
        table = answer.table
        if kind is ActionKind.REMATCH and table.rematch == frozenset(Side):
            table = replace(table, next=table_id("next"))
    check(table)
    for player in filter(is_player, ACTORS):
        check_shown(table, player)


def test_a_guest_is_not_shown_a_seat_at_a_rated_table() -> None:
    table = opened(Terms(rated=True), None)
    assert allowed(table, ANNA.id) == frozenset()
    assert allowed(table, BIRGUL.id) == frozenset({ActionKind.SIT})
    assert allowed(table, ADA.id) == frozenset({ActionKind.ABORT})
