"""A reply to strict JSON of the form asked for, where that takes no guessing.

Repaired are: fences and prose around the JSON, several pieces of JSON, trailing commas, a list without the name it
should have, one object where a list belongs, other names for fields, numbers in place of their text, ``null`` for
what is left out. All else is left for the check to refuse.
"""

import json
import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from core.llm.form import Form

_FENCE = re.compile(r"```[^\n`]*\n(.*?)(?:\n\s*```|\Z)", re.DOTALL)
_THOUGHTS = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_CLOSING = {"{": "}", "[": "]"}
_STRING = r'"(?:[^"\\]|\\.)*"'
_TOKEN = re.compile(rf"{_STRING}|[\[\]{{}}]", re.DOTALL)
_TRAILING_COMMA = re.compile(rf"({_STRING})|,(?=\s*[\]}}])", re.DOTALL)


class _NotRepairable(Exception):
    """The reply holds JSON that is broken or cut off."""


def repaired(text: str, form: type[Form]) -> str | None:
    """Return ``text`` as strict JSON for ``form``, ``None`` when it holds none or it cannot be had without guessing."""
    said = _THOUGHTS.sub("", text)
    pieces = [match[1] for match in _FENCE.finditer(said)] or [said]
    try:
        values = [value for piece in pieces for value in _values(piece)]
    except (_NotRepairable, RecursionError):
        return None
    found = [value for value in values if _speaks(value)]
    if not found:
        return None
    entries = [entry for value in found for entry in _entries(value, form)]
    unique = {json.dumps(entry, ensure_ascii=False, sort_keys=True): entry for entry in entries}
    return json.dumps({form.holder: list(unique.values())}, ensure_ascii=False)


def _values(text: str) -> Iterator[Any]:
    """Yield every object and list that stands in ``text``, outermost ones only.

    Raises:
        _NotRepairable: One that has a string in it cannot be read: taking only its inner parts would lose entries.
    """
    at = 0
    while (start := _next_opening(text, at)) >= 0:
        end = _end_of(text, start)
        candidate = text[start:end]
        try:
            yield _decoded(candidate)
        except ValueError as error:
            if '"' in candidate:
                raise _NotRepairable from error
        at = end


def _next_opening(text: str, at: int) -> int:
    found = [place for place in (text.find("{", at), text.find("[", at)) if place >= 0]
    return min(found, default=-1)


def _end_of(text: str, start: int) -> int:
    awaited: list[str] = []
    for token in _TOKEN.finditer(text, start):
        mark = token[0]
        if mark in _CLOSING:
            awaited.append(_CLOSING[mark])
        elif mark in "]}" and (not awaited or awaited.pop() != mark):
            break
        if not awaited:
            return token.end()
    raise _NotRepairable


def _decoded(text: str) -> Any:
    # Numbers stay the text they were: 1E5 and 6000.00 are the source's words.
    bare = _TRAILING_COMMA.sub(lambda match: match[1] or "", text)
    return _storable(json.loads(bare, parse_int=str, parse_float=str, parse_constant=str, strict=False))


def _storable(value: Any) -> Any:
    """Leave out NUL and lone surrogates, which JSON can write and no database column holds."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, list):
        return [_storable(part) for part in value]
    if isinstance(value, dict):
        return {storable(name): _storable(part) for name, part in value.items()}
    return value


def storable(text: str) -> str:
    """Return ``text`` without NUL and with lone surrogates replaced."""
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")


def _speaks(value: Any) -> bool:
    """Leave out what stands in prose by chance: [1], {}, lists of words."""
    return bool(value) if isinstance(value, dict) else not value or any(isinstance(part, dict) for part in value)


def _entries(value: Any, form: type[Form]) -> list[Any]:
    if isinstance(value, dict):
        for name, inner in value.items():
            if _folded(name) in {form.holder, *form.holders} and isinstance(inner, list | dict):
                return _entries(inner, form) if isinstance(inner, list) else [_renamed(inner, form)]
        return [_renamed(value, form)]
    return [_renamed(part, form) for part in value]


def _renamed(entry: Any, form: type[Form]) -> Any:
    """Give fields their own names; a field under its own name wins over one under another."""
    if not isinstance(entry, dict):
        return entry
    known = form.entry.model_fields
    renamed: dict[str, Any] = {}
    for name, value in entry.items():
        own = _folded(name)
        field = own if own in known else form.entry.aliases.get(own, own)
        if value is not None and (own in known or field not in renamed):
            renamed[field] = value
    return renamed


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).strip().lower()
