"""A text as numbers and the characters between them."""

import re
from dataclasses import dataclass

from core.quantity import Found, Quantity, find, numeral
from core.text import fold

_REFERENCE = re.compile(
    r"第\s*(?P<number>[零〇一二两三四五六七八九十百千\d]+)\s*(?P<kind>[编章节条款项目步])(?!目[标的])"
)
# What is no quantity and yet a number: years of an edition, telephone numbers, codes, models (X5).
_PLAIN = re.compile(r"[A-Za-z0-9０-９]*[0-9０-９](?:[A-Za-z0-9０-９.,\-—:：/]*[A-Za-z0-9０-９])?")


@dataclass(frozen=True, slots=True)
class Token:
    """A number or one other character. Tokens with equal ``key`` are the same."""

    text: str
    key: str
    number: bool = False
    quantity: Quantity | None = None


def tokens_of(text: str) -> list[Token]:
    """Return quantities, references to parts, other numbers (telephones, codes) and single characters, in order."""
    tokens: list[Token] = []
    at = 0
    for match in _REFERENCE.finditer(text):
        tokens += _quantity_tokens(text[at : match.start()])
        tokens.append(Token(match.group(), _reference_key(match), True))
        at = match.end()
    return tokens + _quantity_tokens(text[at:])


def _reference_key(match: re.Match[str]) -> str:
    number = numeral(match["number"])
    return f"#{match['kind']} {match['number'] if number is None else number}"


def _quantity_tokens(text: str) -> list[Token]:
    tokens: list[Token] = []
    at = 0
    for found in find(text):
        if _is_manner(text, found) or _is_code(text, found):
            continue
        tokens += _plain_tokens(text[at : found.start])
        tokens.append(Token(found.quantity.raw, _value_key(found.quantity), True, found.quantity))
        at = found.end
    return tokens + _plain_tokens(text[at:])


def _is_manner(text: str, found: Found) -> bool:
    """Tell 免费退货次数, where 免费 belongs to the noun, from 首次免费, which is a price."""
    return found.quantity.raw == "免费" and "\u4e00" <= text[found.end : found.end + 1] <= "\u9fff"


def _is_code(text: str, found: Found) -> bool:
    """Tell X5书灯, where letters belong to the number, from a number."""
    before = text[found.start - 1 : found.start]
    return before.isascii() and before.isalpha()


def _plain_tokens(text: str) -> list[Token]:
    tokens: list[Token] = []
    at = 0
    for match in _PLAIN.finditer(text):
        tokens += _characters(text[at : match.start()])
        tokens.append(Token(match.group(), f"#{fold(match.group())}", True))
        at = match.end()
    return tokens + _characters(text[at:])


def _characters(text: str) -> list[Token]:
    return [Token(char, char) for char in fold(text)]


def _value_key(quantity: Quantity) -> str:
    low, high = quantity.canonical_low, quantity.canonical_high
    ends = ("" if end is None else f"{end.normalize():f}" for end in (low, high))
    opened = f"{quantity.low_open:d}{quantity.high_open:d}{quantity.approximate:d}"
    return f"#{quantity.dimension} {quantity.canonical_unit} {'..'.join(ends)} {opened}"
