"""A part of the earlier question replaced by what the follow-up says instead."""

import re

from core.text import fold
from core.text.tokens import words
from retrieval.follow_up.parts import Parts
from retrieval.follow_up.phrases import DENIAL, YEAR

_SHORTEST_STEM = 2
_BOUNDARIES = frozenset("的 和 或 在 用 买 购买 是 我 我们 从 对 为 把 被 给 由 使用 通过 办 办理".split())


def condition_swapped(said: Parts, earlier: Parts) -> str | None:
    """Return ``earlier`` under the condition ``said``, or ``None`` when it states none that could be replaced.

    A quantity replaces one of its scale (满5年 → 满15年), a denial what it denies and the other way round
    (未发货 → 已发货, 会员 → 非会员), a version the version.
    """
    return _quantity(said, earlier) or _version(said, earlier) or _opposite(said.text, earlier)


def kind_swapped(said: str, earlier: Parts) -> str | None:
    """Return ``earlier`` with its name of the same kind replaced: 本市订单 → 外省订单. ``None`` when it has none."""
    pieces = words(earlier.text)
    for size in range(min(len(said) - 1, 4), _SHORTEST_STEM - 1, -1):
        found = _ending_in(fold(said)[-size:], pieces)
        if found and found != fold(said):
            at = fold(earlier.text).find(found)
            if len(fold(earlier.text)) == len(earlier.text):
                return earlier.text[:at] + said + earlier.text[at + len(found) :]
    return None


def put_in(text: str, start: int, end: int, said: str) -> str:
    """Return ``text`` with ``said`` in place of ``text[start:end]``."""
    return text[:start] + said + text[end:]


def _quantity(said: Parts, earlier: Parts) -> str | None:
    for new in said.quantities:
        for old in earlier.quantities:
            if new.quantity.comparable(old.quantity) and new.quantity.dimension != "number":
                inner = old.end - old.start
                wording = new.quantity.raw
                # 工作满5年 names its noun too; 15年 alone takes the place of the number only.
                number = re.search(r"[\d一二两三四五六七八九十百千半].*$", old.quantity.raw)
                if number and new.quantity.kind == "exact":
                    inner = len(number.group())
                return put_in(earlier.text, old.end - inner, old.end, wording)
    return None


def _version(said: Parts, earlier: Parts) -> str | None:
    new, old = YEAR.search(said.text), YEAR.search(earlier.text)
    return put_in(earlier.text, old.start(), old.end(), new.group()) if new and old else None


def _opposite(said: str, earlier: Parts) -> str | None:
    core = said.removesuffix("的").removesuffix("了")
    stem = DENIAL.sub("", core)
    if len(stem) < _SHORTEST_STEM:
        return None
    denied = stem != core
    pattern = rf"(?P<denial>已经|已|未|没有|没|非|不是|不|无)?{re.escape(stem)}了?"
    match = re.search(pattern, earlier.text)
    if match is None or not (denied or match["denial"]):
        return None
    name = next((name for name in earlier.subjects if name.start <= match.start() and match.end() <= name.end), None)
    start, end = (name.start, name.end) if name else match.span()
    return put_in(earlier.text, start, end, core)


def _ending_in(ending: str, pieces: list[str]) -> str:
    """Return the words of the earlier question that end so, as far to the left as they belong together."""
    for at, piece in enumerate(pieces):
        if not piece.endswith(ending):
            continue
        found = piece
        while at and found == ending and pieces[at - 1] not in _BOUNDARIES:
            at -= 1
            found = pieces[at] + found
        return found if found != ending else ""
    return ""
