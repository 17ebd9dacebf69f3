"""Reading a request as Telegram does, and checking it against aiogram's model of the method."""

import inspect
import json
import types
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Union, get_args, get_origin

import aiogram.methods
from aiogram.methods.base import TelegramMethod
from aiohttp import BodyPartReader, web
from pydantic import ValidationError

from tests.telegram.errors import ApiError, bad_request

METHODS: dict[str, type[TelegramMethod[Any]]] = {
    model.__api_method__.lower(): model
    for model in vars(aiogram.methods).values()
    if inspect.isclass(model) and issubclass(model, TelegramMethod) and model is not TelegramMethod
}
UPLOAD = "attach://"


@dataclass
class Call:
    """One request: the method's name, its parameters as JSON values, the files that came with it, and when it came.

    `via`: what stood before the method in the address, so that processes of one bot can be told apart.
    """

    method: str
    fields: dict[str, Any]
    files: dict[str, bytes] = field(default_factory=dict)
    at: float = 0.0
    via: str = ""

    def get(self, name: str, default: Any = None) -> Any:
        """A parameter."""
        return self.fields.get(name, default)


async def read_call(request: web.Request) -> Call:
    """The call in a request; ApiError when Telegram would not understand it."""
    model = METHODS.get(request.match_info["method"].lower())
    if model is None:
        raise ApiError(404, "Not Found")
    values, files = await _read_body(request)
    unknown = set(values) - set(model.model_fields) - set(files)
    if unknown:
        raise bad_request(f"unknown parameters {sorted(unknown)}")
    call = Call(model.__api_method__, {name: _value(model, name, value) for name, value in values.items()}, files)
    _validate(model, call)
    return call


async def _read_body(request: web.Request) -> tuple[dict[str, Any], dict[str, bytes]]:
    if request.content_type == "application/json":
        return await request.json(), {}
    if request.content_type != "multipart/form-data":
        return {**request.query, **dict(await request.post())}, {}
    values: dict[str, Any] = {}
    files: dict[str, bytes] = {}
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        name = part.name or ""
        if part.filename:
            files[name] = bytes(await part.read())
        else:
            values[name] = await part.text()
    return values, files


def _value(model: type[TelegramMethod[Any]], name: str, value: Any) -> Any:
    """Form fields are texts: those of a type that is no text are JSON."""
    if not isinstance(value, str) or name not in model.model_fields:
        return value
    if name == "chat_id":
        return int(value) if value.lstrip("-").isdigit() else value
    if str in _types(model.model_fields[name].annotation):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value


def _types(annotation: Any) -> Iterable[Any]:
    if get_origin(annotation) in (Union, types.UnionType):
        for part in get_args(annotation):
            yield from _types(part)
    else:
        yield annotation


def _validate(model: type[TelegramMethod[Any]], call: Call) -> None:
    for name, value in call.fields.items():
        if isinstance(value, str) and value.startswith(UPLOAD) and value.removeprefix(UPLOAD) not in call.files:
            raise bad_request(f"file {name} was not sent")
    try:
        model.model_validate(call.fields)
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors())
        raise bad_request(faults[:300]) from error
