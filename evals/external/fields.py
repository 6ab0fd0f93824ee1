"""Values out of what a system answered, by dotted paths such as ``hits.0.payload.text``."""

from typing import Any

from core.errors import UpstreamFailed

_ADVICE = "compare the path in the configuration with what the system answers"


def at_path(value: Any, path: str, place: str) -> Any:
    """Return what stands at ``path``; an empty path is the value itself, a number is a place in a list.

    Raises:
        UpstreamFailed: There is nothing; the message names the part that is missing and what is there instead.
    """
    here = value
    for part in path.split(".") if path else ():
        if isinstance(here, dict) and part in here:
            here = here[part]
        elif isinstance(here, list) and part.isdigit() and int(part) < len(here):
            here = here[int(part)]
        else:
            raise UpstreamFailed(f"no {part!r} in {_shape(here)}", place=f"{place}: {path}", advice=_ADVICE)
    return here


def text_at(value: Any, path: str, place: str) -> str:
    """Return the text at ``path``; a number counts as text, as ids often are.

    Raises:
        UpstreamFailed: There is none.
    """
    found = at_path(value, path, place)
    if isinstance(found, bool) or not isinstance(found, str | int | float):
        raise UpstreamFailed(f"expected a text, found {_shape(found)}", place=f"{place}: {path}", advice=_ADVICE)
    return str(found)


def number_at(value: Any, path: str, place: str) -> float:
    """Return the number at ``path``, which may be written as a text.

    Raises:
        UpstreamFailed: There is none.
    """
    found = at_path(value, path, place)
    try:
        if isinstance(found, bool) or not isinstance(found, str | int | float):
            raise ValueError
        return float(found)
    except ValueError as error:
        message = f"expected a number, found {_shape(found)}"
        raise UpstreamFailed(message, place=f"{place}: {path}", advice=_ADVICE) from error


def _shape(value: Any) -> str:
    if isinstance(value, dict):
        return "an object with " + (", ".join(map(str, list(value)[:8])) or "nothing")
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return "nothing" if value is None else f"{type(value).__name__} {str(value)[:40]!r}"
