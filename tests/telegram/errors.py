"""How Telegram says no."""

from typing import Any

from aiohttp import web


class ApiError(Exception):
    """An answer with `ok: false`: HTTP status, description and, sometimes, parameters such as `retry_after`."""

    def __init__(self, status: int, description: str, **parameters: Any) -> None:
        super().__init__(description)
        self.status, self.description, self.parameters = status, description, parameters

    def response(self) -> web.Response:
        """The HTTP answer."""
        body: dict[str, Any] = {"ok": False, "error_code": self.status, "description": self.description}
        if self.parameters:
            body["parameters"] = self.parameters
        return web.json_response(body, status=self.status)


def bad_request(reason: str) -> ApiError:
    """The commonest refusal."""
    return ApiError(400, f"Bad Request: {reason}")
