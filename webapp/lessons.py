"""The lessons as the page receives them: one document a language, its boards worked out by the engine beforehand."""

import json
from functools import lru_cache
from typing import Any

from aiohttp import web

from engine.game import Step
from hall.lessons import CHAPTERS, Block, Chapter, Diagram, Heading, Lines, Question
from hall.locales import Translator, closest, translator
from webapp.assets import Asset
from webapp.pieces import path_view, pieces_view


async def learn(request: web.Request) -> web.Response:
    """The lessons in the language that is nearest to the one asked for; the browser asks each time if they changed."""
    return _document(closest(request.match_info["language"])).response(request, "no-cache")


@lru_cache(16)
def _document(language: str) -> Asset:
    found = json.dumps(lessons_view(language), ensure_ascii=False, separators=(",", ":"))
    return Asset.of(found.encode(), "application/json")


def lessons_view(language: str) -> dict[str, Any]:
    """{"language", "chapters": [{"name", "title", "blocks": [BLOCK…]}]}.

    BLOCK = {"h": heading} | {"p": sentences} | {"list": [line…]} | {"q": question, "p": answer} | {"p": caption,
    "board": {"pieces", "steps": [{"path", "taken", "pieces", "side", "said"}]}}; a step's pieces stand after it.
    """
    texts = translator(language)
    return {"language": language, "chapters": [_chapter(chapter, texts) for chapter in CHAPTERS]}


def _chapter(chapter: Chapter, texts: Translator) -> dict[str, Any]:
    blocks = [_block(block, texts) for block in chapter.blocks]
    return {"name": chapter.name, "title": texts.gettext(chapter.title), "blocks": blocks}


def _block(block: Block, texts: Translator) -> dict[str, Any]:
    if isinstance(block, Heading):
        return {"h": texts.gettext(block.text)}
    if isinstance(block, Lines):
        return {"list": [line.say(texts) for line in block.lines]}
    if isinstance(block, Question):
        return {"q": texts.gettext(block.question), "p": texts.gettext(block.answer)}
    if isinstance(block, Diagram):
        steps = [_step(step) for step in block.steps()]
        return {"p": texts.gettext(block.text), "board": {"pieces": pieces_view(block.position), "steps": steps}}
    return {"p": texts.gettext(block.text)}


def _step(step: Step) -> dict[str, Any]:
    move = step.after.moves[-1]
    pieces = pieces_view(step.after.position)
    return {**path_view(move), "pieces": pieces, "side": step.before.turn.value, "said": str(move)}
