"""Callback data: short enough for Telegram, read back as written, and nothing else read at all."""

from hypothesis import given
from hypothesis import strategies as st

from bot.callbacks import LONGEST, RULES, Choose, Deed, Do, Menu, Page, Pressed, Wish, parse
from hall.model import TableId

tables = st.text("ABCxyz019_-", min_size=22, max_size=22).map(TableId)
versions = st.integers(1, 36**4 - 1)
chosen = st.builds(Choose, tables, versions, st.lists(st.integers(0, 63), max_size=17).map(tuple))
done = st.builds(Do, tables, versions, st.sampled_from(Deed))
menus = st.builds(
    Menu,
    st.integers(0, 2**31),
    st.sampled_from(Page),
    st.sampled_from(Wish),
    st.sampled_from(sorted(RULES.values())),
    st.integers(0, 8),
)


@given(st.one_of(chosen, done, menus))
def test_data_is_short_enough_and_read_as_it_was_written(pressed: Pressed) -> None:
    data = pressed.pack()
    assert 1 <= len(data.encode()) <= LONGEST
    assert parse(data) == pressed


@given(st.text(max_size=80))
def test_whatever_is_read_is_written_in_the_same_way(data: str) -> None:
    pressed = parse(data)
    assert pressed is None or parse(pressed.pack()) == pressed


@given(st.one_of(chosen, done, menus), st.integers(0, 63), st.characters())
def test_one_wrong_letter_is_no_harm(pressed: Pressed, at: int, letter: str) -> None:
    data = pressed.pack()
    parse(data[:at] + letter + data[at + 1 :])
