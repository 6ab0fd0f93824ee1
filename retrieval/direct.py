"""Direct answers: the one fact that fits, with the values that belong to it."""

from collections.abc import Sequence
from decimal import Decimal

from core.fact import Fact
from core.text import fold
from retrieval.draft_answer import DraftAnswer, grade_of
from retrieval.fact_match import FactMatch
from retrieval.findings import Findings
from retrieval.quotes import Quote, best_quotes, sentence_around, widened
from retrieval.wording import stated

SURE_FACT = 0.38
_SURE_ASPECT = 0.34
_CLEARLY = 0.2
_QUOTED_PASSAGES = 3
_RIVAL_SHARE = 0.93
_RIVAL_SCORE = 0.75
_NEAR_MISS_NAMES = 0.5


def direct_answer(findings: Findings) -> DraftAnswer | None:
    """Answer with the best fact whose dimension and condition fit, or ``None`` when no fact is sure enough."""
    best = best_match(findings)
    if best is None:
        return None
    partners = partners_of(best.fact, findings.matches)
    facts = tuple(sorted((best.fact, *partners), key=lambda fact: fact.quote.find(fact.value)))
    headline = " / ".join(fact.value for fact in facts) if partners else stated(best.fact)
    rivals = contradicting(best, findings)
    quotes = [quote_of(fact, findings) for fact in facts[:1]]
    quotes += [quote_of(rival.fact, findings) for rival in rivals] or _second_opinion(best, findings)
    kept = tuple(quote for quote in quotes if quote is not None)
    conflicts = conflict_notes([best.fact, *(rival.fact for rival in rivals)], findings) if rivals else ()
    return DraftAnswer(headline, kept, "structured", grade_of(facts), best.score, facts, conflicts)


def best_match(findings: Findings) -> FactMatch | None:
    """Return the best fact whose dimension and condition fit, ``None`` when none is sure enough to answer."""
    if near_misses(findings):
        return None
    best = next((item for item in findings.matches if fits(item) and speaks_of_it(item)), None)
    if best is None or best.score < SURE_FACT or findings.passage_of(best.fact.chunk_id) is None:
        return None
    return None if _better_said(best, findings) else _outermost(best, findings)


def near_misses(findings: Findings) -> list[FactMatch]:
    """Return facts that speak of what is asked, but only under other conditions (X12)."""
    about = [item for item in findings.matches if item.names >= _NEAR_MISS_NAMES and item.dimension_fits]
    # Facts of the very attribute asked for decide; what else the same document rules is no answer to it.
    about = [item for item in about if item.named] or about
    matters = set(map(_matter, about))
    # 已满20年的 goes on about the 累计工作 of the clause before it: a rule of the same matter counts as spoken of.
    about += [item for item in findings.matches if item.verdict == "met" and _matter(item) in matters]
    if not about or any(item.verdict != "contradicted" for item in about):
        return []
    return about


def _matter(item: FactMatch) -> tuple[str, str]:
    return item.fact.subject, item.fact.attribute


def partners_of(fact: Fact, matches: Sequence[FactMatch]) -> tuple[Fact, ...]:
    """Return the other values of the same thing in the same sentence (2年 / 50,000公里)."""
    return tuple(
        item.fact
        for item in sorted(matches, key=lambda item: item.fact.id)
        if item.fact.id != fact.id
        and item.fact.chunk_id == fact.chunk_id
        and (item.fact.subject, item.fact.attribute, item.fact.conditions)
        == (fact.subject, fact.attribute, fact.conditions)
        and (item.fact.quote_start, item.fact.quote_end) == (fact.quote_start, fact.quote_end)
        and item.fact.value != fact.value
    )


def quote_of(fact: Fact, findings: Findings) -> Quote | None:
    """Return the sentence a fact was read from, if its chunk is among the passages."""
    passage = findings.passage_of(fact.chunk_id)
    return sentence_around(passage, fact.quote_start, fact.quote_end, fact) if passage else None


def contradicting(best: FactMatch, findings: Findings) -> list[FactMatch]:
    """Return facts of other documents in force that state another value of the same thing, one per document."""
    found: dict[str, FactMatch] = {}
    for item in findings.matches:
        if frozenset((item.fact.id, best.fact.id)) in findings.agreed:
            continue
        if item.fact.document_id != best.fact.document_id and _contradicts(item, best):
            found.setdefault(item.fact.document_id, item)
    return [item for item in found.values() if findings.passage_of(item.fact.chunk_id) is not None]


def _contradicts(item: FactMatch, best: FactMatch) -> bool:
    mine, other = best.fact.quantity, item.fact.quantity
    if mine is None or other is None or not mine.comparable(other) or mine.same_value(other):
        return False
    same = fold(item.fact.attribute) == fold(best.fact.attribute) and fold(item.fact.subject) == fold(best.fact.subject)
    return same and item.verdict != "contradicted" and item.score >= best.score * _RIVAL_SCORE


def conflict_notes(facts: Sequence[Fact], findings: Findings) -> tuple[str, ...]:
    """Say which document states which value: 《A》：90天；《B》：60天."""
    titles = {fact.chunk_id: findings.passage_of(fact.chunk_id) for fact in facts}
    parts = [
        f"《{passage.source.title}》：{fact.value}" for fact in facts if (passage := titles[fact.chunk_id]) is not None
    ]
    return ("；".join(parts),) if len(parts) > 1 else ()


def fits(item: FactMatch) -> bool:
    """Return whether a fact holds under what the question says and is of a kind that is asked for."""
    return item.verdict != "contradicted" and item.dimension_fits


def speaks_of_it(item: FactMatch) -> bool:
    """Return whether the fact is about what is asked, not only about the subject it is asked of."""
    return item.named or item.aspect >= _SURE_ASPECT


def _second_opinion(best: FactMatch, findings: Findings) -> list[Quote]:
    """Quote a second place when another section answers nearly as well."""
    for item in findings.matches:
        if not fits(item) or item.fact.chunk_id == best.fact.chunk_id:
            continue
        if item.score < best.score * _RIVAL_SHARE:
            return []
        quote = quote_of(item.fact, findings)
        if quote is not None:
            return [quote]
    return []


def _outermost(best: FactMatch, findings: Findings) -> FactMatch:
    """Return the sibling with the largest (smallest) value when the question asks for it and states no circumstance."""
    extreme = findings.question.extreme
    if extreme is None or findings.question.quantities or best.fact.quantity is None:
        return best
    siblings = [item for item in findings.matches if _is_sibling(item, best)]
    pick = max if extreme == "max" else min
    return pick(siblings, key=lambda item: far_end(item.fact, extreme) or 0)


def _is_sibling(item: FactMatch, best: FactMatch) -> bool:
    same = (item.fact.chunk_id, fold(item.fact.attribute)) == (best.fact.chunk_id, fold(best.fact.attribute))
    comparable = item.fact.quantity is not None and best.fact.quantity is not None
    return same and comparable and fits(item) and item.fact.quantity.comparable(best.fact.quantity)  # type: ignore[union-attr,arg-type]


def far_end(fact: Fact, extreme: str) -> Decimal | None:
    """Return the end of a value that counts: the far end for ``max``, the near one for ``min``."""
    if fact.quantity is None:
        return None
    low, high = fact.quantity.canonical_low, fact.quantity.canonical_high
    first, second = (high, low) if extreme == "max" else (low, high)
    return first if first is not None else second


def _better_said(best: FactMatch, findings: Findings) -> bool:
    """Return whether some sentence speaks clearly more of the question than the best fact, and holds such a value."""
    support = (best.names + best.aspect) / 2
    quotes = best_quotes(findings.passages[:_QUOTED_PASSAGES], findings.question, findings.terms, 1)
    return any(
        quote.holds_value and quote.support > support + _CLEARLY and not _is_its_own(quote, best) for quote in quotes
    )


def _is_its_own(quote: Quote, best: FactMatch) -> bool:
    """Tell the row the fact was read from, or its sentence once a met condition singles the fact out of it."""
    around = quote.passage.chunk.id == best.fact.chunk_id and quote.start <= best.fact.quote_start < quote.end
    return around and (best.verdict == "met" or best.fact.rule == "table")


def quoted_answer(findings: Findings, count: int = 2) -> DraftAnswer:
    """Answer with the sentences of the best passages that say most about the question."""
    passages = findings.passages[:_QUOTED_PASSAGES]
    chosen = [widened(quote) for quote in best_quotes(passages, findings.question, findings.terms, count)]
    quotes = tuple({(quote.passage.chunk.id, quote.start): quote for quote in chosen}.values())
    return DraftAnswer("", quotes, "chunks", "quoted", findings.evidence)
