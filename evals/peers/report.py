"""The figures as JSON, and as a stretch of ``docs/results.md`` between two marks."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path

from core.errors import InvalidInput
from evals.external.table import markdown

Figures = Mapping[str, Mapping[str, Mapping[str, float]]]
TITLES = {
    "policies": "38 questions over 100 laws and regulations",
    "tables": "Questions over the dev tables of IM-TQA",
}


def stretch(found: Figures, command: str, day: date) -> str:
    """Return the tables of ``found`` as Markdown, with the command and the day that made them."""
    parts = [made_by(command, day)]
    for name, systems in found.items():
        parts += [f"**{TITLES.get(name, name)}**", markdown(systems)]
    return "\n\n".join(parts)


def made_by(command: str, day: date) -> str:
    """Return the line that says where figures come from."""
    return f"Made by `{command}` on {day.isoformat()}."


def put_between(path: Path, mark: str, text: str) -> None:
    """Replace what stands between the comments ``mark`` and ``end mark`` in a Markdown file.

    Raises:
        InvalidInput: The file does not have both, once, in this order.
    """
    begin, end = f"<!-- {mark} -->", f"<!-- end {mark} -->"
    page = path.read_text(encoding="utf-8") if path.is_file() else ""
    before, found, rest = page.partition(begin)
    _, ended, after = rest.partition(end)
    if not found or not ended or begin in rest or end in after:
        raise InvalidInput(f"the page has no single stretch {mark!r}", place=str(path), advice=f"add {begin} and {end}")
    path.write_text(f"{before}{begin}\n\n{text}\n\n{end}{after}", encoding="utf-8")
