# ruff: noqa: E501 (tables and patterns read best unbroken)
"""All quantities of a running text, left to right."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from core.quantity import bounds, english
from core.quantity.amounts import amount_at
from core.quantity.clock import clock_at
from core.quantity.dates import ERA, date_at
from core.quantity.joining import joined
from core.quantity.lead import STARTS as LEADS
from core.quantity.lead import Lead, lead_at, led
from core.quantity.month_days import month_day_at
from core.quantity.numerals import numeral, read
from core.quantity.shares import DAILY, HALF_PRICE
from core.quantity.spelling import Plain, plain
from core.quantity.stops import BLANK, LONE_FINANCIAL, blank
from core.quantity.term import Term, build
from core.quantity.units import BY_NAME, NUMBER, ORDINAL, RATIO, unit_at
from core.quantity.value import Quantity

_DIGIT = "0-9零一二两三四五六七八九十百千半廿卅"
_FREE = r"(?<!避)免费|免收|免交|免缴|免(?:运|邮|手续|服务|年|月|管理|安装|配送|停车)费|包邮|不收费|不收取费用|free of charge|for free"
_PART = "凌晨|清晨|早晨|早上|上午|中午|午间|下午|傍晚|晚上|晚间|夜间|夜里|当晚|次日|翌日|[早晚](?=\\d)"
_MONTH = r"(?<![A-Za-z])(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? (?=\d)"
_START = re.compile(
    rf"(?P<lead>{LEADS})|(?P<free>{_FREE})|(?P<ordinal>第(?=[{_DIGIT}])|(?<=[名列居入身])前(?=[{_DIGIT}]))"
    rf"|(?P<amount>[{_DIGIT}±]|{DAILY}|\.(?=\d)|负的?(?=[{_DIGIT}万.])|(?<![A-Za-z0-9_%)\]℃°\-^])[+\-](?=[\d.零一二两三四五六七八九十百千])|{HALF_PRICE}|万(?=万?分之))"
    rf"|(?P<time>{_PART})|(?P<month>{_MONTH}|{ERA})|(?P<english>{english.STARTS})",
    re.ASCII | re.IGNORECASE,
)
_QUICK = re.compile(rf"[{_DIGIT}壹贰叁肆伍陆柒捌玖拾佰仟貳參陸兩０-９对對免不]|free|{english.STARTS}", re.IGNORECASE)
_YUAN = BY_NAME["money.CNY", "元"]
_RUN = re.compile(r"[0-9A-Za-z_.,]+|.", re.DOTALL | re.ASCII)
_LOOSE = re.compile(r"[0-9一二两三四五六七八九十零廿]{1,4}[点时:年月\-/.]|[一二两]千|\d{4}[ 年\-/.]|[12]\d{3}")
# In running text it may be the fold of a sheet; a value that is nothing else is a price.
_ALONE = {"对折": Decimal("0.5")}
_EDGE = " \t\r\n\u3000的。.,，;；"


@dataclass(frozen=True, slots=True)
class Found:
    """A quantity and where it stands: ``text[start:end] == quantity.raw``."""

    quantity: Quantity
    start: int
    end: int


def find(text: str) -> tuple[Found, ...]:
    """Return all quantities in ``text``, left to right, none overlapping, each as long as it can be."""
    if not _QUICK.search(text):
        return ()
    prepared = _prepared(text)
    terms = joined(prepared.text, list(_scan(prepared.text, whole=False)))
    return tuple(_found(text, prepared, term) for term in terms)


def parse(text: str) -> Quantity | None:
    """Return the quantity that the whole of ``text`` is, or ``None``. Spaces, 的 and a full stop may stand around it."""
    core = text.strip(_EDGE)
    lead = len(text) - len(text.lstrip(_EDGE))
    if not core or len(core) > 200:
        return None
    prepared = plain(core) if len(core) < 2 or _is_numeral(core) else _prepared(core)
    if prepared.text in _ALONE:
        return build(_ALONE[prepared.text], _ALONE[prepared.text], RATIO, core)
    terms = joined(prepared.text, list(_scan(prepared.text, whole=True)))
    if len(terms) != 1 or terms[0].start != 0 or terms[0].end != len(prepared.text):
        value = numeral(core)
        return None if value is None else build(value, value, NUMBER, core)
    return terms[0].quantity(text[lead : lead + len(core)])


def _is_numeral(text: str) -> bool:
    spelled = plain(text).text
    number = read(spelled, 0)
    return number is not None and number.end == len(spelled)


def _prepared(text: str) -> Plain:
    unread = LONE_FINANCIAL.sub(BLANK, text) if LONE_FINANCIAL.search(text) else text
    spelled = plain(unread)
    return replace(spelled, text=blank(spelled.text))


def _found(text: str, prepared: Plain, term: Term) -> Found:
    start, end = prepared.source_start(term.start), prepared.source_end(term.end)
    return Found(term.quantity(text[start:end]), start, end)


def _scan(text: str, whole: bool) -> Iterator[Term]:
    position = floor = 0
    lead: Lead | None = None
    while match := _START.search(text, position):
        start = match.start()
        if start == floor and floor and text[start] in "+-":
            position = start + 1
            continue
        if match.lastgroup == "lead":
            following = lead_at(text, start, lead)
            lead, position = following or lead, following.end if following else start + 1
            continue
        term = _term(text, match, whole)
        if term is None:
            position = _skipped(text, match)
            continue
        term = _placed(text, term, floor, lead)
        yield term
        position = floor = term.end


def _skipped(text: str, match: re.Match[str]) -> int:
    """Return where to go on after something that is no quantity; a code is passed over as a whole."""
    if match.lastgroup != "amount":
        return match.end()
    run, number = _RUN.match(text, match.start()), read(text, match.start())
    return max(match.end(), run.end() if run else 0, number.end if number else 0)


def _term(text: str, match: re.Match[str], whole: bool) -> Term | None:
    start, kind = match.start(), match.lastgroup
    if kind == "free":
        return Term(start, match.end(), Decimal(0), Decimal(0), _YUAN)
    if kind == "ordinal":
        return _ordinal(text, start)
    if kind == "month":
        return date_at(text, start) or month_day_at(text, start)
    if kind == "time":
        return clock_at(text, start)
    if kind == "amount" and _LOOSE.match(text, start):
        return (
            date_at(text, start) or month_day_at(text, start) or clock_at(text, start) or amount_at(text, start, whole)
        )
    return amount_at(text, start, whole)


def _ordinal(text: str, start: int) -> Term | None:
    """Read 第三, and 前三 of a ranking, which is the first to the third."""
    number = read(text, start + 1)
    if number is None or text[start] == "第":
        return Term(start, number.end, number.low, number.high, ORDINAL) if number else None
    counted = unit_at(text, number.end) is not None or number.vague
    return None if counted else Term(start, number.end, Decimal(1), number.high, ORDINAL)


def _placed(text: str, term: Term, floor: int, lead: Lead | None) -> Term:
    """Add the bounds and the prefix around ``term``; either may come first (每小时不超过, 不超过每小时)."""
    term = bounds.bounded(text, term, floor)
    joined_lead = led(text, term, lead) if lead and lead.start >= floor else None
    if joined_lead is None or lead is None:
        return term
    return bounds.bounded(text, bounds.between(text[lead.end : term.start], joined_lead), floor)
