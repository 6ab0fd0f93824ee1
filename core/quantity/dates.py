# ruff: noqa: E501 (tables and patterns read best unbroken)
"""Calendar dates in running text: days since 0001-01-01; a month or a year is the range of its days."""

import re
from datetime import date, timedelta
from decimal import Decimal

from core.quantity.numerals import numeral
from core.quantity.term import Term
from core.quantity.units import DATE

_N = r"(?:\d{1,2}|[一二三四五六七八九十廿]{1,3})"
_YEAR = r"(?:(?:1[6-9]|2[01])\d\d|[一二][零一二三四五六七八九]{3})"
_WORDED = r"[一二两]千[零一二三四五六七八九十百]{0,7}(?= ?年 ?" + _N + " ?月)"
_CHINESE = re.compile(
    rf"(?P<y>{_YEAR}|{_WORDED}|1[0-5]\d\d(?= ?年 ?{_N} ?月)) ?年(?!代|历史)(?:度(?!假))?(?: ?(?P<m>{_N}) ?月份?(?: ?(?P<d>{_N}) ?[日号])?)?",
    re.ASCII,
)
_DASHED = re.compile(
    rf"(?<![\d./\-])(?P<y>{_YEAR})(?P<s>[\-/.])(?P<m>\d{{1,2}})(?:(?P=s)(?P<d>\d{{1,2}})(?![\d])|(?<=[\-/]\d\d)(?![\d\-./]))",
    re.ASCII,
)
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_NAME = r"(?P<name>(?:" + "|".join(_MONTHS) + r")[a-z]*\.?)"
_ENGLISH = re.compile(rf"(?:{_NAME} (?P<d>\d{{1,2}})(?:st|nd|rd|th)?,? |(?P<d2>\d{{1,2}}) {_NAME.replace('name', 'name2')},? )(?P<y>{_YEAR})\b", re.I | re.A)  # fmt: skip
ERA = r"公元(?=(?:\d{1,4}|[零一二三四五六七八九]{3,4}) ?年)"
_ERA = re.compile(
    rf"公元(?P<y>\d{{1,4}}|[零一二三四五六七八九]{{3,4}}) ?年(?!代)(?: ?(?P<m>{_N}) ?月(?: ?(?P<d>{_N}) ?[日号])?)?",
    re.ASCII,
)
_ISO = re.compile(r"(?<![\d./\-])(?P<y>\d{4})-(?P<m>\d\d)-(?P<d>\d\d)(?![\d\-])", re.ASCII)
# Two digits are a year only with month and day, and not as the year of a reign (民国85年).
_SHORT = re.compile(
    rf"(?:(?<=[自从在于至到及由以生即为是的])|(?<![\u4e00-\u9fff\d.]))(?P<y>\d\d|[零一二三四五六七八九]{{2}}) ?年 ?(?P<m>{_N}) ?月 ?(?P<d>{_N}) ?[日号]",
    re.ASCII,
)
_TO = re.compile(r" ?(?:-{1,2}|~|至|到|to) ?")
_YEARS = re.compile(rf"(?P<a>{_YEAR}) ?(?:年 ?)?(?:-{{1,2}}|~|至|到) ?(?P<b>{_YEAR}) ?年(?! ?\d{{1,2}} ?月)", re.ASCII)
_REST = re.compile(rf"(?:(?P<m>{_N}) ?月)?(?P<d>{_N}) ?[日号]", re.ASCII)


def date_at(text: str, start: int) -> Term | None:
    """Read a date, or a range of dates, that begins at ``start`` of plain ``text``."""
    years = _YEARS.match(text, start)
    if years:
        first, last = _days(_number(years["a"]), 0, 0), _days(_number(years["b"]), 0, 0)
        return _term(start, years.end(), (first[0], last[1])) if first and last else None
    read = _single(text, start)
    if read is None:
        return None
    days, end, year, month = read
    link = _TO.match(text, end)
    if link:
        other = _single(text, link.end())
        if other and other[0][1] >= days[0]:
            return _term(start, other[1], (days[0], other[0][1]))
        rest = _REST.match(text, link.end()) if month else None
        last = _days(year, _number(rest["m"]) if rest["m"] else month, _number(rest["d"])) if rest else None
        if rest and last and last[1] >= days[0]:
            return _term(start, rest.end(), (days[0], last[1]))
    return _term(start, end, days)


def _single(text: str, start: int) -> tuple[tuple[int, int], int, int, int] | None:
    for pattern in (_CHINESE, _DASHED, _ISO, _ENGLISH, _ERA, _SHORT):
        match = pattern.match(text, start)
        if match:
            groups = match.groupdict()
            name = groups.get("name") or groups.get("name2")
            month = _MONTHS.index(name[:3].lower()) + 1 if name else _number(groups.get("m"))
            year, day = _number(groups["y"]), _number(groups.get("d") or groups.get("d2"))
            year = _full(year) if pattern is _SHORT else year
            if groups.get("s") == "/" and not day and month == (year + 1) % 100:
                # 2011/12 is as likely a season as a month.
                return None
            days = _days(year, month, day)
            return (days, match.end(), year, month) if days else None
    return None


def _full(year: int) -> int:
    """Return the year that two digits mean today; 0 when either century would do."""
    return 1900 + year if year >= 50 else 2000 + year if year < 30 else 0


def _number(word: str | None) -> int:
    value = numeral(word) if word else None
    return int(value) if value is not None else 0


def _days(year: int, month: int, day: int) -> tuple[int, int] | None:
    """Return the first and last day, counted from 0001-01-01, of a year, month or day; ``None`` when it is none."""
    try:
        first = date(year, month or 1, day or 1)
        following = date(year + 1, 1, 1) if not month else date(year + month // 12, month % 12 + 1, 1)
    except ValueError:
        return None
    last = first if day else following - timedelta(days=1)
    return first.toordinal() - 1, last.toordinal() - 1


def _term(start: int, end: int, days: tuple[int, int]) -> Term:
    return Term(start, end, Decimal(days[0]), Decimal(days[1]), DATE)


def day(value: Decimal) -> date:
    """Return the date that lies ``value`` days after 0001-01-01."""
    return date.fromordinal(int(value) + 1)
