"""From the rooms' values to what the doors show."""

from typing import TypeVar

import msgspec

from core.wire import to_builtins

View = TypeVar("View")


def view(value: object, kind: type[View], **more: object) -> View:
    """Return ``value`` as ``kind``: fields of the same name are taken over, ``more`` adds or replaces some.

    Decimals become text on the way, so that no reader rounds them.
    """
    return msgspec.convert({**to_builtins(value), **{name: to_builtins(item) for name, item in more.items()}}, kind)
