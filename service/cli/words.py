"""What the commands on vocabulary and synonyms share."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, get_args

import typer

from core.errors import InvalidInput
from core.vocabulary import TermKind, TermState
from service.cli.output import complain, print_json, say

if TYPE_CHECKING:
    from service.loading import LoadReport

Kind = Annotated[str, typer.Option("--kind", help="subject、attribute、value 或 unit Kind of word.")]
State = Annotated[str, typer.Option("--state", help="accepted、proposed 或 rejected State.")]
ScopeName = Annotated[str, typer.Option("--scope", help="范围，如产品线 Where it holds, such as a product line.")]
Form = Annotated[Literal["yaml", "csv"], typer.Option("--format", help="yaml 或 csv Form of the file.")]
OutFile = Annotated[Path | None, typer.Option("--output", "-o", help="写入文件 Write to this file, not the screen.")]
Replacing = Annotated[bool, typer.Option("--replace", help="替换原有 What was accepted of the same kinds before goes.")]
Alone = Annotated[bool, typer.Option("--alone", help="不含其别名 Leave proposed aliases undecided.")]


def kind_of(text: str) -> TermKind | None:
    """Return the kind called ``text``, ``None`` for none.

    Raises:
        InvalidInput: There is no such kind.
    """
    return _one_of(text, get_args(TermKind), "--kind")  # type: ignore[return-value]


def state_of(text: str) -> TermState | None:
    """Return the state called ``text``, ``None`` for none. Errors are those of ``kind_of``."""
    return _one_of(text, get_args(TermState), "--state")  # type: ignore[return-value]


def put(text: str, file: Path | None, *, as_json: bool) -> None:
    """Write ``text`` to ``file``, else to the screen as it is."""
    if file is None:
        print_json({"text": text}) if as_json else sys.stdout.write(text)
        return
    file.write_text(text, encoding="utf-8")
    print_json({"file": str(file)}) if as_json else say(f"已写入 written: {file}")


def report(changed: int, again: "LoadReport", *, as_json: bool) -> None:
    """Say what a change of words did."""
    counts = {"changed": changed, "extracted": again.extracted, "facts": again.facts}
    print_json(counts) if as_json else say(" · ".join(f"{name} {count}" for name, count in counts.items()))
    complain(*(f"警告 warning: {warning}" for warning in again.warnings))


def _one_of(text: str, known: tuple[str, ...], place: str) -> str | None:
    if text and text not in known:
        raise InvalidInput(f"unknown {place.strip('-')} {text!r}", place=place, advice=f"use {', '.join(known)}")
    return text or None
