"""A name taken apart: what is measured (退款到账), and the word that says it is a time, a price, a rate (时效)."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from core.text import fold
from core.text.tagging import is_name, tagged

Family = Literal["time", "money", "ratio", "count", "measure", "norm", ""]

_TAILS: dict[Family, tuple[str, ...]] = {
    "time": ("期限", "时间", "时限", "时效", "时长", "周期", "天数", "期间", "期"),
    "money": ("费用", "费", "金额", "价格", "价", "款", "金"),
    "ratio": ("比例", "比率", "率", "折扣", "系数"),
    "count": ("次数", "数量", "个数", "人数", "数"),
    # These end in 率 and are no shares.
    "measure": ("功率", "频率", "速率", "分辨率"),
    "norm": ("标准", "条件", "等级", "方式", "范围"),
}
_TAIL_FAMILY = {tail: family for family, tails in _TAILS.items() for tail in tails}
_TAIL = re.compile(f"({'|'.join(sorted(_TAIL_FAMILY, key=len, reverse=True))})$")
_OUTER = re.compile(r"(?<=..)(?:上限|下限|要求|规定|标准值)$")
_SUPPORT = re.compile(r"^(?:完成|进行|办理|予以|作出|实行)(?=..)")
_CLAUSE = re.compile(r"^.{2,}?(?:(?<!小)时(?![间长限效点段候])|后)(?=..)")
_QUALIFIED = re.compile(r"^.{2,}的(?=..)")
_WHOLE = frozenset("整机 整体 整车 合计 总计 全部 总体".split())
_BLANK_BY_HAN = re.compile(r"(?<=[\u3400-\u9fff）)]) | (?=[\u3400-\u9fff])")
_HEAD = re.compile(
    r"(?:期限|时间|时限|时效|时长|周期|天数|期|费用|费|金额|价格|价|款|金|比例|率|折扣|系数|次数|数量|数|标准|功率|容量|重量|尺寸|"
    r"面积|长度|宽度|高度|速度|温度|能量|续航|等级|额度|额|门槛|面值|分|度|倍)$"
)


@dataclass(frozen=True, slots=True)
class NameParts:
    """``clear`` is the name without what carries no meaning (完成…, 开启降噪时…), ``stem`` that without ``tail``."""

    clear: str
    stem: str
    tail: str
    family: Family
    words: tuple[str, ...]
    nouns_after_first: bool


@lru_cache(maxsize=8192)
def parts_of(name: str) -> NameParts:
    """Return the parts of ``name``."""
    clear = _unqualified(_CLAUSE.sub("", _SUPPORT.sub("", plain_name(name))))
    bare = _OUTER.sub("", fold(clear))
    match = _TAIL.search(bare)
    # 运费 without 费 is no word; neither is a name that is a tail and nothing else.
    tail = match.group() if match and len(bare) - len(match.group()) >= 2 else ""
    stem = bare[: len(bare) - len(tail)]
    pairs = tagged(stem)
    rest = all(pair.flag[:1] in "nabmfjtel" or pair.flag == "eng" for pair in pairs[1:])
    family = _TAIL_FAMILY[match.group()] if match else ""
    return NameParts(clear, stem, tail, family, tuple(pair.word for pair in pairs), rest)


def _unqualified(name: str) -> str:
    """Return 补开期限 for 电子发票的补开期限: what stands before 的 is whose it is."""
    match = _QUALIFIED.match(name)
    if match is None or not has_head(name) or not is_name(match.group()[:-1]):
        return name
    return name[match.end() :]


def plain_name(name: str) -> str:
    """Return a column's name over two header lines as one: 保修期 整机 is 整机保修期, 价格 线上售价 is 线上售价."""
    levels = _BLANK_BY_HAN.split(name.strip())
    if len(levels) < 2:
        return name.strip()
    upper, lower = " ".join(levels[:-1]), levels[-1]
    if has_head(lower):
        return lower
    if any(char.isdigit() for char in lower):
        return f"{upper}（{lower}）"
    return lower + levels[-2] if has_head(levels[-2]) else f"{levels[-2]}{lower}"


def whole_of(name: str) -> str:
    """Return what a column over two header lines is called alone: 保修期 for 保修期 整机, ``""`` for a part."""
    levels = _BLANK_BY_HAN.split(name.strip())
    return levels[-2] if len(levels) > 1 and levels[-1] in _WHOLE and has_head(levels[-2]) else ""


def is_bare(name: str) -> bool:
    """Return whether ``name`` only says that something is a time, a price or a rate."""
    return bool(_HEAD.fullmatch(name))


def has_head(name: str) -> bool:
    """Return whether ``name`` ends in a word that says what is measured."""
    return bool(_HEAD.search(name))
