"""Text of WordprocessingML elements."""

from typing import Any

_SKIPPED = frozenset({"del", "moveFrom", "Fallback", "instrText", "txbxContent", "pPr", "rPr", "delText"})
_BREAKS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}


def name_of(element: Any) -> str:
    """Return the tag without namespace; comments have none."""
    tag = element.tag
    return tag.rsplit("}", 1)[-1] if isinstance(tag, str) else ""


def attribute(element: Any, name: str) -> str | None:
    """Return an attribute whatever its namespace."""
    for key, value in element.attrib.items():
        if key.rsplit("}", 1)[-1] == name:
            return str(value)
    return None


def child(element: Any, *names: str) -> Any | None:
    """Return the first descendant along ``names``, one level each, or ``None``."""
    for name in names:
        element = next((inner for inner in element if name_of(inner) == name), None)
        if element is None:
            return None
    return element


def child_value(element: Any, *names: str) -> str | None:
    """Return the ``val`` attribute of the descendant along ``names``."""
    found = child(element, *names)
    return attribute(found, "val") if found is not None else None


def run_text(element: Any) -> str:
    """Return the text inside ``element``: insertions kept, deletions and field codes left out, notes as ``[^n]``."""
    name = name_of(element)
    if name in _SKIPPED:
        return ""
    if name == "t":
        return element.text or ""
    if name in _BREAKS:
        return _BREAKS[name]
    if name in ("footnoteReference", "endnoteReference"):
        return f"[^{'e' if name == 'endnoteReference' else ''}{attribute(element, 'id')}]"
    if name == "sym":
        return _symbol(attribute(element, "char"))
    return "".join(run_text(inner) for inner in element)


def _symbol(code: str | None) -> str:
    try:
        value = int(code or "", 16)
    except ValueError:
        return ""
    return {0xF0FE: "☑", 0xF0A8: "☐", 0xF052: "☑", 0xF0A3: "☐", 0xF0FC: "✓"}.get(value, "")


def text_boxes(element: Any) -> list[Any]:
    """Return the contents of text boxes anchored in ``element``, each once."""
    return [
        inner
        for inner in element.iter()
        if name_of(inner) == "txbxContent" and not any(name_of(up) == "Fallback" for up in inner.iterancestors())
    ]
