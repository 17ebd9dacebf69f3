"""Everything an operator can set, by environment variables or a `.env` file. The names are the fields in capitals."""

import re
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

Network = IPv4Network | IPv6Network
SECRET_LENGTH = 16
ROLES = ("web", "bot", "worker")
_SHORT_NAME = re.compile(r"([A-Za-z0-9_]{3,64})?", re.ASCII)


class SettingsError(Exception):
    """What is wrong with the settings, in one sentence an operator can act on."""


class Settings(BaseSettings):
    """The settings of one process. Secrets do not show when it is printed."""

    model_config = SettingsConfigDict(env_ignore_empty=True, extra="ignore", frozen=True, populate_by_name=True)

    role: str = Field(
        "all",
        description="What this process does: all, or some of web, bot and worker (which thinks for the computers), "
        "separated by commas.",
    )
    public_url: str = Field(
        "",
        description="The https address under which everybody reaches the board, like https://dama.example.org. "
        "Empty: only the local address.",
    )
    host: str = Field(
        "127.0.0.1",
        description="The address the web server listens on.",
    )
    port: int = Field(
        8080,
        ge=0,
        le=65535,
        description="The port the web server listens on; 0 lets the system choose.",
    )
    data_dir: Path = Field(
        Path("data"),
        description="The folder for the private store and the secret key.",
    )
    redis_url: SecretStr = Field(
        SecretStr(""),
        description="A Redis or Valkey to keep everything in, like redis://localhost:6379/0. "
        "Empty: a private one in the data folder.",
    )
    store_binary: str = Field(
        "",
        description="The valkey-server or redis-server for the private store. "
        "Empty: the one that came with the installation.",
    )
    secret_key: SecretStr = Field(
        SecretStr(""),
        description="Signs all tokens, at least 16 characters. Empty: made once and kept in the data folder. "
        "Required with REDIS_URL.",
    )
    secret_key_old: Annotated[tuple[SecretStr, ...], NoDecode] = Field(
        (),
        description="Earlier secret keys that are still believed, separated by commas.",
    )
    bot_token: SecretStr = Field(
        SecretStr(""),
        description="The token that BotFather gave for the bot. Empty: no bot, only the browser.",
    )
    bot_api_url: str = Field(
        "",
        description="Another Bot API server, like http://localhost:8081. Empty: Telegram's own.",
    )
    mini_app_name: str = Field(
        "",
        description="The short name of the Mini App at BotFather. Empty: its main Mini App, if it has one.",
    )
    webhook: bool = Field(
        False,
        description="Whether Telegram brings updates to PUBLIC_URL (true) instead of being asked for them (false).",
    )
    storage_chat: int = Field(
        0,
        description="The number of a chat in which the bot keeps pictures for messages that are sent inline. "
        "0: those show boards as text.",
    )
    trusted_proxies: Annotated[tuple[Network, ...], NoDecode] = Field(
        (),
        description="Addresses or networks whose X-Forwarded-For is believed, separated by commas.",
    )
    new_guests_per_hour: int = Field(
        20,
        ge=1,
        description="New guests per address and hour.",
    )
    open_tables: int = Field(
        10,
        ge=1,
        description="Tables one player may have running.",
    )
    sockets_per_player: int = Field(
        8,
        ge=1,
        description="Connections one player may hold.",
    )
    messages_per_second: int = Field(
        10,
        ge=1,
        description="Messages a second on one connection, before it is slowed down.",
    )
    message_bytes: int = Field(
        4096,
        ge=512,
        description="The longest message a browser may send, in bytes.",
    )
    thinking_per_player: int = Field(
        1,
        ge=1,
        description="Games of one player in which a computer may think at the same time.",
    )
    thinkers: int = Field(
        0,
        ge=0,
        le=64,
        description="Searches that may run at the same time. 0: one for each processor.",
    )
    candy_win: int = Field(
        15,
        ge=0,
        description="Candy for a win against a person.",
    )
    candy_draw: int = Field(
        8,
        ge=0,
        description="Candy for a draw against a person.",
    )
    candy_loss: int = Field(
        5,
        ge=0,
        description="Candy for a loss against a person.",
    )
    candy_win_computer: int = Field(
        6,
        ge=0,
        description="Candy for a win against the computer.",
    )
    candy_a_day: int = Field(
        100,
        ge=0,
        description="The most candy a player gets on one of the player's own days.",
    )
    points_win: int = Field(
        26,
        ge=0,
        description="Ladder points for a win in a rated game.",
    )
    points_draw: int = Field(
        9,
        ge=0,
        description="Ladder points for a draw in a rated game.",
    )
    points_loss: int = Field(
        4,
        ge=0,
        description="Ladder points for a loss in a rated game.",
    )
    reward_plies: int = Field(
        16,
        ge=0,
        description="Moves, both sides' counted, below which a game pays neither candy nor points.",
    )
    reward_games_a_pair: int = Field(
        10,
        ge=1,
        description="Games a day for which the same two players get candy and points.",
    )
    badge_wins: int = Field(
        5,
        ge=1,
        description="Wins against other people that bring the badge The Long Board.",
    )
    rating_start: float = Field(
        1500.0,
        gt=0,
        description="The Glicko-2 rating of a newcomer.",
    )
    rating_deviation: float = Field(
        350.0,
        gt=0,
        description="The rating deviation of a newcomer.",
    )
    rating_volatility: float = Field(
        0.06,
        gt=0,
        description="The volatility of a newcomer.",
    )
    rating_tau: float = Field(
        0.5,
        gt=0,
        description="How much the volatility may change: the system constant of Glicko-2.",
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        "INFO",
        description="How much is logged: DEBUG, INFO, WARNING or ERROR.",
    )
    log_format: Literal["text", "json"] = Field(
        "text",
        description="How it is logged: text for people, or json, one object a line, for programs.",
    )

    @field_validator("trusted_proxies", mode="before")
    @classmethod
    def _networks(cls, value: Any) -> Any:
        try:
            return [ip_network(part, strict=False) if isinstance(part, str) else part for part in value]
        except ValueError as error:
            raise ValueError("should be addresses or networks, separated by commas") from error

    # Of validators that run before, the one defined last runs first: it makes the list the one above reads.
    @field_validator("secret_key_old", "trusted_proxies", mode="before")
    @classmethod
    def _listed(cls, value: Any) -> Any:
        return _parts(value) if isinstance(value, str) else value

    @field_validator("public_url", "bot_api_url")
    @classmethod
    def _address(cls, value: str) -> str:
        if not value:
            return value
        parts = urlsplit(value)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise ValueError("should be an address like https://dama.example.org")
        return value.rstrip("/")

    @field_validator("mini_app_name")
    @classmethod
    def _short_name(cls, value: str) -> str:
        if _SHORT_NAME.fullmatch(value) is None:
            raise ValueError("should be the app's short name: 3 to 64 letters, digits and underscores")
        return value

    @field_validator("role")
    @classmethod
    def _known_roles(cls, value: str) -> str:
        if not set(_parts(value)) <= {"all", *ROLES} or not _parts(value):
            raise ValueError("should be all, or some of web, bot and worker, separated by commas")
        return value

    @field_validator("redis_url")
    @classmethod
    def _store_address(cls, value: SecretStr) -> SecretStr:
        text = value.get_secret_value()
        if text and urlsplit(text).scheme not in ("redis", "rediss", "unix"):
            raise ValueError("should be an address like redis://localhost:6379/0")
        return value

    @field_validator("secret_key")
    @classmethod
    def _long_enough(cls, value: SecretStr) -> SecretStr:
        if 0 < len(value.get_secret_value()) < SECRET_LENGTH:
            raise ValueError(f"should have at least {SECRET_LENGTH} characters")
        return value

    @model_validator(mode="after")
    def _shared_store_needs_shared_secret(self) -> Self:
        if self.redis_url.get_secret_value() and not self.secret_key.get_secret_value():
            raise ValueError("SECRET_KEY should be set when REDIS_URL is, so that all processes sign alike")
        return self

    @model_validator(mode="after")
    def _bot_needs_token(self) -> Self:
        if "bot" in _parts(self.role) and not self.bot_token.get_secret_value():
            raise ValueError("BOT_TOKEN should be set where ROLE names bot")
        return self

    @model_validator(mode="after")
    def _webhook_needs_public_face(self) -> Self:
        if self.webhook and not self.has_public_face:
            raise ValueError("WEBHOOK should be set only together with PUBLIC_URL, an https address")
        return self

    @property
    def roles(self) -> frozenset[str]:
        """What this process does, of web, bot and worker."""
        named = _parts(self.role)
        return frozenset(ROLES) if "all" in named else frozenset(named)

    @property
    def bot_number(self) -> str:
        """The number of the bot's account, which its token begins with; '' without a bot."""
        return self.bot_token.get_secret_value().partition(":")[0]

    @property
    def has_public_face(self) -> bool:
        """Whether Telegram can show the board: only under https."""
        return self.public_url.startswith("https://")


def _parts(value: str) -> list[str]:
    return [part.strip() for part in value.split(",") if part.strip()]


def load_settings(env_file: Path | None = Path(".env"), **overrides: Any) -> Settings:
    """The settings of the environment and, below it, of a file. Raises SettingsError with one sentence."""
    try:
        return Settings(**{"_env_file": env_file, **overrides})
    except ValidationError as error:
        raise SettingsError(_sentence(error)) from error


def _sentence(error: ValidationError) -> str:
    """Which variable is wrong and how, never what was given: it may be a secret."""
    faults = []
    for fault in error.errors():
        name = str(fault["loc"][0]).upper() if fault["loc"] else ""
        reason = fault["msg"].removeprefix("Value error, ").removeprefix("Input ")
        faults.append(f"{name} {reason}".strip())
    return "; ".join(faults) + "."
