"""Questions for what sentences state: who, under which circumstances, what."""

import re

from core.fact import Condition, Fact
from core.text import fold
from evals.drafting.circumstance import EVENT, is_clear, is_consequence, lacks_noun, names_document, said
from evals.drafting.english import english_question, is_english
from evals.drafting.material import Material
from evals.drafting.of_rules import LIMIT, deadline_question, penalty_question
from evals.drafting.of_table import named
from evals.drafting.phrasing import asked, kind_of
from evals.drafting.siblings import siblings, telling
from evals.drafting.titles import is_topic, needs_title, says_nothing, short_title, titled
from evals.drafting.wording import Unaskable, Wording
from retrieval.conditions import goes_without_saying

_UNASKED = frozenset({"prose.ban", "prose.waiver", "prose.threshold", "prose.consequence", "prose.frequency"})
_BARE = frozenset(
    "距离 距离标准 标准 条件 期限 金额 数额 比例 人数 高度 宽度 长度 年限 时间 费用 数量 次数 延长期限 延长的期限 价款 "
    "限额 年龄".split()
)
_LONG_NAME = 10
_CLAUSE = re.compile(r"分为|包括|应当|^(?:是|为)")
_BEFORE = re.compile(r"[，。；：:、,;的（(\s]$")


def prose_question(fact: Fact, material: Material, draw: str) -> Wording:
    """Return a question that says the circumstances of ``fact``.

    Raises:
        Unaskable: They point elsewhere, they do not tell its siblings from it, or the sentence does not say the
            attribute on its own.
    """
    if fact.rule in _UNASKED:
        raise Unaskable("its sentence states no plain value")
    title = short_title(fact, material)
    topical = needs_title(fact, material)
    conditions = _conditions(fact)
    _check(fact, material, conditions, topical=topical)
    if is_english(fact):
        return english_question(fact, fact.attribute, conditions, draw)
    events = [said(c.text, title) for c in conditions if EVENT.search(c.text.removesuffix("的"))]
    circumstances = [said(c.text, title) for c in conditions if not EVENT.search(c.text.removesuffix("的"))]
    # Of several events the last is what the time runs from.
    when = "，".join((*circumstances, *events[:-1]))
    core = _core(fact, material, when, [_started(event) for event in events[-1:]], draw)
    question = f"{when}，{core}" if when else core
    if topical and not any(names_document(c.text) for c in conditions):
        if says_nothing(title):
            raise Unaskable("neither its subject nor its document says what it is about")
        question = titled(question, title, draw)
    return Wording(question, bool(conditions))


def _started(event: str) -> str:
    """Return an event as a stretch of time runs from it: 在收货后."""
    return event if event.startswith(("自", "从", "在")) or event.endswith("前") else f"在{event}"


def _conditions(fact: Fact) -> tuple[Condition, ...]:
    found = [condition for condition in fact.conditions if condition.text.strip()]
    return tuple(c for c in found if EVENT.search(c.text.removesuffix("的")) or not goes_without_saying(c.text))


def _check(fact: Fact, material: Material, conditions: tuple[Condition, ...], *, topical: bool) -> None:
    texts = [condition.text.removesuffix("的") for condition in conditions]
    if not all(map(is_clear, (*texts, fact.subject, fact.attribute))):
        raise Unaskable("its circumstances point to another place of the document")
    circumstances = [text for text in texts if not EVENT.search(text)]
    if circumstances and all(map(is_consequence, circumstances)):
        raise Unaskable("its circumstances go on about something said before")
    if len(texts) == 1 and lacks_noun(texts[0]):
        raise Unaskable("its circumstance does not say what it is of")
    if any(fold(fact.attribute) in fold(text) for text in texts) and fact.rule != "prose.penalty":
        raise Unaskable("its circumstance and its attribute are the same words")
    if _CLAUSE.search(fact.attribute):
        raise Unaskable("its attribute is a clause of its own")
    if not conditions and fact.attribute in _BARE:
        raise Unaskable("its attribute alone does not say what it is of")
    others = siblings(fact, material, in_document=topical)
    if telling(others, conditions) is None:
        raise Unaskable("other facts of the same matter cannot be told from it")


def _core(fact: Fact, material: Material, when: str, events: list[str], draw: str) -> str:
    subject = fact.subject if _is_said(fact, material) else ""
    actor = "" if fold(subject) in fold(when) else subject
    if fact.rule == "prose.penalty":
        return penalty_question(fact, actor, when, draw)
    if fact.rule == "prose.deadline" and LIMIT.search(fact.attribute):
        return deadline_question(fact, actor, "".join(events), draw, known=bool(actor or when))
    return _stated(fact, material, _owner(fact, subject, when), events, draw)


def _owner(fact: Fact, subject: str, when: str) -> str:
    """Return whose attribute it is; a long name that the attribute does not follow may be cut off in the middle."""
    if not subject or when.endswith(subject):
        return ""
    joined = any(f"{subject}{joint}{fact.attribute}" in fact.quote for joint in ("", "的"))
    if joined or len(subject) <= _LONG_NAME:
        return subject
    if not when:
        raise Unaskable("its sentence does not say whose the attribute is")
    return ""


def _is_said(fact: Fact, material: Material) -> bool:
    """Return whether the sentence speaks of the subject, and not only its document."""
    if is_topic(fact, material):
        return any(f"{fact.subject}{joint}{fact.attribute}" in fact.quote for joint in ("", "的"))
    return material.spellings.stands_in(fact.subject, fact.quote)


def _stated(fact: Fact, material: Material, subject: str, events: list[str], draw: str) -> str:
    attribute = _said_alone(fact, material)
    kind = kind_of(fact, attribute, material.usual.get(fold(fact.attribute), ""))
    name = named("" if fold(subject) in fold(attribute) else subject, attribute, draw)
    question = asked(kind, "zh", draw, {"name": name, "subject": subject, "attribute": attribute})
    return "，".join((*events, question))


def _said_alone(fact: Fact, material: Material) -> str:
    """Return the attribute as the sentence has it, where it is not the end of a longer name (报价有效期).

    Raises:
        Unaskable: It does not stand there alone.
    """
    for word in sorted({fact.attribute, *material.spellings.of(fact.attribute)}, key=len, reverse=True):
        at = fact.quote.find(word)
        if at < 0:
            continue
        before = fact.quote[:at]
        if not before or _BEFORE.search(before) or before.endswith(fact.subject):
            return fact.attribute if word in fact.attribute else word
    raise Unaskable("its sentence does not say the attribute on its own")
