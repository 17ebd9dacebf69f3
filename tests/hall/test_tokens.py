"""Tokens: what was signed is believed until it expires, and nothing else is."""

import json
import stat
import threading
from base64 import urlsafe_b64encode
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hall.model import Guest, Person, Player
from hall.tokens import DAY_MS, Claim, TokenError, Tokens, kept_secret
from tests.hall.people import ADA, ANNA

NOW = 1_800_000_000_000
TOKENS = Tokens(b"a secret of the house")


@pytest.mark.parametrize(("player", "days"), [(ANNA, 365), (ADA, 30)])
def test_a_token_tells_who_somebody_is_until_it_expires(player: Player, days: int) -> None:
    token = TOKENS.issue(player, NOW)
    assert TOKENS.read(token, NOW) == Claim(player, NOW + days * DAY_MS, renew=False)
    assert TOKENS.read(token, NOW + days * DAY_MS - 1).player == player
    with pytest.raises(TokenError, match="expired"):
        TOKENS.read(token, NOW + days * DAY_MS)


def test_a_token_a_day_old_is_to_be_renewed() -> None:
    token = TOKENS.issue(ADA, NOW)
    assert not TOKENS.read(token, NOW + DAY_MS - 1).renew
    assert TOKENS.read(token, NOW + DAY_MS).renew


def test_an_old_key_is_still_believed_and_its_tokens_are_to_be_renewed() -> None:
    token = Tokens(b"old").issue(ADA, NOW)
    assert Tokens(b"new", [b"older", b"old"]).read(token, NOW) == Claim(ADA, NOW + 30 * DAY_MS, renew=True)
    with pytest.raises(TokenError):
        Tokens(b"new").read(token, NOW)


@given(st.text(max_size=200))
def test_whatever_else_is_no_token(text: str) -> None:
    with pytest.raises(TokenError):
        TOKENS.read(text, NOW)


@given(st.data())
def test_no_letter_of_a_token_can_be_changed(data: st.DataObject) -> None:
    token = TOKENS.issue(ANNA, NOW)
    place = data.draw(st.integers(0, len(token) - 1))
    letter = data.draw(st.characters().filter(lambda char: char != token[place]))
    with pytest.raises(TokenError):
        TOKENS.read(token[:place] + letter + token[place + 1 :], NOW)


@pytest.mark.parametrize("claim", [[], {}, None, 7, ["g"], ["g", "guest:x", "n", "en", 0, NOW * 2], ["p"] * 6, "text"])
def test_what_an_earlier_program_signed_otherwise_is_refused(claim: object) -> None:
    body = urlsafe_b64encode(json.dumps(claim).encode()).rstrip(b"=").decode()
    good = TOKENS.issue(ANNA, NOW)
    signed = Tokens(b"a secret of the house")
    signature = signed_by(signed, body)
    assert signed_by(signed, good.split(".")[0]) == good.split(".")[1]
    with pytest.raises(TokenError):
        TOKENS.read(f"{body}.{signature}", NOW)


def signed_by(tokens: Tokens, body: str) -> str:
    from hall.tokens import _base64, _signature

    return _base64(_signature(tokens._keys[0], body))


@given(st.text(max_size=64), st.sampled_from(["en", "tr", "ar"]))
def test_names_in_any_script_are_kept_but_what_cannot_be_seen(name: str, language: str) -> None:
    guest = Guest(ANNA.id, name, language)
    read = TOKENS.read(TOKENS.issue(guest, NOW), NOW).player
    assert (read.id, read.language) == (guest.id, language)
    assert "\n" not in read.name
    assert "\u202e" not in read.name


def test_a_telegram_account_and_a_guest_are_not_confused() -> None:
    for player in (ADA, ANNA):
        assert isinstance(TOKENS.read(TOKENS.issue(player, NOW), NOW).player, Person if player is ADA else Guest)


def test_the_secret_of_a_folder_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    secret = kept_secret(folder)
    assert len(secret) >= 48
    assert kept_secret(folder) == secret
    assert stat.S_IMODE((folder / "secret.key").stat().st_mode) == 0o600
    assert [path.name for path in folder.iterdir()] == ["secret.key"]


def test_two_that_make_it_at_once_have_the_same(tmp_path: Path) -> None:
    secrets: list[bytes] = []
    together = threading.Barrier(8)

    def make() -> None:
        together.wait()
        secrets.append(kept_secret(tmp_path))

    threads = [threading.Thread(target=make) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(secrets) == 8
    assert len(set(secrets)) == 1
