"""Records as Markdown or HTML for people. What a record says is text: nothing in it becomes markup."""

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from core.errors import InvalidInput
from core.settings import Settings
from ingestion.parsers.records import parse
from ingestion.record_text import LABELS, TITLE_FIELDS

Form = Literal["md", "html"]
Fields = Mapping[str, str]

_ANSWERS = ("answer", "答案")
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&!$])")
_LINE_START = re.compile(r"^(\s*)(?:([-+=])|(\d{1,9})([.)]))", re.MULTILINE)
_PAGE = """<!doctype html>
<html lang="{language}">
<head><meta charset="utf-8"><title>{title}</title></head>
<body>
<h1>{title}</h1>
{articles}
</body>
</html>
"""


def render_records(file: Path, form: Form, settings: Settings) -> str:
    """Return the records of ``file`` as one page.

    Raises:
        UnreadableFile, InvalidInput: The file holds no valid records; the message names record and field.
    """
    if not file.is_file():
        raise InvalidInput("no such file", place=str(file), advice="check the path")
    parsed = parse(file.read_bytes(), file.name, settings)
    records = [dict(block.fields) for block in parsed.blocks if block.kind == "record"]
    title = parsed.metadata.get("title", "") or file.stem
    return _markdown(title, records) if form == "md" else _html(title, records)


def _markdown(title: str, records: Sequence[Fields]) -> str:
    parts = [f"# {_escaped(title)}"]
    for record in records:
        parts.append(f"## {_escaped(_one_line(_title(record)))}")
        parts += [_escaped(record[name]).replace("\n", "\\\n") for name in _ANSWERS if name in record]
        details = [f"- {_escaped(label)}：{_escaped(_one_line(value))}" for label, value in _details(record)]
        if details:
            parts.append("\n".join(details))
    return "\n\n".join(parts) + "\n"


def _html(title: str, records: Sequence[Fields]) -> str:
    language = "zh" if re.search(r"[\u3400-\u9fff]", title + "".join(map(_title, records))) else "en"
    articles = "\n".join(map(_article, records))
    return _PAGE.format(language=language, title=html.escape(title), articles=articles)


def _article(record: Fields) -> str:
    lines = [f"<article><h2>{html.escape(_title(record))}</h2>"]
    for name in _ANSWERS:
        lines += [f"<p>{html.escape(line)}</p>" for line in record.get(name, "").split("\n") if line.strip()]
    details = [f"<dt>{html.escape(label)}</dt><dd>{html.escape(value)}</dd>" for label, value in _details(record)]
    if details:
        lines.append(f"<dl>{''.join(details)}</dl>")
    return "\n".join([*lines, "</article>"])


def _title(record: Fields) -> str:
    return next((record[name] for name in TITLE_FIELDS if record.get(name)), next(iter(record.values())))


def _details(record: Fields) -> Iterator[tuple[str, str]]:
    shown = {*_ANSWERS, next((name for name in TITLE_FIELDS if record.get(name)), "")}
    for name, value in record.items():
        if name not in shown:
            yield LABELS.get(name, name), value


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _escaped(text: str) -> str:
    marked = _SPECIAL.sub(r"\\\1", text)
    return _LINE_START.sub(lambda m: f"{m[1]}\\{m[2]}" if m[2] else f"{m[1]}{m[3]}\\{m[4]}", marked)
