"""Attributes that a passage names without a fact having been read: in its title, and before or behind a value."""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from core.quantity import Found, Quantity, find
from core.text import fold
from core.text.tagging import is_name, tagged
from synonyms.proposing.entry import family_of
from synonyms.proposing.name_parts import has_head, parts_of

_TITLE = re.compile(r"^(?P<subject>.{2,})的(?P<names>[^的，。；：（）()]{2,12})$")
_JOINED = re.compile(r"[和与及、]")
_BEFORE = re.compile(
    r"(?:(?P<subject>[\u4e00-\u9fffA-Za-z0-9]{1,12})的|(?<![\u4e00-\u9fff]))"
    r"(?P<name>(?:(?!的)[\u4e00-\u9fff]){2,8}?)(?:一般|通常)?(?:为|是|：|:)"
)
_NUMBERED = re.compile(
    r"^(?:\d+(?:\.\d+)*[.、．]?\s*|第?[一二三四五六七八九十]+[章节条、.．\s]\s*|[（(][一二三四五六七八九十\d]+[）)]\s*)"
)
_LABELLED = re.compile(r"[\u4e00-\u9fff]{3,6}(?=\d)")
_GRANTED = re.compile(r"(?:支持|享受|享有|提供|适用)$")
_CLAUSE_END = re.compile(r"[，。；！？\n]")
_NOT_MEASURED = frozenset({"number", "count", "ordinal", "grade", "date"})
_FAMILY_DIMENSION = {"time": ("time",), "money": ("money.CNY",), "ratio": ("ratio",)}
_REACH = 14


@dataclass(frozen=True, slots=True)
class Named:
    """A name with the value it stands with; ``titled`` when the passage's title names it."""

    name: str
    subject: str
    value: str
    dimension: str
    titled: bool


def named_in(title: str, text: str, known: Collection[str]) -> Iterator[Named]:
    """Yield what ``title`` and ``text`` of a passage name beside the attributes ``known`` from its facts."""
    found = [item for item in find(text) if item.quantity.dimension not in _NOT_MEASURED]
    if not found:
        return
    taken = {fold(name) for name in known}
    for named in (*_titled(title, text, found), *_before(text, found), *_granted(text, found)):
        if fold(named.name) not in taken:
            taken.add(fold(named.name))
            yield named


def _titled(title: str, text: str, found: list[Found]) -> Iterator[Named]:
    match = _TITLE.match(title.strip())
    if match is None:
        return
    usual = Counter(family_of(item.quantity.dimension) for item in found).most_common(1)[0][0]
    for name in _JOINED.split(match["names"]):
        fitting = [item.quantity for item in found if _fits(name, item)]
        if len(name) > 1 and has_head(name) and fitting:
            best = _behind(name, text, found) or _of_family(usual, fitting)
            yield Named(name, match["subject"], best.raw, best.dimension, titled=True)


def _behind(name: str, text: str, found: list[Found]) -> Quantity | None:
    """Return the quantity that follows ``name`` in the text, when one does."""
    for start in (match.end() for match in re.finditer(re.escape(name), text)):
        for item in found:
            between = text[start : item.start]
            if start <= item.start <= start + _REACH and not _CLAUSE_END.search(between) and _fits(name, item):
                return item.quantity
    return None


def _of_family(family: str, fitting: list[Quantity]) -> Quantity:
    return next((item for item in fitting if family_of(item.dimension) == family), fitting[0])


def _before(text: str, found: list[Found]) -> Iterator[Named]:
    """补开期限为订单签收后90天: a name that says what it measures, a copula, and the value in the same clause."""
    for match in _BEFORE.finditer(text):
        name = match["name"]
        if not has_head(name) or not _is_compound(name):
            continue
        for item in found:
            between = text[match.end() : item.start]
            near = match.end() <= item.start <= match.end() + _REACH
            if near and not _CLAUSE_END.search(between) and _fits(name, item):
                owner = match["subject"] or ""
                full = f"{owner}的{name}" if owner and is_name(owner) else name
                yield Named(full, owner, item.quantity.raw, item.quantity.dimension, titled=False)
                break


def _granted(text: str, found: list[Found]) -> Iterator[Named]:
    """享受15天价格保护, 支持80W有线快充: what is granted for so long, or with so much."""
    for item in found:
        if not _GRANTED.search(text[max(item.start - 2, 0) : item.start]):
            continue
        name = ""
        for pair in tagged(_CLAUSE_END.split(text[item.end : item.end + 12])[0]):
            if pair.flag[:1] not in "nvabj" or len(name) + len(pair.word) > 6:
                break
            name += pair.word
        if len(name) > 1:
            yield Named(name, "", item.quantity.raw, item.quantity.dimension, titled=False)


def _fits(name: str, item: Found) -> bool:
    wanted = _FAMILY_DIMENSION.get(parts_of(name).family)
    return wanted is None or family_of(item.quantity.dimension) in wanted


def _is_compound(name: str) -> bool:
    """Return whether ``name`` is verbs and nouns only, without the particles and pronouns of a sentence."""
    return all(pair.flag[:1] in "nvbajt" for pair in tagged(name))


def heading_name(heading: str) -> str:
    """Return a heading without its number, 出库时间 for 三、出库时间.

    It is ``""`` when the heading names several things or a bare act.
    """
    name = _NUMBERED.sub("", heading.strip())
    return "" if _JOINED.search(name) or (len(name) < 3 and not has_head(name)) else name


def label_in(value: str, attribute: str) -> str:
    """Return what a cell calls its own value, when that ends in what the column measures: 上门检测 of 上门检测80元."""
    match = _LABELLED.match(value)
    stem = parts_of(attribute).stem
    if match is None or len(stem) < 2 or not match.group().endswith(stem) or match.group() == stem:
        return ""
    return match.group()
