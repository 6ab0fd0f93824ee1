"""Days of every year: 5月1日, 10月1日至次年4月30日, May 1; counted from 1 January = 1 in a leap year."""

import re
from datetime import date, timedelta
from decimal import Decimal

from core.quantity.numerals import numeral
from core.quantity.term import Term
from core.quantity.units import MONTH_DAY

MONTH = r"(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])"
DAY = r"(?:[12]\d|3[01]|0?[1-9]|[二三]?十[一二三四五六七八九]?|廿[一二三四五六七八九]?|[一二三四五六七八九])"
_LINK = r" ?(?:-{1,2}|~|至|到) ?"
# 5月1-3日 leaves 日 out once; stops.py keeps its hands off whatever this matches.
SHAPE = rf"{MONTH} ?月 ?{DAY} ?(?:[日号](?![线楼院店机车])|{_LINK}{DAY} ?[日号])"
NAMES = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DAY = re.compile(rf"(?P<m>{MONTH}) ?月 ?(?P<d>{DAY}) ?(?:[日号]|(?={_LINK}{DAY} ?[日号]))", re.ASCII)
_ENGLISH = re.compile(rf"(?P<n>{'|'.join(NAMES)})[a-z]*\.? (?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?![\d:%.]|,? \d{{4}})")
_TO = re.compile(rf"{_LINK}| to ")
_NEXT = re.compile(r"(?:次|翌|来|第二)年(?:的)?")
_REST = re.compile(rf"(?P<d>{DAY}) ?[日号]", re.ASCII)
LEAP = 2000
YEAR_LENGTH = 366


def month_day_at(text: str, start: int) -> Term | None:
    """Read a day without a year, or a range of them, that begins at ``start`` of plain ``text``."""
    first = _day(text, start)
    if first is None:
        return None
    day, end = first
    last, stop = _end(text, day, end) or (day, end)
    return Term(start, stop, Decimal(day), Decimal(last), MONTH_DAY)


def _end(text: str, day: int, end: int) -> tuple[int, int] | None:
    """Return the last day of a range and where it ends; past the turn of the year it counts on from 366."""
    link = _TO.match(text, end)
    if link is None:
        return None
    later = _NEXT.match(text, link.end())
    second = _day(text, later.end() if later else link.end()) or _same_month(text, day, link.end())
    if second is None:
        return None
    last, stop = second
    return (last + YEAR_LENGTH if later or last < day else last), stop


def _day(text: str, start: int) -> tuple[int, int] | None:
    match = _DAY.match(text, start)
    if match:
        counted = _counted(_number(match["m"]), _number(match["d"]))
    else:
        match = _ENGLISH.match(text, start)
        counted = _counted(NAMES.index(match["n"]) + 1, int(match["d"])) if match else None
    return (counted, match.end()) if match and counted else None


def _same_month(text: str, day: int, position: int) -> tuple[int, int] | None:
    match = _REST.match(text, position)
    counted = _counted(on_day(Decimal(day)).month, _number(match["d"])) if match else None
    return (counted, match.end()) if match and counted and counted > day else None


def _number(word: str) -> int:
    return int(numeral(word) or 0)


def _counted(month: int, day: int) -> int | None:
    try:
        return date(LEAP, month, day).timetuple().tm_yday
    except ValueError:
        return None


def on_day(value: Decimal) -> date:
    """Return the day of the leap year that ``value`` counts, whatever year it fell in."""
    return date(LEAP, 1, 1) + timedelta(days=(int(value) - 1) % YEAR_LENGTH)
