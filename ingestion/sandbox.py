"""Untrusted files are read in a child process with limits on memory and time and no network."""

import atexit
import os
import queue
import select
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

import ingestion
from core.document import Document
from core.errors import InvalidInput, UnreadableFile
from core.settings import Settings
from core.wire import from_builtins, to_json
from ingestion.conversion import Conversion, convert, needs_conversion
from ingestion.media_type import media_type_of
from ingestion.parse import read_bytes

GIBIBYTE = 1024**3
_FILES_PER_CHILD = 500
_LOOK_UP = 1.0
_LARGEST_REPLY = 2 * GIBIBYTE
_PASSED_ON = ("max_upload_bytes", "chunk_", "health_", "ocr_", "parser_", "sandbox_")
_SECRET = ("_key", "_url")


class _Child:
    """One running worker; started once, used for many files."""

    def __init__(self, memory_bytes: int) -> None:
        self.memory_bytes = memory_bytes
        self.files = 0
        root = str(Path(ingestion.__file__).parent.parent)
        paths = [root, *(path for path in sys.path if path)]
        # The child gets no secrets: of the environment only what Python needs to start.
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL", "TMPDIR", "HOME") if name in os.environ}
        self._process = subprocess.Popen(  # noqa: S603  a fixed command, no shell
            [sys.executable, "-B", "-m", "ingestion.sandbox_worker", str(memory_bytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**kept, "PYTHONPATH": os.pathsep.join(paths), "OMP_NUM_THREADS": "1"},
        )

    def ask(self, request: bytes, deadline: float, watch: Callable[[], None]) -> bytes:
        """Send a request and return the reply; ``watch`` is called every second meanwhile.

        Raises:
            TimeoutError: The deadline (on the monotonic clock) passed.
            EOFError: The child ended.
        """
        assert self._process.stdin is not None  # noqa: S101  piped above
        try:
            self._process.stdin.write(len(request).to_bytes(8, "big") + request)
            self._process.stdin.flush()
        except OSError as error:
            raise EOFError from error
        length = int.from_bytes(self._read(8, deadline, watch), "big")
        if length > _LARGEST_REPLY:
            raise EOFError
        self.files += 1
        return self._read(length, deadline, watch)

    def _read(self, length: int, deadline: float, watch: Callable[[], None]) -> bytes:
        assert self._process.stdout is not None  # noqa: S101  piped above
        pipe = self._process.stdout.fileno()
        body = bytearray()
        while len(body) < length:
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            if not select.select([pipe], [], [], min(left, _LOOK_UP))[0]:
                watch()
                continue
            part = os.read(pipe, min(length - len(body), 1 << 20))
            if not part:
                raise EOFError
            body += part
        return bytes(body)

    def exit_code(self) -> int | None:
        """Wait a moment for the child to end and return its exit code."""
        try:
            return self._process.wait(1)
        except subprocess.TimeoutExpired:
            return None

    def is_running(self) -> bool:
        """Return whether the child is alive."""
        return self._process.poll() is None

    def close(self) -> None:
        """End the child."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


_idle: "queue.SimpleQueue[_Child]" = queue.SimpleQueue()


def _take(memory_bytes: int) -> _Child:
    while True:
        try:
            child = _idle.get_nowait()
        except queue.Empty:
            return _Child(memory_bytes)
        if child.memory_bytes == memory_bytes and child.files < _FILES_PER_CHILD and child.is_running():
            return child
        child.close()


def close_workers() -> None:
    """End all idle children; also done when the program ends."""
    while True:
        try:
            _idle.get_nowait().close()
        except queue.Empty:
            return


atexit.register(close_workers)


def parse_isolated(
    path: Path,
    *,
    source_name: str | None = None,
    settings: Settings,
    seconds: float | None = None,
    memory_bytes: int | None = None,
    watch: Callable[[], None] = lambda: None,
) -> Document:
    """Read one file in a child process; see ``ingestion.parse.parse_file``.

    What needs another program or a service is converted here first: the child may use neither.

    The child is kept for the next file and replaced after a crash or timeout. Calls from several threads use a child
    each.

    Args:
        path: The file.
        source_name: Name to know it by; defaults to the file's own name.
        settings: Limits.
        seconds: Longest time for this file; the setting's when not given.
        memory_bytes: Address space of the child; the setting's when not given.
        watch: Called about every second; what it raises ends the child and is raised here.

    Raises:
        UnreadableFile: No parser can read it, or reading it crashed, hung or needed too much memory.
        InvalidInput: It was understood but its content is wrong.
        UpstreamFailed: A service that had to read it failed.
    """
    name = source_name or path.name
    request = to_json(
        {
            "path": str(path.resolve()),
            "source_name": name,
            "settings": _passed_on(settings),
            "conversion": _conversion(path, name, settings),
        }
    )
    patience = settings.sandbox_seconds if seconds is None else seconds
    child = _take(settings.sandbox_memory_bytes if memory_bytes is None else memory_bytes)
    try:
        reply = child.ask(request, time.monotonic() + patience, watch)
    except BaseException as error:
        cause = child.exit_code() if isinstance(error, EOFError) else None
        child.close()
        raise _failure(error, name, patience, cause) from error
    _idle.put(child)
    return _result(msgspec.json.decode(reply), name)


def _passed_on(settings: Settings) -> dict[str, Any]:
    """Return the settings that reading depends on; keys and addresses stay out, the child has no network."""
    return {
        name: value
        for name, value in settings.model_dump(mode="json").items()
        if name.startswith(_PASSED_ON) and not name.endswith(_SECRET)
    }


def _conversion(path: Path, name: str, settings: Settings) -> Conversion | None:
    """Return the file as the child must read it, ``None`` when that is as it stands."""
    if not needs_conversion(path, settings):
        return None
    data = read_bytes(path, name, settings)
    conversion = convert(data, name, settings)
    unchanged = conversion.data is data and not conversion.warnings
    return None if unchanged and conversion.media_type == media_type_of(data, name) else conversion


def _failure(error: BaseException, name: str, seconds: float, code: int | None) -> BaseException:
    if isinstance(error, TimeoutError):
        return UnreadableFile(
            f"读取超过 {seconds:g} 秒 / reading took longer than {seconds:g} seconds",
            place=name,
            advice="split the file, or raise DIANMIAN_SANDBOX_SECONDS",
        )
    if isinstance(error, EOFError):
        return UnreadableFile(
            f"解析进程崩溃 / the parser crashed (exit code {code})",
            place=name,
            advice="open the file in its own program and save it",
        )
    return error


def _result(reply: dict[str, Any], name: str) -> Document:
    if "document" in reply:
        return from_builtins(reply["document"], Document)
    kind = UnreadableFile if reply["error"] == "UnreadableFile" else InvalidInput
    raise kind(reply["message"], place=reply.get("place") or name, advice=reply.get("advice", ""))
