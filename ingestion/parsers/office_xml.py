"""Elements of Office Open XML whatever their namespace, and the text of WordprocessingML."""

from typing import Any

from ingestion.parsers.docx_formula import linear

_SKIPPED = frozenset(
    {"del", "moveFrom", "Fallback", "instrText", "txbxContent", "pPr", "rPr", "delText", "rt", "delInstrText"}
)
_BREAKS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_ON = frozenset({None, "1", "true", "on"})


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


def children(element: Any | None, *names: str) -> list[Any]:
    """Return the children of the descendant along ``names``; none where it does not exist."""
    found = child(element, *names) if element is not None else None
    return list(found) if found is not None else []


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
    if name in ("oMath", "oMathPara"):
        return "\n".join(linear(inner) for inner in element) if name == "oMathPara" else linear(element)
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


def is_formula(paragraph: Any) -> bool:
    """Return whether ``paragraph`` holds a formula and no text beside it."""
    formulas = [inner for inner in paragraph.iter() if name_of(inner) == "oMath"]
    inside = sum(len("".join(run_text(formula).split())) for formula in formulas)
    return inside > 0 and inside == len("".join(run_text(paragraph).split()))


def mark_deleted(paragraph: Any) -> bool:
    """Return whether the end of ``paragraph`` is a tracked deletion, so that it runs on into the next one."""
    properties = child(paragraph, "pPr", "rPr")
    return properties is not None and any(child(properties, name) is not None for name in ("del", "moveFrom"))


def is_on(element: Any | None) -> bool:
    """Return whether a property that is present is switched on."""
    return element is not None and attribute(element, "val") in _ON


def text_boxes(element: Any) -> list[Any]:
    """Return the contents of text boxes anchored in ``element``, each once; a box inside a box belongs to it."""
    found: list[Any] = []
    for inner in element:
        name = name_of(inner)
        if name == "txbxContent":
            found.append(inner)
        elif name and name != "Fallback":
            found += text_boxes(inner)
    return found
