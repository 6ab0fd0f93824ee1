"""The query language of facts, first half: text to clauses.

``subject=金卡会员; value>=7天 and condition~线上``: clauses joined by ``;``, ``and`` or ``且``; each a field, an
operator and a value. Quotation marks around a value keep what would end it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from core.errors import InvalidInput

Operator = Literal["<=", ">=", "<", ">", "=", "~", "in", "overlaps"]

FIELDS = {
    "subject": "主体", "attribute": "属性", "value": "取值", "unit": "单位", "dimension": "量纲", "condition": "条件",
    "product_line": "产品线", "region": "地区", "channel": "渠道", "customer_type": "客户类型", "version": "版本",
    "on": "日期", "state": "状态", "origin": "来源", "document": "文档", "confidence": "置信度", "text": "文字",
}  # fmt: skip
_BY_NAME = {**{name: name for name in FIELDS}, **{chinese: name for name, chinese in FIELDS.items()}}
_SIGNS: dict[str, Operator] = {
    "<=": "<=", ">=": ">=", "≤": "<=", "≥": ">=", "<": "<", ">": ">", "＜": "<", "＞": ">", "=": "=", "＝": "=",
    "~": "~", "～": "~", "in": "in", "overlaps": "overlaps",
}  # fmt: skip
_CLAUSE = re.compile(
    r"(?P<before>\s*)(?P<name>[A-Za-z_\u4e00-\u9fff]*?)\s*(?P<sign><=|>=|[<>=~≤≥＜＞＝～]|(?<=\s)(?:in|overlaps)(?=\s))"
    r"\s*(?P<value>.*?)\s*$",
    re.DOTALL,
)
_END = re.compile(r"[;；]|\s(?:and|AND|且)(?=\s)")
_QUOTES = {'"': '"', "“": "”", "「": "」"}
_LONGEST = 2000


@dataclass(frozen=True, slots=True)
class Clause:
    """One condition. ``start`` is where its value begins in the expression ``place``, in characters from 1."""

    field: str
    operator: Operator
    value: str
    place: str
    start: int

    def wrong(self, message: str, advice: str, at: int = 0) -> InvalidInput:
        """Return the error that points ``at`` characters into the value."""
        return wrong(message, advice, self.place, self.start + at)


def wrong(message: str, advice: str, place: str, at: int) -> InvalidInput:
    """Return the error of the part of ``place`` that begins at character ``at``, from 1."""
    return InvalidInput(message, place=f"{place}, character {at}", advice=advice)


def clauses(expression: str, place: str) -> Iterator[Clause]:
    """Yield the clauses of ``expression``; ``place`` is what errors call it.

    Raises:
        InvalidInput: A clause has no operator, an unknown field or no value; the place names the character.
    """
    if len(expression) > _LONGEST:
        raise InvalidInput(f"an expression has at most {_LONGEST} characters", place=place)
    for start, text in _pieces(expression, place):
        if text.strip():
            yield _clause(text, start, place)


def _pieces(expression: str, place: str) -> Iterator[tuple[int, str]]:
    begin = at = 0
    while at < len(expression):
        if expression[at] in _QUOTES and expression[begin:at].rstrip()[-1:] in (*"<>=~≤≥＜＞＝～",):
            at = _closing(expression, at, place)
            continue
        end = _END.match(expression, at)
        if end:
            yield begin, expression[begin:at]
            begin = at = end.end()
        else:
            at += 1
    yield begin, expression[begin:]


def _closing(expression: str, at: int, place: str) -> int:
    end = expression.find(_QUOTES[expression[at]], at + 1)
    if end < 0:
        raise wrong(f"{expression[at]} is never closed", "close the quotation", place, at + 1)
    return end + 1


def _clause(text: str, begin: int, place: str) -> Clause:
    found = _CLAUSE.match(text)
    first = begin + len(text) - len(text.lstrip()) + 1
    if found is None:
        advice = "write field, operator, value, such as value>=7天"
        raise wrong(f"{text.strip()!r} has no operator", advice, place, first)
    name = _BY_NAME.get(found["name"].lower())
    if name is None:
        raise wrong(f"unknown field {found['name']!r}", f"use {', '.join(FIELDS)}", place, first)
    value, start = found["value"], begin + found.start("value") + 1
    if value[:1] in _QUOTES and value.endswith(_QUOTES[value[0]]) and len(value) > 1:
        value, start = value[1:-1], start + 1
    if not value.strip():
        raise wrong(f"{found['name']} has no value", "write a value behind the operator", place, start)
    return Clause(name, _SIGNS[found["sign"]], value, place, start)
