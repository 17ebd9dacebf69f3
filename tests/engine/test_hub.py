"""The Hub protocol, line by line."""

from collections.abc import Iterator
from threading import Event

import pytest

from engine.hub import Hub


class Conversation:
    """A hub, and what it has said. Lines are handed over one by one, so that its answers can be awaited."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self._awaited = ""
        self._heard = Event()

    def hear(self, text: str) -> None:
        self.said.append(text)
        if self._awaited and text.startswith(self._awaited):
            self._heard.set()

    def run(self, *script: str) -> list[str]:
        """Say these lines; `<word` waits until an answer begins with the word."""

        def lines() -> Iterator[str]:
            for number, line in enumerate(script):
                following = script[number + 1] if number + 1 < len(script) else ""
                if following.startswith("<"):
                    self._heard.clear()
                    self._awaited = following[1:]
                if line.startswith("<"):
                    assert self._heard.wait(20)
                else:
                    yield line

        Hub(self.hear).serve(lines())
        return self.said


@pytest.fixture
def talk() -> Conversation:
    return Conversation()


def test_it_introduces_itself_and_gets_ready(talk: Conversation) -> None:
    said = talk.run("hub", "set-param name=variant value=turkish", "init", "ping", "quit")
    assert said[0].startswith("id name=Dama")
    assert said[-3:] == ["wait", "ready", "pong"]


def test_it_thinks_and_answers_with_a_move_in_our_notation(talk: Conversation) -> None:
    said = talk.run('pos moves="d3-d4 a6-a5"', "level nodes=3000", "go think", "<done", "quit")
    assert said[-1].startswith("done move=")
    assert said[0].startswith("info depth=1 score=")
    assert 'pv="' in said[0]


def test_positions_are_our_fen_and_rule_sets_can_be_named(talk: Conversation) -> None:
    said = talk.run("pos pos=W:We6,a2:Be7,h3,Kb8,e2 rules=crowned", "level depth=2", "go think", "<done", "quit")
    assert said[-1].split()[1] == "move=e6xe8xa8"


def test_an_analysis_goes_on_until_it_is_stopped(talk: Conversation) -> None:
    said = talk.run("pos", "go analyze", "<info depth=5", "stop", "quit")
    assert [line for line in said if line.startswith("done")]


def test_a_ponder_hit_turns_pondering_into_thinking(talk: Conversation) -> None:
    said = talk.run("pos", "level nodes=2000", "go ponder", "<info depth=3", "ponder-hit", "<done", "quit")
    assert len([line for line in said if line.startswith("done")]) == 1


def test_a_clock_is_shared_out(talk: Conversation) -> None:
    said = talk.run("pos", "level time=1.5 moves=30 inc=0.01", "go think", "<done", "quit")
    assert said[-1].startswith("done")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("dance", "no command dance"),
        ("set-param name=variant value=frisian", "frisian"),
        ("set-param name=colour value=red", "colour"),
        ("set-param name=configuration value=zeroth", "zeroth"),
        ("set-param name=threads value=0", "whole number"),
        ("set-param name=memory value=0", "whole number"),
        ("pos pos=W:Wz9:Ba7", "z9"),
        ("pos rules=chess", "chess"),
        ('pos moves="a1-a2"', "a1-a2"),
        ('pos moves="d3-d4', "quotation"),
        ("level move-time=soon", "soon"),
        ("ponder-hit", "pondered"),
    ],
)
def test_what_cannot_be_followed_is_answered_by_an_error(talk: Conversation, line: str, said: str) -> None:
    answer = talk.run(line, "ping", "quit")
    assert answer[0].startswith("error message=")
    assert said in answer[0]
    assert answer[1] == "pong"


def test_a_finished_game_is_not_searched(talk: Conversation) -> None:
    assert "over" in talk.run("pos pos=B:Wd6:B", "go think", "quit")[0]
