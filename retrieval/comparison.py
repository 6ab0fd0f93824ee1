"""Comparisons: each side answered by itself, then the difference."""

import re
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
_PAIR = re.compile(r"^(?P<one>[^，,。？?]{2,20}?)(?:和|与|跟|同|以?及)(?P<other>[^，,。？?的]{2,20})的")


def comparison(findings: Findings) -> DraftAnswer | None:
    """Answer ``A和B有什么区别`` from facts, both sides shown; ``None`` when there are not two sides."""
    sides = _by_circumstance(findings) or _by_name(findings) or _by_scope(findings) or _by_family(findings)
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


def _by_scope(findings: Findings) -> dict[str, FactMatch | None]:
    """Find sides told apart by a scope: 手机 and 家电, each told by a document of its own."""
    for name, values in findings.question.scope.items():
        if len(values) >= 2:
            pool = [item for item in findings.matches if item.dimension_fits and item.verdict != "contradicted"]
            return {
                value: next((item for item in pool if fold(getattr(item.fact.scope, name) or "") == fold(value)), None)
                for value in sorted(values, key=lambda value: findings.question.normalised.find(fold(value)))
            }
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


def one_side(findings: Findings) -> DraftAnswer | None:
    """Answer a comparison of something known with something that no document holds: the known side, and which lacks."""
    question = findings.question
    names = _PAIR.match(question.text)
    if question.intent != "compare" or names is None:
        return None
    labels = [names["one"].strip(), names["other"].strip()]
    known = [label for label in labels if any(fold(label) == fold(item.fact.subject) for item in findings.matches)]
    if len(known) != 1:
        return None
    about = [item for item in findings.matches if fold(item.fact.subject) == fold(known[0]) and item.dimension_fits]
    best = max((item for item in about if item.named), key=lambda item: item.score, default=None)
    quote = quote_of(best.fact, findings) if best else None
    if best is None or quote is None:
        return None
    language = language_of(question.text)
    missing = next(label for label in labels if label not in known)
    lines = [f"{known[0]}：{best.fact.value}", f"{MISSING_SIDE[language]}{missing}"]
    facts = (best.fact,)
    return DraftAnswer("\n".join(lines), (quote,), "structured", grade_of(facts), best.score, facts)


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
