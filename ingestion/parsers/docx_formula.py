"""Office formulas as one readable line: ``(a+b)/2``, ``x^2``, ``∑_(i=1)^n``."""

import re
from collections.abc import Callable
from typing import Any

_SIMPLE = re.compile(r"^(?:\d+(?:\.\d+)?|[^\W\d]\w*)?$|^[(\[{][^()\[\]{}]*[)\]}]$")
_DEFAULTS = {"nary": "∫", "acc": "\u0302"}


def _name(element: Any) -> str:
    return element.tag.rsplit("}", 1)[-1] if isinstance(element.tag, str) else ""


def _part(element: Any, name: str) -> Any | None:
    return next((inner for inner in element if _name(inner) == name), None)


def _property(element: Any, name: str, default: str = "") -> str:
    properties = _part(element, f"{_name(element)}Pr")
    found = _part(properties, name) if properties is not None else None
    if found is None:
        return default
    return next((str(v) for key, v in found.attrib.items() if key.rsplit("}", 1)[-1] == "val"), "")


def _inside(element: Any, name: str) -> str:
    part = _part(element, name)
    return linear(part) if part is not None else ""


def _grouped(text: str) -> str:
    return text if _SIMPLE.match(text) else f"({text})"


def _fraction(element: Any) -> str:
    if _property(element, "type") == "noBar":
        return f"({_inside(element, 'num')} ¦ {_inside(element, 'den')})"
    return f"{_grouped(_inside(element, 'num'))}/{_grouped(_inside(element, 'den'))}"


def _scripted(element: Any) -> str:
    below, above = _inside(element, "sub"), _inside(element, "sup")
    scripts = (f"_{_grouped(below)}" if below else "") + (f"^{_grouped(above)}" if above else "")
    base = _inside(element, "e")
    return f"{scripts}{base}" if _name(element) == "sPre" else f"{_grouped(base)}{scripts}"


def _nary(element: Any) -> str:
    below, above = _inside(element, "sub"), _inside(element, "sup")
    scripts = (f"_{_grouped(below)}" if below else "") + (f"^{_grouped(above)}" if above else "")
    return f"{_property(element, 'chr', _DEFAULTS['nary'])}{scripts} {_inside(element, 'e')}"


def _radical(element: Any) -> str:
    degree = _inside(element, "deg")
    return f"√{f'[{degree}]' if degree else ''}({_inside(element, 'e')})"


def _delimited(element: Any) -> str:
    inner = _property(element, "sepChr", "|").join(linear(part) for part in element if _name(part) == "e")
    return f"{_property(element, 'begChr', '(')}{inner}{_property(element, 'endChr', ')')}"


def _function(element: Any) -> str:
    return f"{_inside(element, 'fName')} {_inside(element, 'e')}".strip()


def _limit(element: Any) -> str:
    sign = "_" if _name(element) == "limLow" else "^"
    return f"{_inside(element, 'e')}{sign}{_grouped(_inside(element, 'lim'))}"


def _matrix(element: Any) -> str:
    rows = (row for row in element if _name(row) == "mr")
    return "[" + "; ".join(", ".join(linear(cell) for cell in row if _name(cell) == "e") for row in rows) + "]"


def _accented(element: Any) -> str:
    mark = _property(element, "chr", _DEFAULTS["acc"]) if _name(element) == "acc" else "\u0305"
    base = _inside(element, "e")
    return f"{base}{mark}" if len(base) == 1 else f"({base}){mark}"


def _lines(element: Any) -> str:
    return "\n".join(linear(part).replace("&", "") for part in element if _name(part) == "e")


_WRITERS: dict[str, Callable[[Any], str]] = {
    "f": _fraction, "sSup": _scripted, "sSub": _scripted, "sSubSup": _scripted, "sPre": _scripted, "nary": _nary,
    "rad": _radical, "d": _delimited, "func": _function, "limLow": _limit, "limUpp": _limit, "m": _matrix,
    "acc": _accented, "bar": _accented, "eqArr": _lines,
}  # fmt: skip


def linear(element: Any) -> str:
    """Return the text of an OMML element (``m:oMath`` or any part of one) on one line, arrays on several."""
    name = _name(element)
    if name in ("t", "delText"):
        return (element.text or "") if name == "t" else ""
    if name in ("del", "moveFrom") or name.endswith("Pr"):
        return ""
    if name == "br":
        return "\n"
    writer = _WRITERS.get(name)
    return writer(element) if writer else "".join(linear(part) for part in element)
