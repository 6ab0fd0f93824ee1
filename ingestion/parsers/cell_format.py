"""Spreadsheet values as a person sees them on the sheet."""

import re
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

_QUOTED = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.|_.|\*.')
_YEAR_FIRST = re.compile(r"\s*yyyy", re.IGNORECASE)
# Names of months and days, halves of the day and eras are written in words that depend on the reader's language.
_NAMES = re.compile(r"m{3,}|d{3,}|a{3,}|am/pm|上午|b{2,}|g+", re.IGNORECASE)
_DATE_PART = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|\[[^\]]*\]|_.|\*.|@|(?P<part>y+|m+|d+|h+|s+)|(?P<other>.)', re.IGNORECASE
)
_SECONDS_NEXT = re.compile(r'(?:"[^"]*"|[^a-z"])*s', re.IGNORECASE)
_PERCENT = re.compile(r"0(?:\.(0+))?%")
_DECIMALS = re.compile(r"[0#](?:\.(0+))")
_PADDED = re.compile(r"^0{2,}$")
_LITERAL = re.compile(r'"([^"]*)"|\\(.)|\[\$([^\-\]]*)[^\]]*\]|([¥￥$€£])')
_PLACEHOLDERS = re.compile(r"General|[0#?][0#?.,]*")


def shown(value: Any, number_format: str) -> str:
    """Return ``value`` as text under ``number_format`` (an Excel format code).

    Text passes through untouched; dates that begin with the year follow their format (2024年1月5日, 2024/1/5), others
    become ISO dates, because 3/4/24 would be read two ways; percentages, fixed decimals, thousands separators, leading
    zeros and a currency sign follow the format.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime | date | time):
        return _moment(value, number_format)
    if isinstance(value, timedelta):
        return _duration(value)
    if isinstance(value, int | float | Decimal):
        return _number(value, number_format or "General")
    return str(value).strip()


def _moment(value: datetime | date | time, number_format: str) -> str:
    if isinstance(value, time):
        return value.strftime("%H:%M:%S" if value.second else "%H:%M")
    code = number_format.split(";")[0]
    if _YEAR_FIRST.match(_QUOTED.sub("", code)) and not _NAMES.search(_QUOTED.sub("", code)):
        return _as_written(value, code)
    if isinstance(value, datetime):
        if value.hour or value.minute or value.second or "h" in code.lower():
            return value.strftime("%Y-%m-%d %H:%M:%S" if value.second else "%Y-%m-%d %H:%M")
        value = value.date()
    return value.isoformat()


def _as_written(value: datetime | date, code: str) -> str:
    """Return a moment as ``code`` writes it; m after h or before s means minutes."""
    clock = value if isinstance(value, datetime) else datetime.combine(value, time())
    parts: list[str] = []
    hours_seen = False
    for found in _DATE_PART.finditer(code):
        part = found.group("part")
        if part is None:
            parts.append(found.group("quoted") or found.group("escaped") or found.group("other") or "")
            continue
        letter, width = part[0].lower(), len(part)
        minutes = letter == "m" and (hours_seen or _SECONDS_NEXT.match(code, found.end()) is not None)
        hours_seen = letter == "h" or (hours_seen and letter not in "yd")
        number = {"y": clock.year, "m": clock.month, "d": clock.day, "h": clock.hour, "s": clock.second}[letter]
        number = clock.minute if minutes else number
        parts.append(f"{number:0{min(width, 2)}d}" if letter != "y" or width > 2 else f"{number % 100:02d}")
    return "".join(parts).strip()


def _duration(value: timedelta) -> str:
    seconds = int(value.total_seconds())
    return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"


def _number(value: float | Decimal, number_format: str) -> str:
    exact = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    if not exact.is_finite():
        return str(value)
    section = number_format.split(";")[0]
    code = _QUOTED.sub("", section)
    percent = _PERCENT.search(code)
    if percent:
        return f"{_fixed(exact * 100, len(percent.group(1) or ''))}%"
    if _PADDED.match(code) and exact == exact.to_integral_value():
        return f"{int(exact):0{len(code)}d}"
    decimals = _DECIMALS.search(code)
    grouped = "#,##0" in code
    if decimals or grouped or code in ("0", "#"):
        text = _fixed(exact, len(decimals.group(1)) if decimals else 0, grouped=grouped)
    else:
        text = _plain(exact)
    before, after = _literals(section)
    return f"{before}{text}{after}"


def _fixed(value: Decimal, places: int, *, grouped: bool = False) -> str:
    return f"{value:,.{places}f}" if grouped else f"{value:.{places}f}"


def _literals(section: str) -> tuple[str, str]:
    """Return the fixed text before and after the digits of a format (``"¥"0.00``, ``0"元"``)."""
    hidden = _QUOTED.sub(lambda found: "\x00" * len(found.group(0)), section)
    digits = _PLACEHOLDERS.search(hidden)
    if digits is None:
        return "", ""
    return _fixed_text(section[: digits.start()]), _fixed_text(section[digits.end() :])


def _fixed_text(part: str) -> str:
    return "".join(next(group for group in found.groups() if group is not None) for found in _LITERAL.finditer(part))


def _plain(value: Decimal) -> str:
    """Return a number without exponent and without the noise of binary fractions (0.30000000000000004 → 0.3)."""
    if value == value.to_integral_value():
        return f"{value:.0f}"
    rounded = f"{value:.15g}" if abs(value) < 1 else f"{round(value, 10):f}"
    text = f"{Decimal(rounded):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
