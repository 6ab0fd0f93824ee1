"""Questions for cells of tables and records: the row, the column, and the cells that tell the row from its siblings."""

import re
from dataclasses import replace

from core.fact import Condition, Fact
from core.text import fold
from evals.drafting.circumstance import measured
from evals.drafting.column import Column, column_of
from evals.drafting.english import english_question, is_english
from evals.drafting.material import Material
from evals.drafting.phrasing import asked, kind_of, pick
from evals.drafting.siblings import siblings, telling
from evals.drafting.titles import needs_title, short_title, titled
from evals.drafting.wording import Unaskable, Wording

_CODED = re.compile(r"编码|编号|代码|货号|规格|型号")
_WIDE_END = re.compile(r"[\u4e00-\u9fff）)]$")


def table_question(fact: Fact, material: Material, column: Column, draw: str) -> Wording:
    """Return a question for a cell.

    Raises:
        Unaskable: Its siblings cannot be told from it.
    """
    titled_by_document = needs_title(fact, material)
    others = [_described(one, material) for one in siblings(fact, material, in_document=titled_by_document)]
    own = [one for one in _described(fact, material).conditions if fold(one.text) != fold(fact.subject)]
    told = telling(others, own)
    if told is None:
        raise Unaskable("other facts of the same matter cannot be told from it")
    attribute = column.attribute(fact, material.spellings)
    said = tuple(dict.fromkeys((*_of_subject(fact), *told, *_of_column(fact, column, attribute))))
    if is_english(fact):
        return english_question(fact, attribute, said, draw)
    question = _chinese(fact, material, attribute, said, draw)
    if titled_by_document:
        question = titled(question, short_title(fact, material), draw)
    return Wording(question, bool(said), tuple(_word(one) for one in said if fold(_word(one)) in fold(question)))


def _described(fact: Fact, material: Material) -> Fact:
    """Return ``fact`` with the cells of its row that say which one it is: 42mm is easier said than 商品编码 050102."""
    column = column_of(fact, material.chunks[fact.chunk_id], material.spellings)
    known = {condition.text for condition in fact.conditions}
    cells = [Condition(f"{head}：{cell}") for head, cell in column.described] if column else []
    return replace(fact, conditions=(*fact.conditions, *(cell for cell in cells if cell.text not in known)))


def _of_column(fact: Fact, column: Column, attribute: str) -> tuple[Condition, ...]:
    """Return the innermost header where the question asks by the one above it: 整机 under 保修期, beside 配件."""
    inner = column.names[-1] if len(column.names) > 1 else ""
    if not inner or fold(attribute) in fold(inner) or fold(inner) in fold(attribute):
        return ()
    return tuple(condition for condition in fact.conditions if fold(condition.text) == fold(inner))


def _word(condition: Condition) -> str:
    return condition.text.rpartition("：")[2].removesuffix("的")


def _of_subject(fact: Fact) -> tuple[Condition, ...]:
    """Return the condition that the subject itself is the value of: 采购金额 of 不满5万元."""
    return tuple(c for c in fact.conditions if c.quantity and c.text.partition("：")[2].strip() == fact.subject)


def _chinese(fact: Fact, material: Material, attribute: str, said: tuple[Condition, ...], draw: str) -> str:
    intervals = [condition for condition in said if condition.quantity is not None and "：" in condition.text]
    words = [condition for condition in said if condition not in intervals]
    at_point = pick(("point", "point", "interval"), draw + "interval") == "point"
    when = "，".join(measured(condition, at_point=at_point) for condition in intervals)
    subject = "" if any(condition in _of_subject(fact) for condition in intervals) else fact.subject
    for condition in words:
        subject, attribute = _joined(subject, attribute, condition)
    usual = material.usual.get(fold(fact.attribute), "")
    kind = kind_of(fact, attribute, usual)
    subject = subject.strip()
    name = named(subject, attribute, draw) if not words else f"{subject}的{attribute}" if subject else attribute
    question = asked(kind, "zh", draw, {"name": name, "subject": subject, "attribute": attribute})
    return f"{when}，{question}" if when else question


def _joined(subject: str, attribute: str, condition: Condition) -> tuple[str, str]:
    """Put a cell or a header where it belongs: beside the subject, unless the attribute says it already."""
    label, colon, words = condition.text.partition("：")
    if not colon:
        bare = condition.text.removesuffix("的")
        if fold(bare) in fold(attribute):
            return subject, attribute
        # 延长2年的延长保修 says one word twice.
        return (subject, f"{attribute}（{bare}）") if bare[:2] == attribute[:2] else (f"{subject}{bare}", attribute)
    if _CODED.search(label):
        shown = words if label in ("规格", "型号") else f"{label}{words}"
        return f"{subject}（{shown}）", attribute
    return f"{subject}{words}", attribute


def named(subject: str, attribute: str, draw: str) -> str:
    """Return subject and attribute as one name: 星河手机的保修期, 青岚店营业时间."""
    if not subject:
        return attribute
    if "的" in subject:
        return f"{subject}，{attribute}"
    short = len(subject) + len(attribute) <= 16 and _WIDE_END.search(subject) is not None
    joined = f"{subject}的{attribute}"
    return pick((joined, f"{subject}{attribute}"), draw + "name") if short else joined
