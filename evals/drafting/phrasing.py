"""The ways of asking for a value, by its kind; the words themselves stand in ``patterns.yaml``."""

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import yaml

from core.fact import Fact
from core.identity import content_hash

_FEE = re.compile(r"(?:费|费用|押金|运费|手续费|邮费|滞纳金|税额)$")
_PRICE = re.compile(r"(?:价|价格|售价|单价|费率|标价|保修|保障|面值)$")
_AMOUNT = re.compile(r"(?:金|款|额|工资|薪酬|薪|报酬|补贴|补偿|赔偿|津贴|次数|数量|人数)$")
_TAKING = re.compile(r"(?:时效|时长|时间)$")
_YES_NO = {"支持": "supports", "不支持": "supports", "提供": "provides", "不提供": "provides", "有": "has", "无": "has"}
_ENGLISH_YES_NO = frozenset({"yes", "no", "supported", "not supported"})
_OF_DIMENSION = {"duration": "duration", "business_days": "business_days", "date": "date"}


def kind_of(fact: Fact, attribute: str, usual: str = "") -> str:
    """Return the kind of pattern that asks for the value of ``fact``.

    Args:
        fact: The fact.
        attribute: Its attribute as the question will say it.
        usual: Dimension that values of this attribute mostly have; it decides where this one is a word (当场).
    """
    if fact.value in _YES_NO:
        return _YES_NO[fact.value]
    if fact.value.lower() in _ENGLISH_YES_NO:
        return "supports"
    dimension = (fact.quantity.dimension if fact.quantity else usual).partition(".")[0]
    if dimension == "money" or _is_amount(dimension, attribute):
        return "fee" if _FEE.search(attribute) else "price" if _PRICE.search(attribute) else "amount"
    if (dimension == "duration" and _TAKING.search(attribute)) or (
        dimension == "business_days" and fact.quantity is None
    ):
        return "taking"
    if dimension == "time_of_day":
        return "hours" if fact.quantity is not None and fact.quantity.kind == "range" else "clock"
    if dimension == "ratio":
        unit = fact.quantity.unit if fact.quantity else ""
        return {"折": "discount", "倍": "times"}.get(unit, "number")
    return _OF_DIMENSION.get(dimension, "number" if dimension else "words")


def _is_amount(dimension: str, attribute: str) -> bool:
    """Tell money written otherwise: 21个月 of 一次性伤残补助金, 129 of 延长保修, 25元/单 of 加急费."""
    named = bool(_FEE.search(attribute) or _AMOUNT.search(attribute))
    bare_price = dimension == "number" and bool(_PRICE.search(attribute))
    return bare_price or (named and dimension not in ("", "time_of_day", "date", "ratio"))


def asked(kind: str, language: str, draw: str, parts: Mapping[str, str]) -> str:
    """Return a question of ``kind``; ``draw`` decides which of its patterns, the same one whenever it is the same."""
    ways = _patterns()[language]
    patterns = ways.get(kind) or ways["price" if kind in ("fee", "amount") else "words"]
    return pick(patterns, draw).format_map(parts)


def pick(choices: tuple[str, ...], draw: str) -> str:
    """Return one of ``choices``, decided by ``draw`` alone."""
    return choices[int(content_hash(draw)[:8], 16) % len(choices)]


@lru_cache(maxsize=1)
def _patterns() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    text = Path(__file__).with_name("patterns.yaml").read_text(encoding="utf-8")
    found = yaml.safe_load(text)
    return {language: {kind: tuple(ways) for kind, ways in kinds.items()} for language, kinds in found.items()}
