"""JSON with numbers kept as written and errors that name line and column."""

import json
from typing import Any

from core.errors import InvalidInput


class Number(str):
    """A number as the file spells it: ``6000.00`` and ``1E5`` are never re-typed."""

    __slots__ = ()


def load_json(text: str, place: str, first_line: int = 1) -> Any:
    """Return parsed JSON; numbers come as ``Number``.

    Raises:
        InvalidInput: A syntax error, a repeated key, or nesting too deep; the place names line and column.
    """
    try:
        return json.loads(
            text, parse_int=Number, parse_float=Number, parse_constant=Number, object_pairs_hook=_unique_pairs
        )
    except json.JSONDecodeError as error:
        line = error.lineno + first_line - 1
        raise InvalidInput(
            f"not valid JSON: {error.msg}",
            place=f"{place} line {line}, column {error.colno}",
            advice="correct the file at this place; nothing was loaded",
        ) from error
    except _RepeatedKey as error:
        raise InvalidInput(
            f"the field {error.args[0]!r} occurs twice in one object",
            place=f"{place} line {first_line}" if first_line > 1 else place,
            advice="keep one of them; nothing was loaded",
        ) from error
    except RecursionError as error:
        raise InvalidInput("the JSON is nested too deeply", place=place, advice="use flat records") from error


class _RepeatedKey(ValueError):
    """A key occurs twice in one object."""


def _unique_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _RepeatedKey(key)
        found[key] = value
    return found
