"""Score the quantity normaliser on labelled cases, by value, per source and type.

Run: ``python -m evals.quantities CASES.jsonl [--misses] [--output build/eval-quantities.json]``

A row has ``src``, ``type``, ``input`` and either ``spans`` (``start``, ``text``, ``value``, ``unit``, ``iso``,
``timex``:
every one must be found at its place with its value; none means nothing of that type may be found) or ``expect``
(the same value written another way). Ranges are scored by their ends: whether an end is open is a convention.
"""

import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.table import Table

from core.errors import InvalidInput, outcome_of
from core.quantity import Found, Quantity, find, parse
from core.quantity.units import BY_NAME

Row = Mapping[str, Any]
_CLOSE = Decimal("1e-9")
_UNITS = {
    "Mu": "亩", "Kilogram": "公斤", "Centimeter": "厘米", "Ton": "吨", "Meter": "米", "Jin": "斤", "Kilometer": "公里",
    "Gram": "克", "Bit": "比特", "Kilobit": "千比特", "Megabyte": "MB", "Kilobyte": "KB", "Megahertz": "兆赫",
    "Hertz": "赫兹", "Kilowatt": "千瓦", "Kilocalorie": "千卡", "Liang": "两", "Microgram": "微克", "F": "℉", "C": "℃",
    "Degree": "℃", "Year": "岁", "Month": "个月大", "Week": "周大", "Day": "天大",
}  # fmt: skip
_BY_UNIT = {name: unit for (_, name), unit in BY_NAME.items()}
_DIMENSION = {"percent": "ratio", "temperature": "temperature", "age": "age", "number": "number", "ordinal": "ordinal"}
_INTERVAL = re.compile(r"[\[(]([^,]*),([^\])]*)[\])]")
_SHORT = re.compile(r"(?<![\d/])(\d+)-(\d+)(?![\d/])")
_TIMEX = re.compile(r"([\d.]+)([YMWDHS])")


def main(cases: Path, misses: bool = False, output: Path = Path("build/eval-quantities.json")) -> None:
    """Score ``cases``, print a table and write a flat JSON of numbers."""
    try:
        rows = _rows(cases)
    except InvalidInput as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(outcome_of(error).exit_code) from error
    started = time.perf_counter()
    results = [(row, _right(row)) for row in rows]
    seconds = time.perf_counter() - started
    scores = _scores(results)
    scores["cases_per_second"] = round(len(rows) / seconds, 1)
    Console().print(_table(results))
    if misses:
        _show_misses(row for row, right in results if not right)
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(json.dumps(scores, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def _rows(cases: Path) -> list[Row]:
    rows: list[Row] = []
    try:
        lines = cases.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise InvalidInput(f"cannot read the cases: {error.strerror}", place=str(cases)) from error
    for number, line in enumerate(lines, 1):
        try:
            rows.append(json.loads(line))
        except json.JSONDecodeError as error:
            raise InvalidInput(
                f"no JSON: {error.msg}", place=f"{cases}:{number}", advice="one object per line"
            ) from error
    return rows


def _right(row: Row) -> bool:
    if "spans" not in row:
        return _same_values(row)
    text = row["input"]
    found = _all(text)
    spans = [span for span in row["spans"] if span["value"] is not None]
    if not row["spans"]:
        dimension = _DIMENSION.get(row["type"])
        return (
            not any(item.quantity.dimension == dimension for item in found) if dimension else not _measured(found, row)
        )
    return all(any(_covers(item, span, row["type"]) for item in found) for span in spans)


def _measured(found: Iterable[Found], row: Row) -> list[Found]:
    if row["type"] == "money":
        return [item for item in found if item.quantity.dimension.startswith("money.")]
    other = ("number", "count", "time_of_day", "date", "ordinal")
    return [item for item in found if item.quantity.dimension not in other]


def _all(text: str) -> list[Found]:
    whole = parse(text)
    found = list(find(text))
    return [*found, Found(whole, 0, len(text))] if whole else found


def _covers(item: Found, span: Row, kind: str) -> bool:
    end = span["start"] + len(span["text"])
    return item.start < end and span["start"] < item.end and _CHECKS.get(kind, _check_number)(item.quantity, span)


def _near(value: Decimal | None, expected: Decimal | None) -> bool:
    if value is None or expected is None:
        return value is expected
    return abs(value - expected) <= abs(expected) * _CLOSE


def _check_number(quantity: Quantity, span: Row) -> bool:
    expected = Decimal(span["value"])
    ends = (quantity.low, quantity.high, quantity.canonical_low)
    return any(end is not None and _near(end, expected) for end in ends)


def _check_percent(quantity: Quantity, span: Row) -> bool:
    expected = Decimal(span["value"].rstrip("%")) / 100
    ends = (quantity.canonical_low, quantity.canonical_high)
    return quantity.dimension == "ratio" and any(_near(end, expected) for end in ends if end is not None)


def _check_money(quantity: Quantity, span: Row) -> bool:
    expected = Decimal(span["value"])
    if span["iso"] and quantity.dimension.removeprefix("rate.").split("/")[0] != f"money.{span['iso']}":
        return False
    # The source keeps fifteen digits of a long amount.
    value = quantity.canonical_low
    return value is not None and abs(value - expected) <= abs(expected) * Decimal("1e-14")


def _check_unit(quantity: Quantity, span: Row) -> bool:
    unit = _BY_UNIT[_UNITS[span["unit"]]]
    expected = unit.to_base(Decimal(span["value"]))
    ends = (quantity.canonical_low, quantity.canonical_high)
    return quantity.dimension == unit.dimension and any(_near(end, expected) for end in ends if end is not None)


def _check_range(quantity: Quantity, span: Row) -> bool:
    match = _INTERVAL.fullmatch(span["value"])
    if match is None:
        return False
    low, high = (Decimal(end) if end else None for end in match.groups())
    ends = (quantity.low, quantity.high)
    vague = quantity.approximate and low is not None and high is None and _near(quantity.low, low)
    return vague or (_near(ends[0], low) and _near(ends[1], high))


def _check_duration(quantity: Quantity, span: Row) -> bool:
    return quantity.dimension == "duration" and _near(quantity.canonical_low, _days(span["timex"]))


def _days(timex: str) -> Decimal:
    day, _, clock = timex.removeprefix("P").partition("T")
    names = {"Y": "年", "M": "个月", "W": "周", "D": "天"}
    parts = [(number, names[letter]) for number, letter in _TIMEX.findall(day)]
    parts += [(number, {"H": "小时", "M": "分钟", "S": "秒"}[letter]) for number, letter in _TIMEX.findall(clock)]
    return sum((BY_NAME["duration", name].to_base(Decimal(number)) for number, name in parts), Decimal(0))


_CHECKS: dict[str, Callable[[Quantity, Row], bool]] = {
    "percent": _check_percent,
    "money": _check_money,
    "dimension": _check_unit,
    "temperature": _check_unit,
    "age": _check_unit,
    "range": _check_range,
    "duration": _check_duration,
}


def _same_values(row: Row) -> bool:
    expected = row["expect"]
    wanted: list[tuple[Decimal | None, Decimal | None]]
    try:
        wanted = [(Decimal(str(expected)),) * 2]
    except InvalidOperation:
        wanted = _ends(_SHORT.sub(_completed, str(expected)))
    return bool(wanted) and _ends(row["input"]) == wanted


def _completed(match: re.Match[str]) -> str:
    """Write out the shortened upper end that some cases use: 730-40 means 730 to 740."""
    low, high = match.groups()
    return f"{low}~{low[: -len(high)]}{high}" if len(low) > len(high) else match[0]


def _ends(text: str) -> list[tuple[Decimal | None, Decimal | None]]:
    whole = parse(text)
    quantities = [whole] if whole else [item.quantity for item in find(text)]
    return [(quantity.canonical_low, quantity.canonical_high) for quantity in quantities]


def _scores(results: list[tuple[Row, bool]]) -> dict[str, float]:
    scores: dict[str, float] = {}
    for key, (right, total) in sorted(_counts(results).items()):
        scores[f"{key}.right"] = right
        scores[f"{key}.total"] = total
        scores[f"{key}.share"] = round(right / total, 4)
    return scores


def _counts(results: list[tuple[Row, bool]]) -> dict[str, tuple[int, int]]:
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for row, is_right in results:
        for key in (f"{row['src']}.{row['type']}", row["src"], "all"):
            total[key] += 1
            right[key] += is_right
    return {key: (right[key], total[key]) for key in total}


def _table(results: list[tuple[Row, bool]]) -> Table:
    table = Table("source.type", "right", "total", "share", title="Quantities, by value")
    for key, (right, total) in sorted(_counts(results).items()):
        table.add_row(key, str(right), str(total), f"{right / total:.1%}")
    return table


def _show_misses(rows: Iterable[Row]) -> None:
    for row in rows:
        wanted = row.get("expect") or [(span["text"], span["value"]) for span in row.get("spans", ())]
        got = [
            (item.quantity.raw, str(item.quantity.low), str(item.quantity.high), item.quantity.unit)
            for item in _all(row["input"])
        ]
        typer.echo(f"{row['src']}.{row['type']}\t{row['input']}\twanted {wanted}\tgot {got}")


if __name__ == "__main__":
    typer.run(main)
