"""Comparisons: each side answered by itself, then the difference."""

from dataclasses import replace

from core.fact import Fact
from core.quantity import Quantity
from core.question import AnalysedQuestion
from core.text import fold
from retrieval.direct import partners_of, quote_of
from retrieval.draft_answer import DraftAnswer, grade_of
from retrieval.fact_match import FactMatch, match
from retrieval.findings import Findings
from retrieval.wording import DIFFERENCE, MISSING_SIDE, language_of

_SHORTEST_FAMILY = 3


def comparison(findings: Findings) -> DraftAnswer | None:
    """Answer ``A和B有什么区别`` from facts, both sides shown; ``None`` when there are not two sides."""
    sides = _by_circumstance(findings) or _by_name(findings) or _by_family(findings)
    if len(sides) < 2 or sum(item is not None for item in sides.values()) < 2:
        return None
    language = language_of(findings.question.text)
    lines: list[str] = []
    facts: list[Fact] = []
    for label, item in sides.items():
        if item is None:
            lines.append(f"{MISSING_SIDE[language]}{label}")
            continue
        both = sorted(
            (item.fact, *partners_of(item.fact, findings.matches)), key=lambda fact: fact.quote.find(fact.value)
        )
        lines.append(f"{label}：{' / '.join(fact.value for fact in both)}")
        facts.extend(both)
    difference = _difference([item.fact for item in sides.values() if item is not None], findings.question)
    if difference:
        lines.append(f"{DIFFERENCE[language]}{difference}")
    quotes = {quote.text: quote for fact in facts if (quote := quote_of(fact, findings))}
    score = min(item.score for item in sides.values() if item is not None)
    return DraftAnswer(
        "\n".join(lines), tuple(quotes.values()), "structured", grade_of(tuple(facts)), score, tuple(facts)
    )


def _by_circumstance(findings: Findings) -> dict[str, FactMatch | None]:
    """Find sides told apart by a quantity: 满10年 … 满20年."""
    stated_quantities = findings.question.quantities
    dimensions = {asked.quantity.dimension for asked in stated_quantities}
    if len(stated_quantities) < 2 or len(dimensions) != 1:
        return {}
    sides: dict[str, FactMatch | None] = {}
    for asked in stated_quantities:
        fitting = [
            match(item.fact, findings.question, findings.terms, quantities=(asked,), passage_score=item.score)
            for item in findings.matches
        ]
        met = [item for item in fitting if item.verdict == "met" and item.dimension_fits]
        sides[asked.quantity.raw] = max(met, key=lambda item: item.score, default=None)
    return sides


def _by_name(findings: Findings) -> dict[str, FactMatch | None]:
    """Find sides told apart by a name: two subjects, or two attributes."""
    question = findings.question
    for kind in ("subject", "attribute"):
        names = list(dict.fromkeys(m.canonical for m in question.mentions if m.kind == kind))
        if len(names) >= 2:
            return {name: _best_naming(name, names, findings) for name in names}
    return {}


def _by_family(findings: Findings) -> dict[str, FactMatch | None]:
    """Find sides that one shared name means: 两款岩松充电宝 are all subjects that begin so."""
    named = [item for item in findings.matches if item.named]
    shared = {item.fact.subject: _shared_start(item.fact.subject, findings.question.normalised) for item in named}
    longest = max(shared.values(), default=0)
    if longest < _SHORTEST_FAMILY:
        return {}
    sides: dict[str, FactMatch | None] = {}
    for item in named:
        if shared[item.fact.subject] == longest:
            sides.setdefault(item.fact.subject, item)
    return sides


def _shared_start(name: str, text: str) -> int:
    folded = fold(name)
    return next((size for size in range(len(folded), 0, -1) if folded[:size] in text), 0)


def _best_naming(name: str, names: list[str], findings: Findings) -> FactMatch | None:
    others = [other for other in names if other != name]
    pool = [item for item in findings.matches if item.named] or list(findings.matches)
    about = [item for item in pool if _speaks_of(item.fact, name) and item.verdict != "contradicted"]
    alone = [item for item in about if not any(_speaks_of(item.fact, other) for other in others)]
    return max(alone or about, key=lambda item: item.score, default=None)


def _speaks_of(fact: Fact, name: str) -> bool:
    folded = fold(name)
    conditions = " ".join(condition.text for condition in fact.conditions)
    return folded == fold(fact.attribute) or folded in fold(fact.subject) or folded in fold(conditions)


def _difference(facts: list[Fact], question: AnalysedQuestion) -> str:
    if len(facts) != 2 or "差" not in question.text:
        return ""
    left, right = facts[0].quantity, facts[1].quantity
    if left is None or right is None or left.unit != right.unit or left.dimension != right.dimension:
        return ""
    return _gap(left, right)


def _gap(left: Quantity, right: Quantity) -> str:
    ends = [quantity.low if quantity.low is not None else quantity.high for quantity in (left, right)]
    if ends[0] is None or ends[1] is None:
        return ""
    gap = abs(ends[0] - ends[1])
    return f"{replace(left, low=gap, high=gap).low}{left.unit}"
