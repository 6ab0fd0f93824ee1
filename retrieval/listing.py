"""Sets, counts and extremes: complete answers over one attribute, compared as values."""

from collections.abc import Sequence

from core.fact import Fact
from core.quantity import Quantity
from retrieval.direct import quote_of
from retrieval.draft_answer import DraftAnswer, grade_of
from retrieval.fact_match import FactMatch
from retrieval.findings import Findings
from retrieval.quotes import Quote
from retrieval.wording import COUNTED, language_of, stated

_FAMILY_SHARE = 0.45
_LEAST_MEMBERS = 2


def listing(findings: Findings) -> DraftAnswer | None:
    """Answer ``哪些…`` and ``有几种…`` with every member of the set, counted; ``None`` when there is no set."""
    family = _family(findings)
    wanted = _filter(findings)
    members = [item for item in family if wanted is None or _within(item.fact, wanted)]
    if len(family) < _LEAST_MEMBERS or not members:
        return None
    facts = _one_per_subject([item.fact for item in members])
    language = language_of(findings.question.text)
    lines = [COUNTED[language].format(count=len(facts)), *(f"- {_member(fact)}" for fact in facts)]
    return _draft(lines, facts, members[0].score, findings)


def extreme(findings: Findings) -> DraftAnswer | None:
    """Answer ``哪个…最…`` with the subject whose value is the largest or smallest."""
    family = [item for item in _family(findings) if _end(item.fact) is not None]
    if len(family) < _LEAST_MEMBERS or findings.question.extreme is None:
        return None
    ordered = sorted(family, key=lambda item: _end(item.fact) or 0, reverse=findings.question.extreme == "max")
    best = _end(ordered[0].fact)
    facts = _one_per_subject([item.fact for item in ordered if _end(item.fact) == best])
    return _draft([_member(fact) for fact in facts], facts, ordered[0].score, findings)


def _family(findings: Findings) -> list[FactMatch]:
    """Return the matches of one attribute: the named one, else that of the best match."""
    pool = [item for item in findings.matches if item.verdict != "contradicted" or _filter(findings) is not None]
    named = [m.canonical for m in findings.question.mentions if m.kind == "attribute"]
    attributes = [name for name in named if sum(item.fact.attribute == name for item in pool) >= _LEAST_MEMBERS]
    if not attributes and pool:
        attributes = [pool[0].fact.attribute]
    if not attributes:
        return []
    family = [item for item in pool if item.fact.attribute == attributes[0]]
    best = max((item.score for item in family), default=0.0)
    return [item for item in family if item.score >= best * _FAMILY_SHARE]


def _filter(findings: Findings) -> Quantity | None:
    """Return the quantity that limits the set (超过20个月), if the question states one."""
    return findings.question.quantities[0].quantity if findings.question.quantities else None


def _within(fact: Fact, wanted: Quantity) -> bool:
    return fact.quantity is not None and fact.quantity.overlaps(wanted)


def _end(fact: Fact) -> float | None:
    if fact.quantity is None:
        return None
    end = fact.quantity.canonical_low if fact.quantity.canonical_low is not None else fact.quantity.canonical_high
    return float(end) if end is not None else None


def _one_per_subject(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    seen: dict[tuple[str, str], Fact] = {}
    for fact in facts:
        seen.setdefault((fact.subject, fact.value), fact)
    return tuple(seen.values())


def _member(fact: Fact) -> str:
    return stated(fact, with_name=True)


def _draft(lines: Sequence[str], facts: tuple[Fact, ...], score: float, findings: Findings) -> DraftAnswer:
    quotes: dict[tuple[str, int], Quote] = {}
    for fact in facts:
        quote = quote_of(fact, findings)
        if quote:
            quotes.setdefault((quote.passage.chunk.id, quote.start), quote)
    return DraftAnswer("\n".join(lines), tuple(quotes.values()), "structured", grade_of(facts), score, facts)
