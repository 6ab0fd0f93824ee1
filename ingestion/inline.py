"""Inline Markdown as plain text."""

from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

_MARKUP = frozenset("*_`[]<>~\\&!")


@lru_cache(maxsize=1)
def _reader() -> MarkdownIt:
    return MarkdownIt("commonmark").enable("strikethrough")


def tokens_text(tokens: list[Token] | None) -> str:
    """Return the text of inline tokens: no emphasis marks, link text without address, line breaks kept."""
    parts: list[str] = []
    for token in tokens or []:
        if token.type in ("text", "code_inline"):
            parts.append(token.content)
        elif token.type in ("softbreak", "hardbreak"):
            parts.append("\n")
        elif token.type == "html_inline":
            parts.append("\n" if token.content.lower().startswith("<br") else "")
        elif token.type == "image":
            parts.append(tokens_text(token.children))
        elif token.type == "footnote_ref":
            parts.append(f"[^{token.meta.get('label', '')}]")
    return "".join(parts)


def plain_text(text: str) -> str:
    """Return inline Markdown without its marks; text without marks passes through untouched."""
    if _MARKUP.isdisjoint(text):
        return text
    return "\n\n".join(
        tokens_text(_reader().parseInline(part)[0].children) for part in text.split("\n\n") if part.strip()
    )
