"""Whether the words of a fact hold a header, and which of a cell's headers they lack."""

import re
from collections.abc import Iterable

from core.fact import Fact
from core.quantity import parse
from core.text import fold

# Folded text has half-width brackets and no white space.
_BRACKET = re.compile(r"[(\[](?:单位:?)?([^()\[\]]{1,8})[)\]]$")
_SUFFIX = re.compile(r"/?([%‰]|(?<=/)[^/]{1,4})$")
_MARKER = re.compile(
    r"\([一二三四五六七八九十\d]{1,3}\)|[一二三四五六七八九十]{1,3}[、.]|\d{1,2}[、.)](?!\d)|其中:|[加减]:"
)


def words_of(fact: Fact) -> str:
    """Return what a fact is said to be about (subject, attribute, conditions), folded, one part per line."""
    conditions = (part for condition in fact.conditions for part in (condition.text, condition.attribute))
    return "\n".join(fold(part) for part in (fact.subject, fact.attribute, *conditions))


def lacking(headers: Iterable[str], words: str) -> tuple[str, ...]:
    """Return the headers that are not in ``words`` (see ``words_of``) in any accepted form."""
    return tuple(header for header in headers if not any(form in words for form in forms(header)))


def forms(header: str) -> tuple[str, ...]:
    """Return the accepted forms of a header, folded: whole, without its unit (折旧年限（年）), without marker (其中：).

    A bracket that is no unit (试行, 北京) is part of the name and must stay.
    """
    whole = fold(header).strip(":")
    bare = _without_unit(whole)
    return tuple(dict.fromkeys(form for form in (whole, bare, _unmarked(whole), _unmarked(bare)) if form))


def _without_unit(text: str) -> str:
    match = _BRACKET.search(text) or _SUFFIX.search(text)
    return text[: match.start()] if match and _is_unit(match.group(1)) else text


def _is_unit(text: str) -> bool:
    # Units nobody converts (N.m, rpm) are at least not written in Chinese.
    return text.isascii() or parse(f"1{text}") is not None


def _unmarked(text: str) -> str:
    while marker := _MARKER.match(text):
        text = text[marker.end() :]
    return text
