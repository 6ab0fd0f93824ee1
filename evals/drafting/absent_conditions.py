"""Absent questions under a condition that nothing is provided for."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from core.fact import Fact
from core.quantity import parse
from core.text import fold
from evals.drafting.absence import ALIKE, CONDITION, Absent, is_name, plain_question
from evals.drafting.english import is_english
from evals.drafting.material import Material
from evals.drafting.titles import needs_title, short_title, titled

_BEYOND = ("超过{}", "{}以上", "大于{}", "高于{}", "多于{}", "满{}", "over {}", "more than {}", "above {}")


def absent_conditions(material: Material) -> Iterator[Absent]:
    """Yield questions that state a measure beyond every one provided for, or a cell that another row alone has."""
    for group in material.of_subject.values():
        tabled = [fact for fact in group if material.chunks[fact.chunk_id].table is not None]
        if tabled and not is_english(tabled[0]):
            yield from _beyond(tabled, material)
            yield from _cells(tabled, material) if is_name(tabled[0], material) else ()


def _beyond(facts: list[Fact], material: Material) -> Iterator[Absent]:
    """Yield a measure above the highest end, where every interval has one."""
    measured = [(fact, c) for fact in facts for c in fact.conditions if c.quantity is not None and "：" in c.text]
    labels = {condition.text.partition("：")[0] for _, condition in measured}
    # Where the subject is itself an interval, the next one is another subject.
    if len(labels) != 1 or len(measured) < 2 or parse(facts[0].subject) is not None:
        return
    highest = max(measured, key=lambda pair: pair[1].quantity.canonical_high or Decimal("Infinity"))  # type: ignore[union-attr]
    numbers = re.findall(r"\d+(?:\.\d+)?", highest[1].text)
    unit = re.sub(r"^.*\d\s*", "", highest[1].text)
    if highest[1].quantity is None or highest[1].quantity.canonical_high is None or not numbers or len(unit) > 4:
        return
    stated = f"{int(Decimal(numbers[-1]) * 2)}{unit}"
    fact = highest[0]
    question = f"{labels.pop()}{stated}，{plain_question(fact, material)}"
    if needs_title(fact, material):
        question = titled(question, short_title(fact, material), fact.id)
    # 总重量超过30kg的订单按大件办理: what lies beyond may be ruled in another place.
    together = (frozenset(fold(form.format(f"{numbers[-1]}{unit}")) for form in _BEYOND),)
    yield Absent(CONDITION, question, fact.subject, fact.attribute, together, parse(stated))


def _cells(facts: list[Fact], material: Material) -> Iterator[Absent]:
    own = {c.text for fact in facts for c in fact.conditions}
    labels = {text.partition("：")[0] for text in own if text.endswith("名称") or "名称：" in text}
    others: dict[str, set[str]] = defaultdict(set)
    for other in material.of_document.get((facts[0].document_id, fold(facts[0].attribute)), ()):
        others[other.subject] |= {c.text for c in other.conditions if c.text.partition("：")[0] in labels}
    for cells in others.values():
        # A tablet may have the phone's back cover, and no earphone.
        for text in sorted(cells - own) if len(cells & own) >= ALIKE else ():
            words = text.partition("：")[2]
            if not re.search(r"\d", words):
                mine = replace(facts[0], subject=f"{facts[0].subject}{words}")
                names = material.spellings.of(facts[0].subject)
                together = (names, frozenset({fold(words)}))
                question = plain_question(mine, material)
                yield Absent(CONDITION, question, facts[0].subject, facts[0].attribute, together, by_line=True)
