"""How the command line reaches evaluation, which stands above the service and may be known to it by name only."""

import importlib
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import typer

from core.errors import InvalidInput
from service.cli.opening import opened

RunName = Annotated[
    str, typer.Argument(help="运行名、latest 或 JSON 文件 A run, latest, or its JSON file.", show_default=False)
]
KbFilter = Annotated[
    str | None, typer.Option("--kb", help="只看这个知识库 Runs of this knowledge base alone.", show_default=False)
]
HtmlFile = Annotated[
    Path | None, typer.Option("--html", help="HTML 报告写到这里 Where an HTML report goes.", show_default=False)
]


def room(name: str) -> ModuleType:
    """Return the module ``evals.NAME``."""
    return importlib.import_module(f"evals.{name}")


def stored_runs(names: Sequence[str], kb: str | None) -> list[Any]:
    """Return runs by name, the newest for ``latest``, or from files that end in ``.json``.

    Raises:
        NotFound, Conflict, InvalidInput: There is none, there are several, or a file holds none.
    """
    keeping = room("layers.keeping")
    if all(map(_is_file, names)):
        return [keeping.read_run(Path(name)) for name in names]
    with opened() as application:
        return [
            keeping.read_run(Path(name)) if _is_file(name) else keeping.load_run(application.database, name, kb)
            for name in names
        ]


def _is_file(name: str) -> bool:
    return name.endswith(".json")


def write_page(path: Path, page: str) -> None:
    """Write an HTML report.

    Raises:
        InvalidInput: The file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InvalidInput(
            f"cannot write the report: {reason}", place=str(path), advice="choose another file"
        ) from error
