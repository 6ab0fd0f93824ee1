"""Run another parser on texts, inside its own environment: JSON lines in, JSON lines out.

Run: ``PEERS_PYTHON evals/quantities_peer_runner.py PEER < TASKS``

This file imports nothing of the project, because the project is not installed there. A task is
``{"task": …, "text": …}``; the answer is a list of readings, each an object with ``start``, ``end``, ``kind``
(``number``, ``ratio``, ``money``, ``unit``, ``duration``, ``date``, ``time``), ``low``, ``high`` and, where the kind
needs them, ``unit``, ``iso`` or ``timex``. A text on which the parser raises has no readings.
"""

import importlib
import json
import re
import sys
import types
import warnings
from collections.abc import Callable, Iterator
from typing import Any

Reading = dict[str, Any]
Reader = Callable[[str, str], Iterator[Reading]]
_CURRENCIES = {
    "元": "CNY", "美元": "USD", "欧元": "EUR", "英镑": "GBP", "日元": "JPY", "港元": "HKD", "韩元": "KRW",
    "新台币": "TWD", "台币": "TWD", "卢布": "RUB", "卢比": "INR", "泰铢": "THB", "澳元": "AUD", "加元": "CAD",
    "新加坡元": "SGD", "瑞士法郎": "CHF", "马来西亚林吉特": "MYR", "港币": "HKD", "日币": "JPY",
}  # fmt: skip
_QUANTULUM_UNITS = {"degree Celsius": "C", "degree Fahrenheit": "F"}
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:/\d+)?%?")


def reading(start: int, end: int, kind: str, low: object, high: object = None, **more: str) -> Reading:
    """Return a reading; a single value is both ends."""
    return {
        "start": start, "end": end, "kind": kind, "low": str(low), "high": str(low if high is None else high), **more,
    }  # fmt: skip


def recognizers() -> Reader:
    """Recognizers-Text for Python, culture zh-cn."""
    number = importlib.import_module("recognizers_number")
    unit = importlib.import_module("recognizers_number_with_unit")
    timed = importlib.import_module("recognizers_date_time")
    by_task = {
        "number": number.recognize_number, "percent": number.recognize_percentage,
        "ordinal": number.recognize_ordinal, "money": unit.recognize_currency, "dimension": unit.recognize_dimension,
        "age": unit.recognize_age, "temperature": unit.recognize_temperature, "time": timed.recognize_datetime,
    }  # fmt: skip

    def read(task: str, text: str) -> Iterator[Reading]:
        for result in by_task[task](text, "zh-cn"):
            # Its ends are those of the last character.
            yield from _recognized(task, result.start, result.end + 1, result.resolution or {})

    return read


def _recognized(task: str, start: int, end: int, found: dict[str, Any]) -> Iterator[Reading]:
    if task == "time":
        for value in found.get("values") or ():
            yield from _moment(start, end, value)
    elif found.get("value") is not None:
        value = str(found["value"])
        if task == "percent":
            yield reading(start, end, "ratio", value.rstrip("%"))
        elif task == "money":
            yield reading(start, end, "money", value, iso=found.get("isoCurrency") or "", unit=found.get("unit") or "")
        elif task in ("dimension", "age", "temperature"):
            yield reading(start, end, "unit", value, unit=found.get("unit") or "")
        else:
            yield reading(start, end, "number", value)


def _moment(start: int, end: int, value: dict[str, Any]) -> Iterator[Reading]:
    kind = value.get("type")
    if kind == "duration":
        yield reading(start, end, "duration", value["value"], timex=value["timex"])
    elif kind == "date":
        yield reading(start, end, "date", value["value"], timex=value["timex"])
    elif kind == "daterange":
        yield reading(start, end, "date", value.get("start"), value.get("end"), timex=value["timex"], unit="half-open")
    elif kind == "time":
        yield reading(start, end, "time", value["value"])


def jionlp() -> Reader:
    """JioNLP: amounts of money, and times."""
    # Word segmentation is not asked for, and its library has another licence: an empty module stands in for it.
    sys.modules["jiojio"] = types.ModuleType("jiojio")
    jio = importlib.import_module("jionlp")

    def read(task: str, text: str) -> Iterator[Reading]:
        extract = jio.ner.extract_money if task == "money" else jio.ner.extract_time
        base = {} if task == "money" else {"time_base": 1_700_000_000}
        for item in extract(text, with_parsing=True, **base):
            start, end = item["offset"]
            yield from (_amount if task == "money" else _span)(start, end, item["detail"])

    return read


def _amount(start: int, end: int, detail: dict[str, Any]) -> Iterator[Reading]:
    ends = detail["num"] if isinstance(detail["num"], list) else [detail["num"]]
    yield reading(start, end, "money", ends[0], ends[-1], iso=_CURRENCIES.get(detail["case"], ""), unit=detail["case"])


def _span(start: int, end: int, detail: dict[str, Any]) -> Iterator[Reading]:
    if detail["type"] == "time_delta" and isinstance(detail["time"], dict):
        letters = {"year": "Y", "month": "M", "week": "W", "day": "D"}
        days = "".join(f"{value}{letters[name]}" for name, value in detail["time"].items() if name in letters)
        clock = {"hour": "H", "minute": "M", "second": "S"}
        hours = "".join(f"{value}{clock[name]}" for name, value in detail["time"].items() if name in clock)
        yield reading(start, end, "duration", 0, timex=f"P{days}T{hours}" if hours else f"P{days}")
    elif detail["type"] in ("time_point", "time_span"):
        first, last = detail["time"]
        yield reading(start, end, "date", first[:10], last[:10], timex=first[:10])
        yield reading(start, end, "time", first[11:])


def cn2an() -> Reader:
    """cn2an: numbers in words, alone or in a sentence."""
    library = importlib.import_module("cn2an")

    def read(_task: str, text: str) -> Iterator[Reading]:
        try:
            yield reading(0, len(text), "number", library.cn2an(text, "smart"))
        except ValueError:
            # It rewrites a sentence and says no places: every number of the result may be any of the spans.
            for match in _NUMBER.finditer(library.transform(text, "cn2an")):
                percent = match[0].endswith("%")
                yield reading(0, len(text), "ratio" if percent else "number", match[0].rstrip("%"))

    return read


def quantulum() -> Reader:
    """quantulum3: English quantities with units."""
    # Speaking a quantity is not asked for, and its library has another licence: an empty module stands in for it.
    sys.modules["num2words"] = types.ModuleType("num2words")
    parser = importlib.import_module("quantulum3.parser")

    def read(_task: str, text: str) -> Iterator[Reading]:
        for quantity in parser.parse(text):
            kind = "number" if quantity.unit.name == "dimensionless" else "unit"
            kind = "ratio" if quantity.unit.name == "percentage" else kind
            name = _QUANTULUM_UNITS.get(quantity.unit.name, quantity.unit.name)
            start, end = quantity.span
            yield reading(start, end, kind, quantity.value, unit=name)

    return read


PEERS: dict[str, Callable[[], Reader]] = {
    "recognizers-text": recognizers, "jionlp": jionlp, "cn2an": cn2an, "quantulum3": quantulum,
}  # fmt: skip


def main() -> None:
    """Answer every line of standard input with one of standard output, nothing else."""
    warnings.simplefilter("ignore")
    answers, sys.stdout = sys.stdout, sys.stderr
    read = PEERS[sys.argv[1]]()
    for line in sys.stdin:
        task = json.loads(line)
        found: list[Reading] = []
        try:
            found.extend(read(task["task"], task["text"]))
        except Exception as error:
            print(f"{task['text']}: {error!r}", file=sys.stderr)
        answers.write(json.dumps(found, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
