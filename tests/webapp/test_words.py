"""The page's sentences: what its scripts say is there, nothing else is, and a language weighs little."""

import gzip
import json
import re
from pathlib import Path

import pytest

import webapp
from engine.ai.levels import LEVELS
from hall.locales import languages
from webapp.words import WORDS, word_files, words

SCRIPTS = "\n".join(path.read_text("utf-8") for path in (Path(webapp.__file__).parent / "static").rglob("*.js"))
# Said by names that are put together: pieces, reasons why a game is over, levels.
FAMILIES = re.compile(r"[wb][mk]|level\d(is)?|" + "|".join(key for key in WORDS if " " in key))
REASONS = {"blocked", "resignation", "time", "abandonment", "repetition", "agreement"}
LIMIT = 12 * 1024


def test_every_word_the_scripts_say_is_there() -> None:
    assert set(re.findall(r'\bsay\("([^"]+)"', SCRIPTS)) <= set(WORDS)


def test_no_word_is_left_over() -> None:
    named = set(re.findall(r"\w+", SCRIPTS)) | REASONS
    assert [key for key in WORDS if key not in named and not FAMILIES.fullmatch(key)] == []


@pytest.mark.parametrize("language", languages())
def test_the_texts_of_a_language_weigh_at_most_12_kilobytes_as_they_are_sent(language: str) -> None:
    assert len(gzip.compress(word_files()[f"texts/{language}.json"], 9)) <= LIMIT


def test_a_file_holds_every_word_with_the_plural_forms_of_its_language() -> None:
    russian = json.loads(word_files()["texts/ru.json"])
    assert russian["language"] == "ru"
    assert russian["words"] == words("ru")
    assert set(russian["words"]) == set(WORDS)
    assert russian["words"]["moves"] == {
        "one": "{n} \u0445\u043e\u0434",
        "few": "{n} \u0445\u043e\u0434\u0430",
        "many": "{n} \u0445\u043e\u0434\u043e\u0432",
        "other": russian["words"]["moves"]["other"],
    }


def test_english_needs_no_catalogue() -> None:
    assert words("en")["moves"] == {"one": "{n} move", "other": "{n} moves"}


def test_no_letter_is_made_large_or_small_by_rules_that_do_not_know_turkish() -> None:
    styles = "\n".join(path.read_text("utf-8") for path in (Path(webapp.__file__).parent / "static").rglob("*.css"))
    assert "text-transform" not in styles
    assert "UpperCase" not in SCRIPTS
    # Of a language tag, which is ASCII.
    assert re.findall(r"[^\n]*LowerCase[^\n]*", SCRIPTS) == re.findall(r"[^\n]*root\.lang = [^\n]*", SCRIPTS)


def test_what_is_said_of_the_levels_is_what_they_do() -> None:
    for level in LEVELS:
        told = str(WORDS[f"level{level.number}is"])
        if level.limit.nodes and not level.limit.depth:
            assert f"{level.limit.nodes:,} positions" in told
        elif level.limit.depth and level.number > 1:
            assert {4: "two", 6: "three"}[level.limit.depth] in told
