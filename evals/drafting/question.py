"""A question that a fact answers, as a person could ask it."""

from core.fact import Condition, Fact
from core.text import fold

_ASKING = {
    "duration": "是多久",
    "business_days": "是几个工作日",
    "money": "是多少钱",
    "time_of_day": "是几点",
    "date": "是哪天",
    "mass": "是多重",
}
_YES_NO = frozenset({"支持", "不支持", "可以", "不可以", "是", "否", "有", "无"})


def question_of(fact: Fact) -> str:
    """Return a question in the language of the fact's names; its conditions come first, as circumstances."""
    if fold(fact.subject + fact.attribute).isascii():
        return _english(fact)
    when = "".join(f"{words}，" for condition in fact.conditions if (words := _circumstance(condition)))
    if fact.value in _YES_NO:
        return (
            f"{when}{fact.subject}支不支持{fact.attribute}？" if "支持" in fact.value else _plain(fact, when, "是什么")
        )
    # money.CNY and money.USD are asked for alike.
    dimension = fact.quantity.dimension.partition(".")[0] if fact.quantity else ""
    return _plain(fact, when, _ASKING.get(dimension, "是多少" if fact.quantity else "是什么"))


def _circumstance(condition: Condition) -> str:
    """Return a condition as a person would say it; the other cells of a table's row (商品编码：030101) nobody says."""
    label, colon, words = condition.text.partition("：")
    if colon and condition.quantity is None:
        return ""
    return f"{label}{words}".removesuffix("的")


def absent_question(subject: str, attribute: str) -> str:
    """Return a question for an attribute that the subject is not said to have."""
    if fold(subject + attribute).isascii():
        return f"What is the {attribute} of the {subject}?"
    return f"{subject}的{attribute}是多少？"


def _plain(fact: Fact, when: str, asking: str) -> str:
    return f"{when}{fact.subject}的{fact.attribute}{asking}？"


def _english(fact: Fact) -> str:
    when = "".join(f", {condition.text}" for condition in fact.conditions)
    return f"What is the {fact.attribute} of the {fact.subject}{when}?"
