"""The child process: reads files one after another under limits, answers on its first output pipe.

Run as ``python -m ingestion.sandbox_worker MEMORY_BYTES``. Messages are a length (8 bytes, big-endian) and JSON, so
that a parser taken over by a hostile file can send its parent nothing but data.
"""

import os
import resource
import sys
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from core.errors import DianmianError, InvalidInput, UnreadableFile
from core.settings import load_settings
from core.wire import from_builtins, to_json
from ingestion.conversion import Conversion
from ingestion.parse import parse_file

_FORBIDDEN = frozenset(
    {
        "socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto", "subprocess.Popen", "os.system",
        "os.exec", "os.posix_spawn", "os.fork", "os.forkpty", "os.remove", "os.rename", "os.rmdir", "os.chmod",
    }
)  # fmt: skip
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def read_message(stream: BinaryIO) -> bytes | None:
    """Return the next message, or ``None`` at the end of the stream."""
    head = stream.read(8)
    if len(head) < 8:
        return None
    return stream.read(int.from_bytes(head, "big"))


def write_message(stream: BinaryIO, body: bytes) -> None:
    """Send one message."""
    stream.write(len(body).to_bytes(8, "big") + body)
    stream.flush()


def _deny(event: str, arguments: tuple[Any, ...]) -> None:
    writes = event == "open" and isinstance(arguments[2], int) and bool(arguments[2] & _WRITING)
    if writes or event in _FORBIDDEN:
        raise PermissionError(f"{event} is not allowed while a file is read")


def _confine(memory_bytes: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.addaudithook(_deny)


def answer(request: bytes) -> bytes:
    """Return the reply to one request: a document, or an error with its class name."""
    order = msgspec.json.decode(request)
    # The settings given are all it may know: a .env file in the working folder may hold keys.
    settings = load_settings(**order["settings"], _env_file=None)
    made = order.get("conversion")
    conversion = from_builtins(made, Conversion) if made else None
    path, name = Path(order["path"]), order["source_name"]
    try:
        document = parse_file(path, source_name=name, settings=settings, conversion=conversion)
    except MemoryError:
        message = "读取所需内存超过上限 / reading the file needs too much memory"
        advice = "split the file, or raise DIANMIAN_SANDBOX_MEMORY_BYTES"
        return to_json({"error": "UnreadableFile", "message": message, "advice": advice})
    except DianmianError as error:
        kind = "UnreadableFile" if isinstance(error, UnreadableFile) else InvalidInput.__name__
        return to_json({"error": kind, "message": error.message, "place": error.place, "advice": error.advice})
    except Exception as error:
        message = f"文件无法读取 / the file could not be read: {type(error).__name__}: {error}"[:500]
        return to_json({"error": "UnreadableFile", "message": message, "advice": "save it again in its own program"})
    return to_json({"document": document})


def main() -> None:
    """Serve requests from standard input until it closes."""
    replies = os.fdopen(os.dup(1), "wb")
    # What a library prints must not reach the pipe that carries replies.
    os.dup2(2, 1)
    _confine(int(sys.argv[1]))
    while (request := read_message(sys.stdin.buffer)) is not None:
        write_message(replies, answer(request))


if __name__ == "__main__":
    main()
