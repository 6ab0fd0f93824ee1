"""Shares and halves in words: 百分之三十, 日万分之五, 对折, 半年."""

import re
from dataclasses import replace
from decimal import Decimal

from core.quantity.numerals import read
from core.quantity.place_value import ARITHMETIC
from core.quantity.rate import rated
from core.quantity.term import Term
from core.quantity.units import BY_NAME, RATIO, unit_at

PERCENT = BY_NAME["ratio", "%"]
_MONTH = BY_NAME["duration", "个月"]
_SHARE = re.compile(r"(负的?)?([百千万]{1,4})分之?(?=[负\d零一二三四五六七八九十百千万两.]|百)")
_TO = re.compile(r" ?(?:-{1,2}|~|至|到|to(?= )|or(?= )) ?")
_HALF = re.compile(
    r"半(?:月(?![刊板形])|价|折|个(?=小时|月|钟头|星期|工作日|季度|年)|(?=[年天日小钟里斤米公周成度块吨亩升]))"
)
# 把纸对折 folds a sheet; only these say that a price is halved.
HALF_PRICE = (
    r"(?:(?<=[打按以享受场价均品现])|(?<=低至)|(?<=一律))对折"
    r"|对折(?=优惠|出售|销售|促销|特价|价|处理|甩卖|购|收费|计费|票|封顶|起)"
)
# 按日万分之五, but not 本月百分之三十.
DAILY = r"(?:(?<![\u4e00-\u9fff\d])|(?<=[按以付收为是取计息率]))[日月年](?=[百千万]分之)"


def share_at(text: str, start: int) -> Term | None:
    """Read a share or a half that begins at ``start`` of plain ``text``."""
    if text[start] == "半" and not text.startswith("半百", start):
        return _half(text, start)
    if text.startswith(("对折", "一半"), start) and not text.startswith("一半以", start):
        return Term(start, start + 2, Decimal("0.5"), Decimal("0.5"), RATIO)
    # That it is by the day is said and stays in the words; the share is what a reader asks for, as in 每日万分之五.
    said = start + (text[start] in "日月年")
    match = _SHARE.match(text, said)
    share = _share(text, match) if match else None
    return replace(share, start=start) if share else None


def _half(text: str, start: int) -> Term | None:
    match = _HALF.match(text, start)
    if match is None:
        return None
    half = Decimal("0.5")
    if match[0] in ("半月", "半价", "半折"):
        return Term(start, match.end(), half, half, _MONTH if match[0] == "半月" else RATIO)
    found = unit_at(text, start + 1) or unit_at(text, match.end())
    return rated(text, Term(start, found[1], half, half, found[0])) if found else None


def _share(text: str, match: re.Match[str]) -> Term | None:
    """Read 百分之三十 and 万分之五; the second number of a range may leave the 百分之 out."""
    parts = Decimal(1)
    for character in match[2]:
        parts *= {"百": 100, "千": 1000, "万": 10000}[character]
    number = read(text, match.end())
    if number is None:
        return None
    low, high, end = number.low, number.high, number.end
    link = _TO.match(text, end)
    second = read(text, link.end()) if link and number.low == number.high else None
    if second and second.low > high and unit_at(text, second.end) is None:
        high, end = second.high, second.end
    scale = {Decimal(100): PERCENT, Decimal(1000): BY_NAME["ratio", "‰"]}.get(parts)
    if scale is None:
        low, high, scale = ARITHMETIC.divide(low, parts), ARITHMETIC.divide(high, parts), RATIO
    if match[1]:
        low, high = high.copy_negate(), low.copy_negate()
    return rated(text, Term(match.start(), end, low, high, scale, number.vague, number.vague, number.vague))
