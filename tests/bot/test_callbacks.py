"""Callback data: short enough for Telegram, read back as written, and nothing else read at all."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from bot.callbacks import LONGEST, Choose, Deed, Do, Menu, Page, Pressed, Set, Setting, parse
from bot.letters import CLOCKS, RULES, Wish
from bot.offer import Offer, OfferDeed, addressee, offered
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
SECRET = b"a secret"
numbers = st.integers(1, 2**52 - 1)
offers = st.builds(
    Offer,
    numbers,
    st.integers(0, 2**63 - 1),
    st.sampled_from(sorted(RULES.values())),
    st.sampled_from(sorted(CLOCKS)),
    st.booleans(),
    st.sampled_from(Wish),
    st.one_of(st.just(""), numbers.map(addressee), st.text("abc_9", min_size=5, max_size=32).map(addressee)),
)
offer_buttons = st.builds(offered, st.sampled_from(OfferDeed), offers, st.just(SECRET))
settings = st.builds(Set, st.sampled_from(Setting), st.sampled_from(["", "tr", "22-07", "Europe/Istanbul", "off"]))
buttons = st.one_of(chosen, done, menus, offer_buttons, settings)


@given(buttons)
def test_data_is_short_enough_and_read_as_it_was_written(pressed: Pressed) -> None:
    data = pressed.pack()
    assert 1 <= len(data.encode()) <= LONGEST
    assert parse(data) == pressed


@given(st.text(max_size=80))
def test_whatever_is_read_is_written_in_the_same_way(data: str) -> None:
    pressed = parse(data)
    assert pressed is None or parse(pressed.pack()) == pressed


@given(buttons, st.integers(0, 63), st.characters())
def test_one_wrong_letter_is_no_harm(pressed: Pressed, at: int, letter: str) -> None:
    data = pressed.pack()
    parse(data[:at] + letter + data[at + 1 :])


@given(offers, offers)
def test_an_invitation_is_believed_only_as_it_was_signed(offer: Offer, other: Offer) -> None:
    ours = offered(OfferDeed.SIT, offer, SECRET)
    assert ours.is_genuine(SECRET)
    assert not ours.is_genuine(b"another secret")
    assert offer == other or not replace(ours, offer=other).is_genuine(SECRET)
