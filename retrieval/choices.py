"""Questions that fit several facts equally well: all of them are shown, never silently one."""

import re
from collections.abc import Iterable

from core.fact import Fact
from core.text import fold
from retrieval.conditions import goes_without_saying
from retrieval.direct import best_match, fits, quote_of
from retrieval.draft_answer import DraftAnswer, grade_of
from retrieval.fact_match import FactMatch, open_conditions, pairs_of
from retrieval.findings import Findings
from retrieval.quotes import Quote
from retrieval.scoping import words_of
from retrieval.wording import CHOICES, MORE_CHOICES, OTHER_CONDITIONS, language_of, stated

# A fact scored below this share of the best one answers less well, for whatever reason.
_AS_GOOD = 0.8
_SHOWN = 12
_END_OF_CLAUSE = re.compile(r"[，,；;。：:]")


def choices_answer(findings: Findings) -> DraftAnswer | None:
    """Answer with every fact that fits as well as the best, or ``None`` when the question tells the best from them.

    Where the question names something that no document holds, none of them is what it asks for: they are then shown
    as what there is.
    """
    best = best_match(findings)
    if best is None:
        return None
    found = [best, *_rivals(best, findings)]
    if len(found) < 2:
        return None
    items = sorted(_once(found), key=lambda item: _place(item.fact, findings))
    unknown = findings.terms.unknown_names
    language = language_of(findings.question.text)
    lines = [(OTHER_CONDITIONS if unknown else CHOICES)[language]]
    lines += [f"- {stated(item.fact, with_name=True)}" for item in items[:_SHOWN]]
    if len(items) > _SHOWN:
        lines.append(MORE_CHOICES[language].format(count=len(items)))
    facts = tuple(item.fact for item in items[:_SHOWN])
    quotes = _quotes(facts, findings)
    if not quotes:
        return None
    reason = f"nothing is said of {'、'.join(unknown)}" if unknown else ""
    grade = "none" if unknown else grade_of(facts)
    return DraftAnswer(
        "\n".join(lines), quotes, "structured", grade, best.score / 2, facts, refused=bool(unknown), reason=reason
    )


def _rivals(best: FactMatch, findings: Findings) -> list[FactMatch]:
    return [
        item
        for item in findings.matches
        if item.fact.id != best.fact.id
        and fits(item)
        and item.score >= best.score * _AS_GOOD
        and fold(item.fact.attribute) == fold(best.fact.attribute)
        and _differs(item.fact, best.fact)
        and not _told_apart(best, item, findings)
        and findings.passage_of(item.fact.chunk_id) is not None
    ]


def _differs(one: Fact, other: Fact) -> bool:
    if one.quantity is not None and other.quantity is not None and one.quantity.comparable(other.quantity):
        return not one.quantity.same_value(other.quantity)
    return fold(one.value) != fold(other.value)


def _told_apart(best: FactMatch, rival: FactMatch, findings: Findings) -> bool:
    """Return whether the question says anything of what tells ``best`` from ``rival``, or of neither needs to."""
    mine, theirs = _case(best), _case(rival)
    if mine == theirs or best.verdict != rival.verdict:
        return True
    named = {mention.canonical for mention in findings.question.mentions if mention.kind == "subject"}
    if (best.fact.subject in named) != (rival.fact.subject in named):
        return True
    # The rule goes before its exceptions: 包邮 before 包邮（偏远地区除外）.
    mine_open, theirs_open = (open_conditions(item.fact, item.verdict) for item in (best, rival))
    if not mine_open and theirs_open and fold(best.fact.subject) == fold(rival.fact.subject):
        return True
    said = findings.question.normalised
    # What leads up to the other's value too tells nothing, whichever of them it was read as the subject of.
    mine, theirs = mine - theirs - _clause(rival.fact), theirs - mine - _clause(best.fact)
    return any(part in said for part in mine | theirs)


def _case(item: FactMatch) -> frozenset[str]:
    """Return the pairs of characters in what a fact is about and when it holds."""
    texts = (item.fact.subject, *_circumstances(item), *words_of(item.fact.scope))
    return frozenset(pair for text in map(fold, texts) for pair in pairs_of(text))


def _clause(fact: Fact) -> frozenset[str]:
    """Return the pairs of characters in the words of running text that lead up to a value."""
    if not fact.rule.startswith("prose"):
        return frozenset()
    words = _END_OF_CLAUSE.split(fact.quote[: max(fact.quote.find(fact.value), 0)])[-1]
    return frozenset(pairs_of(fold(words)))


def _circumstances(item: FactMatch) -> list[str]:
    return [c.text for c in item.fact.conditions if c.text and not goes_without_saying(c.text)]


def _once(items: Iterable[FactMatch]) -> list[FactMatch]:
    seen: dict[str, FactMatch] = {}
    for item in items:
        seen.setdefault(stated(item.fact, with_name=True), item)
    return list(seen.values())


def _place(fact: Fact, findings: Findings) -> tuple[str, int, int, str]:
    passage = findings.passage_of(fact.chunk_id)
    return fact.document_id, passage.chunk.ordinal if passage else 0, fact.quote_start, fact.id


def _quotes(facts: Iterable[Fact], findings: Findings) -> tuple[Quote, ...]:
    found = (quote for fact in facts if (quote := quote_of(fact, findings)))
    return tuple({(quote.passage.chunk.id, quote.start): quote for quote in found}.values())
