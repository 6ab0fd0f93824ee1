"""Facts of the same matter with other values, and what a question must say to mean one of them."""

from collections.abc import Sequence

from core.fact import Condition, Fact
from core.text import fold
from evals.drafting.material import Material
from evals.drafting.titles import is_topic
from retrieval.conditions import goes_without_saying

_CODE, _SPEC, _NAME, _BARE, _MEASURED = 4, 3, 2, 1, 0


def siblings(fact: Fact, material: Material, *, in_document: bool) -> tuple[Fact, ...]:
    """Return facts of another value with the same subject and attribute; ``in_document``: in its document alone.

    A subject that is only the title of a document tells nothing: there every fact of the attribute is a sibling.
    """
    chunk = material.chunks[fact.chunk_id]
    named = chunk.table is not None or (
        material.spellings.stands_in(fact.subject, fact.quote) and not is_topic(fact, material)
    )
    if not named:
        found = material.of_document[fact.document_id, fold(fact.attribute)]
    else:
        found = material.of_subject[fold(fact.subject), fold(fact.attribute)]
        found = tuple(one for one in found if not in_document or one.document_id == fact.document_id)
    return tuple(one for one in found if one.id != fact.id and _differs(one, fact))


def _differs(one: Fact, other: Fact) -> bool:
    if one.quantity is not None and other.quantity is not None and one.quantity.comparable(other.quantity):
        return not one.quantity.same_value(other.quantity)
    return fold(one.value) != fold(other.value)


def telling(others: Sequence[Fact], conditions: Sequence[Condition]) -> tuple[Condition, ...] | None:
    """Return the fewest of ``conditions`` that hold for none of ``others``, ``None`` when some always holds.

    What people say comes first: a measure or a word before a code.
    """
    left, said = list(others), list[Condition]()
    while left:
        able = [(sum(tells(one, other) for other in left), -_rank(one), one) for one in conditions if one not in said]
        count, _, best = max(able, key=lambda item: item[:2], default=(0, 0, None))
        if best is None or count == 0:
            return None
        said.append(best)
        left = [other for other in left if not tells(best, other)]
    return tuple(condition for condition in conditions if condition in said)


def tells(condition: Condition, other: Fact) -> bool:
    """Return whether ``condition`` does not hold where ``other`` does: another cell, another interval, not named."""
    label, colon, _ = condition.text.partition("：")
    for its in other.conditions:
        if fold(its.text) == fold(condition.text):
            return False
        if condition.quantity is not None and its.quantity is not None and its.quantity.overlaps(condition.quantity):
            return False
        if colon and its.text.startswith(f"{label}："):
            return True
    return not goes_without_saying(condition.text) or bool(colon)


def _rank(condition: Condition) -> int:
    label, colon, words = condition.text.partition("：")
    if condition.quantity is not None:
        return _MEASURED
    if not colon:
        return _BARE
    if label.endswith(("编码", "编号", "代码", "货号", "序号")) or words.strip().isdigit():
        return _CODE
    return _SPEC if label in ("规格", "型号", "品类", "类别") else _NAME
