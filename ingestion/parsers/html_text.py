"""Text of HTML elements as a browser would break it into lines."""

import re
from typing import Any

BLOCK_TAGS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "caption",
        "center",
        "dd",
        "details",
        "dialog",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hgroup",
        "hr",
        "html",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
    ]
)
HIDDEN_TAGS = frozenset({"script", "style", "template", "noscript", "head", "svg", "iframe", "object", "textarea"})
_SPACE = re.compile(r"[ \t\r\n\f]+")


def tag_of(element: Any) -> str:
    """Return the lower-case tag name; comments and processing instructions have none."""
    tag = element.tag
    return tag.rsplit("}", 1)[-1].lower() if isinstance(tag, str) else ""


def is_hidden(element: Any) -> bool:
    """Return whether a person would not see ``element``."""
    style = (element.get("style") or "").replace(" ", "").lower()
    return tag_of(element) in HIDDEN_TAGS or element.get("hidden") is not None or "display:none" in style


def element_text(element: Any) -> str:
    """Return the text of ``element``: white space collapsed, ``br`` and inner blocks on new lines."""
    parts: list[str] = []
    _collect(element, parts)
    lines = (_SPACE.sub(" ", line).strip() for line in "".join(parts).split("\x00"))
    return "\n".join(line for line in lines if line)


def _collect(element: Any, parts: list[str]) -> None:
    if element.text and isinstance(element.tag, str):
        parts.append(element.text.replace("\x00", ""))
    for child in element:
        tag = tag_of(child)
        if tag and not is_hidden(child):
            breaks = "\x00" if tag in BLOCK_TAGS or tag == "br" else ""
            parts.append(breaks)
            if tag == "img":
                parts.append(child.get("alt") or "")
            _collect(child, parts)
            parts.append(breaks if tag != "br" else "")
        if child.tail:
            parts.append(child.tail.replace("\x00", ""))
