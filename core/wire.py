"""Values to JSON-ready builtins and back. Decimals travel as strings, so nothing is rounded on the way."""

from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


def to_builtins(value: Any) -> Any:
    """Return ``value`` (frozen dataclasses, Decimal, date …) as JSON-ready builtins."""
    return msgspec.to_builtins(value, builtin_types=(), order=None)


def from_builtins(data: Any, kind: type[T]) -> T:
    """Rebuild a value of type ``kind`` from ``to_builtins`` output.

    Raises:
        msgspec.ValidationError: ``data`` does not fit ``kind``.
    """
    return msgspec.convert(data, kind, strict=False)


def from_json(data: bytes, kind: type[T]) -> T:
    """Rebuild a value of type ``kind`` from ``to_json`` output.

    Raises:
        msgspec.ValidationError: ``data`` does not fit ``kind``.
    """
    return msgspec.json.decode(data, type=kind, strict=False)


def to_json(value: Any) -> bytes:
    """Return ``value`` as UTF-8 JSON."""
    return msgspec.json.encode(value)
