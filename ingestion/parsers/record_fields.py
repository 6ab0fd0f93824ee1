"""One JSON object as flat fields, checked."""

from typing import Any

from core.errors import InvalidInput

_SINGLE = frozenset(
    {"id", "type", "title", "question", "answer", "category", "product_line", "version", "priority", "format_version"}
)
_JOINED = "、"


def record_fields(data: Any, number: int, place: str) -> tuple[tuple[str, str], ...]:
    """Return the fields of record ``number`` (from 1) as text; empty ones are left out, lists joined with ``、``.

    An inner object becomes ``outer.inner`` fields.

    Raises:
        InvalidInput: Not an object, empty, nested below two levels, or a known field of the wrong type.
    """
    where = f"{place} record {number}"
    if not isinstance(data, dict):
        raise InvalidInput("a record must be an object", place=where, advice='write {"title": …, "answer": …}')
    fields: list[tuple[str, str]] = []
    for name, value in data.items():
        field_place = f"{where}, field {name}"
        if name in _SINGLE and isinstance(value, list | dict):
            raise InvalidInput("this field takes one text or number", place=field_place, advice="write a single value")
        if isinstance(value, dict):
            fields += [(f"{name}.{key}", _flat(inner, f"{field_place}.{key}")) for key, inner in value.items()]
        else:
            fields.append((name, _flat(value, field_place)))
    kept = tuple((name.strip(), value) for name, value in fields if name.strip() and value)
    _check_content(dict(kept), data, where)
    return kept


def _flat(value: Any, place: str) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        if any(isinstance(part, list | dict) for part in value):
            raise InvalidInput("nested deeper than two levels", place=place, advice="flatten this field")
        return _JOINED.join(_flat(part, place) for part in value if part not in (None, ""))
    if isinstance(value, dict):
        raise InvalidInput("nested deeper than two levels", place=place, advice="flatten this field")
    return str(value).strip()


def _check_content(fields: dict[str, str], data: dict[str, Any], where: str) -> None:
    if not fields:
        raise InvalidInput("the record has no content", place=where, advice="fill it or remove it")
    if "question" in data and "answer" in data:
        for name in ("question", "answer"):
            if name not in fields:
                raise InvalidInput("must not be empty", place=f"{where}, field {name}", advice="fill it")
    elif "question" in data:
        raise InvalidInput("a question without an answer", place=f"{where}, field answer", advice="add an answer")
