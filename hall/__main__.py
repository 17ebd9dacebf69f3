"""The operator's tools: `python -m hall COMMAND`, on the store that the settings name."""

import argparse
import asyncio
import sys
from collections.abc import Coroutine
from pathlib import Path

from hall import desk, tools
from hall.logs import configure_logging
from hall.model import is_player_id
from hall.ports import StoreDown
from hall.settings import Settings, SettingsError, load_settings
from hall.store.backup import BackupError


def main(arguments: list[str] | None = None) -> int:
    """Do one thing; exit status 0 if all is well, 1 if something is wrong, 2 if it cannot be understood."""
    asked = _parser().parse_args(arguments)
    try:
        settings = load_settings(log_level="WARNING")
        configure_logging(settings)
        return asyncio.run(_work(asked, settings))
    except (SettingsError, BackupError) as error:
        print(error, file=sys.stderr)
    except StoreDown:
        print("The store does not answer.", file=sys.stderr)
    except BrokenPipeError:  # as `| head` does
        sys.stderr.close()
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m hall", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("list", help="the tables, the last one moved at first")
    command.add_argument("--player", default="", metavar="ID", help="only those of this player")
    command.add_argument("--status", default="", choices=tools.STATUSES)
    command = commands.add_parser("show", help="a table with its board")
    command.add_argument("table", nargs="+")
    command = commands.add_parser("export", help="games as PDN or JSON, to standard output")
    command.add_argument("table", nargs="*", help="all tables without it")
    command.add_argument("--player", default="", metavar="ID", help="only those of this player")
    command.add_argument("--format", default="pdn", choices=("pdn", "json"))
    commands.add_parser("verify", help="play every stored game over by the rules and report differences")
    command = commands.add_parser("forget", help="forget a player; the games stay under 'deleted player'")
    command.add_argument("player", type=_player_id, metavar="ID", help="tg:<number> or guest:<22 characters>")
    command = commands.add_parser("backup", help="copy everything into a file, also while people play")
    command.add_argument("file", type=Path)
    command = commands.add_parser("restore", help="put a copy into an empty store")
    command.add_argument("file", type=Path)
    commands.add_parser("reports", help="what players report about each other, the oldest first")
    command = commands.add_parser("close", help="take all reports of a player from the list")
    command.add_argument("player", type=_player_id, metavar="ID")
    command = commands.add_parser("ban", help="exclude a player: only watching and giving up games is left")
    command.add_argument("player", type=_player_id, metavar="ID")
    command.add_argument("reason", nargs="?", default="", help="for you to remember; players do not see it")
    command = commands.add_parser("unban", help="let a player in again")
    command.add_argument("player", type=_player_id, metavar="ID")
    commands.add_parser("bans", help="who is excluded, and why")
    commands.add_parser("health", help="how the store is, as one JSON object")
    return parser


def _player_id(text: str) -> str:
    if not is_player_id(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not the id of a player")
    return text


def _work(asked: argparse.Namespace, settings: Settings) -> Coroutine[None, None, int]:
    match asked.command:
        case "list":
            return tools.list_tables(settings, asked.player, asked.status)
        case "show":
            return tools.show(settings, asked.table)
        case "export":
            return tools.export(settings, asked.table, asked.player, asked.format)
        case "forget":
            return tools.forget(settings, asked.player)
        case "backup":
            return tools.back_up(settings, asked.file)
        case "restore":
            return tools.restore(settings, asked.file)
        case "ban":
            return desk.ban(settings, asked.player, asked.reason)
        case "reports" | "bans" | "close" | "unban":
            return _at_desk(asked, settings)
        case "health":
            return tools.tell_health(settings)
        case _:
            return tools.verify(settings)


def _at_desk(asked: argparse.Namespace, settings: Settings) -> Coroutine[None, None, int]:
    match asked.command:
        case "reports":
            return desk.list_reports(settings)
        case "close":
            return desk.close_reports(settings, asked.player)
        case "unban":
            return desk.unban(settings, asked.player)
        case _:
            return desk.list_bans(settings)


if __name__ == "__main__":
    sys.exit(main())
