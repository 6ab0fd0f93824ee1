"""Findings to an answer with numbered citations, without a language model."""

from core.answer import Answer
from core.settings import Settings
from retrieval.choices import choices_answer
from retrieval.citing import citation
from retrieval.comparison import comparison, one_side
from retrieval.confidence import calibrated, kind_of
from retrieval.context import context_of
from retrieval.direct import direct_answer, near_misses, quote_of, quoted_answer
from retrieval.draft_answer import DraftAnswer
from retrieval.findings import Findings
from retrieval.listing import extreme, listing
from retrieval.routing import route_of, route_reason
from retrieval.sets.answering import selected_answer
from retrieval.strangers import strange
from retrieval.wording import CONFLICT, OTHER_CONDITIONS, REFUSAL, SOURCE, UNREACHED, language_of, place, stated

_ROUTES = {"compare": comparison, "list": listing, "count": listing, "extreme": extreme}
# One member is no answer to a question for a set, nor one side to a comparison.
_QUOTED = frozenset({"compare", "list"})
_MOST_NEAR_MISSES = 5


def compose(findings: Findings, settings: Settings, *, limit: int) -> Answer:
    """Return the answer to ``findings.question``: direct, compared, listed or quoted, or a refusal with its reason."""
    draft = _draft(findings, settings)
    kind = kind_of(draft)
    citations = tuple(citation(number, quote) for number, quote in enumerate(draft.quotes, start=1))
    return Answer(
        question=findings.question.text,
        text=_text(draft, findings.question.text),
        route=route_of(draft, findings),
        route_reason=route_reason(draft, findings, least=settings.refusal_threshold),
        grade=draft.grade,
        confidence=round(calibrated(kind, draft.confidence), 4),
        headline=draft.headline,
        refused=draft.refused,
        reason=draft.reason,
        citations=citations,
        facts=draft.facts,
        passages=context_of(
            findings.passages, (quote.passage for quote in draft.quotes), limit=limit, share=settings.context_share
        ),
        conflicts=draft.conflicts,
        degraded=findings.degraded,
        timings=findings.timings,
        trace={**findings.trace, "confidence": {"kind": kind, "score": draft.confidence}},
    )


def _draft(findings: Findings, settings: Settings) -> DraftAnswer:
    if findings.unreached:
        headline = UNREACHED[language_of(findings.question.text)]
        return DraftAnswer(headline, (), "none", "none", 1.0, refused=True, reason=findings.unreached)
    # A set found over all records needs no passage that speaks of it; an empty one is an answer too.
    if findings.selection is not None:
        return selected_answer(findings.selection, findings)
    if not findings.passages or findings.evidence < settings.refusal_threshold:
        if half := one_side(findings):
            return half
        language = language_of(findings.question.text)
        reason = f"evidence {findings.evidence:.2f} below {settings.refusal_threshold:.2f}"
        confidence = 1 - findings.evidence
        return DraftAnswer(REFUSAL[language], (), "none", "none", confidence, refused=True, reason=reason)
    if stranger := strange(findings):
        return stranger
    special = _ROUTES.get(findings.question.intent)
    draft = special(findings) if special else None
    if draft is None and findings.question.intent not in _QUOTED:
        draft = choices_answer(findings) or direct_answer(findings) or _other_conditions(findings)
    return draft or quoted_answer(findings)


def _other_conditions(findings: Findings) -> DraftAnswer | None:
    misses = near_misses(findings)[:_MOST_NEAR_MISSES]
    quotes = {quote.text: quote for item in misses if (quote := quote_of(item.fact, findings))}
    if not quotes:
        return None
    language = language_of(findings.question.text)
    lines = [OTHER_CONDITIONS[language], *(f"- {stated(item.fact, with_name=True)}" for item in misses)]
    facts = tuple(item.fact for item in misses)
    reason = "no fact holds under the condition asked about"
    return DraftAnswer(
        "\n".join(lines), tuple(quotes.values()), "structured", "none", 0.5, facts, refused=True, reason=reason
    )


def _text(draft: DraftAnswer, question: str) -> str:
    language = language_of(question)
    lines = [draft.headline] if draft.headline else []
    lines += [f"{CONFLICT[language]}{conflict}" for conflict in draft.conflicts]
    for number, quote in enumerate(draft.quotes, start=1):
        where = place(quote.passage.source, quote.passage.chunk.heading_path, language)
        colon = "：" if language == "zh" else ": "
        lines.append(f"{SOURCE[language]}{colon}{where}“{quote.text}”[{number}]")
    return "\n".join(lines)
