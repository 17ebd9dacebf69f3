"""Every refusal has its sentence."""

import string

import pytest

from engine.refusal import RefusalCode
from hall.actions import Code, Refused
from hall.locales import languages, translator
from hall.texts import refusal_text


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("code", [*Code, *RefusalCode])
def test_every_refusal_is_a_sentence(code: str, language: str) -> None:
    for count in (1, 2, 5, 20):
        text = refusal_text(Refused(code, details={"count": count}), translator(language))
        assert text[0].isupper() or text[0] not in string.ascii_letters
        assert text.endswith((".", "؟", "?", "!"))
        assert "%" not in text


def test_the_sentence_names_the_count() -> None:
    english = translator("en")
    assert refusal_text(Refused(RefusalCode.MUST_CAPTURE, details={"count": 3}), english) == "You must take 3 pieces."
    assert refusal_text(Refused(RefusalCode.MUST_CAPTURE, details={"count": 1}), english) == "You must take a piece."
    assert "10 tables" in refusal_text(Refused(Code.TOO_MANY_TABLES, details={"count": 10}), english)
