"""How the command line speaks: results on stdout, everything else on stderr, JSON alone when asked for."""

import sys
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from core.wire import to_builtins


def print_json(value: object) -> None:
    """Write ``value`` to stdout as indented JSON."""
    data = msgspec.json.format(msgspec.json.encode(to_builtins(value)), indent=2)
    sys.stdout.write(data.decode() + "\n")
    sys.stdout.flush()


def say(*lines: str) -> None:
    """Print lines to stdout as they are: brackets in a document are not markup."""
    for line in lines:
        print(plain(line))


def complain(*lines: str) -> None:
    """Print lines to stderr."""
    for line in lines:
        print(plain(line), file=sys.stderr)


def table(columns: Sequence[str], rows: Iterable[Sequence[object]], title: str = "") -> None:
    """Print a table; long cells wrap."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    shown = Table(title=title or None, title_justify="left", header_style="bold")
    for column in columns:
        shown.add_column(column, overflow="fold")
    for row in rows:
        shown.add_row(*(Text(plain("" if cell is None else str(cell))) for cell in row))
    Console().print(shown)


def plain(text: str) -> str:
    """Return ``text`` without control characters: a document must not drive the reader's terminal."""
    return "".join(char for char in text if char in "\n\t" or unicodedata.category(char) not in ("Cc", "Cf", "Cs"))


def shortened(text: str, length: int = 60) -> str:
    """Return the beginning of ``text`` on one line."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1] + "…"


def percent(value: Any) -> str:
    """Write a share of 1 as a percentage."""
    return f"{float(value) * 100:.0f}%"
