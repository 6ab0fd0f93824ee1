"""JSON records: question–answer entries, databases, JSON lines."""

from typing import Any

from core.document import Span
from core.errors import InvalidInput
from core.settings import Settings
from ingestion.builder import DocumentBuilder
from ingestion.encoding import decode
from ingestion.media_type import JSON_LINES, media_type_of
from ingestion.parsed import Parsed
from ingestion.parsers.json_text import load_json
from ingestion.parsers.record_fields import record_fields

_CONTAINERS = ("records", "data", "items", "rows")
_ADVICE = 'write a list of flat objects, or {"records": [...]}'


def parse(data: bytes, source_name: str, settings: Settings) -> Parsed:  # noqa: ARG001  one signature for all parsers
    """Read JSON records; all are checked before any is kept.

    Raises:
        UnreadableFile: The encoding is not recognised.
        InvalidInput: Wrong syntax (line and column) or a wrong record (number and field).
    """
    text, _ = decode(data, source_name)
    if media_type_of(data, source_name) == JSON_LINES:
        records, metadata = _records(_json_lines(text, source_name), source_name)
    else:
        records, metadata = _records(load_json(text, source_name), source_name)
    if not records:
        raise InvalidInput("the file holds no records", place=source_name, advice=_ADVICE)
    read = [record_fields(record, number, source_name) for number, record in enumerate(records, 1)]
    _check_ids(read, source_name)
    builder = DocumentBuilder("records")
    for number, fields in enumerate(read, 1):
        builder.record(fields, Span(row=number))
    return builder.finish(metadata=metadata)


def _json_lines(text: str, place: str) -> list[Any]:
    lines = enumerate(text.split("\n"), 1)
    return [load_json(line, place, number) for number, line in lines if line.strip()]


def _records(data: Any, place: str) -> tuple[list[Any], dict[str, str]]:
    """Return the records and the scalar fields that stand beside them."""
    if isinstance(data, list):
        return [_named(entry) for entry in data], {}
    if isinstance(data, dict):
        holder = next((key for key in _CONTAINERS if isinstance(data.get(key), list)), None)
        if holder is None:
            return [data], {}
        beside = {key: str(value) for key, value in data.items() if isinstance(value, str) and value}
        return [_named(entry) for entry in data[holder]], beside
    raise InvalidInput("the file holds a single value, not records", place=place, advice=_ADVICE)


def _named(entry: Any) -> Any:
    """Return a ``[name, {…}]`` pair as one object that has the name among its values."""
    if isinstance(entry, list) and len(entry) == 2 and isinstance(entry[0], str) and isinstance(entry[1], dict):
        name, fields = entry
        return fields if name in fields.values() else {"名称": name, **fields}
    return entry


def _check_ids(records: list[tuple[tuple[str, str], ...]], place: str) -> None:
    first: dict[str, int] = {}
    for number, fields in enumerate(records, 1):
        identity = dict(fields).get("id")
        if identity is None:
            continue
        if identity in first:
            raise InvalidInput(
                f"the id {identity[:60]!r} is already used by record {first[identity]}",
                place=f"{place} record {number}, field id",
                advice="give every record its own id",
            )
        first[identity] = number
