# ruff: noqa: E501 (tables and patterns read best unbroken)
"""The table of units, ready for look-up: by dimension, by name, and at a place in a text."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from types import MappingProxyType

from core.quantity.unit import Unit
from core.quantity.unit_table import COUNTERS, CURRENCIES, MEASURES, SUBUNITS, SYMBOLS


@dataclass(frozen=True, slots=True)
class Dimension:
    """What values can be compared with each other: a base unit and the units that convert into it."""

    name: str
    base: str
    units: tuple[Unit, ...]


NUMBER = Unit("", "number", "", key="one")
RATIO = Unit("1", "ratio", "1", key="one")
PERCENT_NAME = "%"
MOMENT = Unit("时刻", "time_of_day", "时刻", key="clock")
DATE = Unit("日期", "date", "日期", key="date")
MONTH_DAY = Unit("月日", "date", "月日", key="monthday")
ORDINAL = Unit("第", "ordinal", "第", key="ordinal")


def _rows(table: str) -> list[list[str]]:
    joined = re.sub(r"\n {12,}(?=[A-Za-z_ ]+$)", " ", table, flags=re.M)
    return [[cell.strip() for cell in line.split("|")] for line in joined.splitlines() if line.strip()]


def _spellings(cell: str) -> tuple[str, ...]:
    return tuple(word.replace("_", " ") for word in cell.split() if word != "-")


def _scaled(unit: Unit, factor: str) -> Unit:
    scale, _, shift = factor.partition(" ")
    above, _, below = scale.partition("/")
    return replace(unit, numerator=Decimal(above), denominator=Decimal(below or 1), offset=Decimal(shift or 0))


def _measures(dimension: str, table: str) -> tuple[Unit, ...]:
    rows = _rows(table)
    base = rows[0][0]
    ordered = [row for row in rows if row[1] == "1"][:1] + [row for row in rows if row[1] != "1"]
    base = ordered[0][0] if ordered[0][1] == "1" else base
    return tuple(
        _scaled(
            Unit(
                name, dimension, base, english="" if english == "-" else english, key=key, aliases=_spellings(aliases)
            ),
            factor,
        )
        for name, factor, english, key, aliases in rows
    )


def _currencies() -> dict[str, tuple[Unit, ...]]:
    found: dict[str, list[Unit]] = {}
    for code, name, english, aliases in _rows(CURRENCIES):
        unit = Unit(name, f"money.{code}", name, english=english, key=code, aliases=_spellings(aliases))
        found[unit.dimension] = [unit]
    for code, name, factor, english, aliases in _rows(SUBUNITS):
        base = found[f"money.{code}"][0].name
        unit = Unit(name, f"money.{code}", base, english=english, key=english, aliases=_spellings(aliases))
        found[unit.dimension].append(_scaled(unit, factor))
    return {name: tuple(units) for name, units in found.items()}


def _counters() -> tuple[Unit, ...]:
    groups = [group.split("/") for group in COUNTERS.split()]
    dozen = Unit("打", "count", "个", numerator=Decimal(12), english="dozen", key="dozen")
    return (*(Unit(names[0], "count", names[0], key=names[0], aliases=tuple(names[1:])) for names in groups), dozen)


def _dimensions() -> dict[str, Dimension]:
    units: dict[str, tuple[Unit, ...]] = {"number": (NUMBER,)}
    units |= {name: _measures(name, table) for name, table in MEASURES.items()}
    # Grades and counters do not convert into each other: each is its own base inside the dimension.
    units["grade"] = tuple(replace(unit, base=unit.name) for unit in units["grade"])
    units |= _currencies()
    units |= {"count": _counters(), "time_of_day": (MOMENT,), "date": (DATE, MONTH_DAY), "ordinal": (ORDINAL,)}
    return {
        name: Dimension(name, "" if name in ("count", "grade") else members[0].base, members)
        for name, members in units.items()
    }


DIMENSIONS: Mapping[str, Dimension] = MappingProxyType(_dimensions())
BY_NAME: Mapping[tuple[str, str], Unit] = MappingProxyType(
    {
        (dimension.name, spelling): unit
        for dimension in DIMENSIONS.values()
        for unit in reversed(dimension.units)
        for spelling in (*unit.aliases, unit.english, unit.name)
        if spelling or dimension.name == "number"
    }
)
SYMBOL_UNITS: Mapping[str, Unit] = MappingProxyType(
    {symbol: DIMENSIONS[f"money.{code}"].units[0] for symbol, code in SYMBOLS.items()}
)

# What may not follow a counter or short unit, because the two together begin another word.
_NOT_BEFORE: Mapping[str, str] = MappingProxyType(
    {
        "人": "民员类口士生工力身事格均为际造寿", "名": "称单义额", "位": "置于数", "条": "件款例约文", "字": "段符母",
        "部": "分门队长署委", "期": "间限", "间": "隔接", "家": "庭属长里", "级": "联", "片": "区", "段": "落",
        "节": "假省约目", "门": "口店户", "包": "括含装修退换", "类": "型别似", "层": "级面次", "处": "理罚分置",
        "所": "有在以述", "组": "织成合", "步": "骤行", "分": "别之类支配为公子开成", "单": "位独元", "样": "本品",
        "成": "为立员本果功交年", "倍": "率", "折": "扣旧叠返射", "度": "假过量数", "两": "种个名项者次人类年天份件周月日小台家位只条张",
        "里": "面程", "码": "头", "方": "式法面案向可便", "安": "全装排置", "年": "级代龄份轻", "天": "津气然",
        "日": "常历", "周": "边围期末转岁年大", "块": "状", "角": "度色落形", "毛": "利病", "星": "期", "升": "级高值降",
        "克": "服隆", "斤": "两", "尺": "寸码", "卡": "片号车", "对": "于应照象方外", "场": "所地合景馆", "笔": "试记",
        "次": "日月年要序性", "项": "目", "口": "径", "票": "据价", "把": "握", "支": "付持出", "打": "折扮开对电",
        "届": "满时", "班": "级", "步骤": "", "年度": "", "等": "", "寸": "", "丈": "夫", "钱": "包", "焦": "点虑",
        "集": "中合体团", "组件": "", "头": "发部像", "份": "额", "户": "口籍外", "台": "湾风", "轮": "胎椅船廓",
        "床": "位", "根": "据本", "封": "闭存", "巴": "士", "刀": "具片", "伏": "击", "帕": "", "赫": "", "瓦": "",
        "师": "傅", "桌": "面", "股": "东份权票市", "张": "贴", "回": "复执收答家国来款访", "座": "谈",
    }
)  # fmt: skip
# These letters alone are units only right after Arabic digits, never after a space or a Chinese numeral.
TIGHT = frozenset("AMGBJdtwsVW")


def _by_first() -> dict[str, tuple[tuple[str, Unit], ...]]:
    table: dict[str, list[tuple[str, Unit]]] = {}
    for dimension in reversed(list(DIMENSIONS.values())):
        for unit in dimension.units:
            for spelling in (unit.name, unit.english, *unit.aliases):
                if spelling and dimension.name not in ("number", "date", "time_of_day", "ordinal") and spelling != "1":
                    table.setdefault(spelling[0], []).append((spelling, unit))
    return {first: tuple(sorted(rows, key=lambda row: -len(row[0]))) for first, rows in table.items()}


_BY_FIRST = _by_first()


def unit_at(text: str, position: int) -> tuple[Unit, int] | None:
    """Return the unit with the longest spelling at ``position`` of plain ``text`` and where it ends, if any."""
    start = position
    while start < position + 2 and text.startswith(" ", start):
        start += 1
    for spelling, unit in _BY_FIRST.get(text[start : start + 1], ()):
        if text.startswith(spelling, start) and _stands(text, spelling, start, position):
            return unit, start + len(spelling)
    return None


def _stands(text: str, spelling: str, start: int, position: int) -> bool:
    after = text[start + len(spelling) : start + len(spelling) + 1]
    if spelling[-1].isascii() and spelling[-1].isalpha():
        if after.isascii() and after.isalnum():
            return False
        return spelling not in TIGHT or (start == position and text[start - 1 : start].isascii())
    if after and after in _NOT_BEFORE.get(spelling, ""):
        return False
    # 苹果、梨等 ends a list; 三等奖 and 至少2等 and less than 3等 are classes.
    classed = after in ("", *"奖功舱座品次残伤且") or text.startswith(" and ", start + len(spelling))
    return spelling != "等" or classed
