"""What looks like an attribute and is none, with the reason."""

import re
from collections.abc import Collection, Sequence

from synonyms.proposing.entry import Entry

_IDENTIFYING = re.compile(
    r"(?:编码|编号|序号|行号|代码|条码|货号|单号|型号|电话|手机号|地址|网址|邮箱|邮编|联系人|名称|姓名|备注|说明|附注|"
    r"^id|code|no\.?|phone|address|name|remarks?|notes?)$",
    re.IGNORECASE,
)
_LATIN = re.compile(r"[A-Za-z]+")
_BARE = frozenset("时间 期限 数量 金额 价格 费用 规格 内容 项目 类型 标准 条件 完成期限 参数 数值 规定 日期".split())
_SENTENCE = re.compile(r"[的了已被把将并或及其该每]|不|超过|低于|之前|以后|之后|情况|[，,。；;：:]")
_LONGEST_TOLD, _LONGEST_ONCE, _MOST_WORDS_ONCE = 10, 7, 2
_MOST_KINDS, _LONGEST_KIND = 6, 8


def reason_against(group: Sequence[Entry], subjects: Collection[str]) -> str:
    """Return why ``group`` is no attribute, ``""`` when it is one.

    Args:
        group: The names of what may be one attribute.
        subjects: Everything facts of the documents are about.
    """
    items = [item for entry in group for item in entry.occurrences if item.source != "heading"]
    if all(item.source == "row_name" for item in items):
        return "行的名称 names the rows of a table"
    if any(_IDENTIFYING.search(entry.name) for entry in group):
        return "编号、地址或说明 identifies or explains a row"
    if all(entry.name in _BARE for entry in group):
        return "单独看没有含义 says nothing by itself"
    if not any(entry.dimensions for entry in group):
        return "" if _are_kinds([item.value for item in items]) else "自由文字 free words, nothing to compare"
    told = all(item.source not in ("table", "pair") for item in items)
    if told and all(any(len(name) > 3 and name in entry.name for name in subjects) for entry in group):
        return "含主体名 holds the name of a subject"
    long = told and all(_size(entry.name) > _LONGEST_TOLD for entry in group)
    return _fragment(group) if len(items) == 1 or long else ""


def _are_kinds(values: Sequence[str]) -> bool:
    """Return whether words come from a small set that repeats (支持, 不支持), as a filter can use."""
    kinds = set(values)
    repeated = len(values) >= 2 * len(kinds) and len(values) > 3
    return repeated and len(kinds) <= _MOST_KINDS and all(len(kind) <= _LONGEST_KIND for kind in kinds)


def _fragment(group: Sequence[Entry]) -> str:
    entry = next(entry for entry in group if any(item.source != "heading" for item in entry.occurrences))
    if entry.occurrences[0].source in ("table", "pair"):
        return ""
    words = len([word for word in entry.parts.words if word.strip()])
    if _size(entry.name) > _LONGEST_ONCE or words > _MOST_WORDS_ONCE or _SENTENCE.search(entry.name):
        return "句子片段 a fragment of a sentence"
    if entry.name.endswith("费用"):
        return "只说某事免费 only says once that something is free"
    return ""


def _size(name: str) -> int:
    """Return the length of a name in Chinese characters; a Latin word says about as much as two of them."""
    return len(_LATIN.sub("文字", name).replace(" ", ""))
