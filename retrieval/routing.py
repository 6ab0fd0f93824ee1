"""Which layer answered, and why, in words."""

from core.answer import Route
from retrieval.direct import SURE_FACT
from retrieval.draft_answer import DraftAnswer
from retrieval.fact_match import FactMatch
from retrieval.findings import Findings
from retrieval.wording import language_of

# A fact this near to what is asked says where to look, though not what to answer.
_WEAK_FACT = 0.2

_WORDS = {
    "zh": {
        "set": "按条件在全部记录中筛选，得到{count}条",
        "facts": "{count}条事实与问题相符：{names}；最佳得分{score:.2f}（阈值{sure:.2f}）",
        "other": "与所问相关的事实都在其他条件下成立",
        "assisted": "没有足够可靠的事实（最高得分{score:.2f}，阈值{sure:.2f}）：事实只用来提升相关段落，回答引自段落",
        "chunks": "没有与所问相符的事实，回答引自最相关的段落（证据{evidence:.2f}）",
        "none": "文档没有谈到所问的内容（证据{evidence:.2f}，阈值{least:.2f}）",
        "unreached": "限定的范围内没有内容",
    },
    "en": {
        "set": "all records were held against the conditions; {count} fulfil them",
        "facts": "{count} facts fit the question: {names}; best score {score:.2f} (at least {sure:.2f})",
        "other": "the facts that speak of it hold under other conditions only",
        "assisted": "no fact is sure enough (best score {score:.2f}, at least {sure:.2f}): facts only lifted their "
        "passages, which are quoted",
        "chunks": "no fact fits the question; the best passages are quoted (evidence {evidence:.2f})",
        "none": "the documents do not speak of this (evidence {evidence:.2f}, at least {least:.2f})",
        "unreached": "nothing lies within the limits",
    },
}  # fmt: skip
_NAMED = 3


def route_of(draft: DraftAnswer, findings: Findings) -> Route:
    """Return the route of ``draft``: quotes that a weak fact led to are assisted by it."""
    return "assisted" if draft.route == "chunks" and _led_to(draft, findings) else draft.route


def route_reason(draft: DraftAnswer, findings: Findings, *, least: float) -> str:
    """Say why this layer answered, in the language of the question.

    Args:
        least: Evidence below which a question is refused.
    """
    best = max((item.score for item in findings.matches), default=0.0)
    return _WORDS[language_of(findings.question.text)][_case(draft, findings)].format(
        count=len(findings.selection.rows) if findings.selection else len(draft.facts),
        names="、".join(dict.fromkeys(f"{fact.subject} {fact.attribute}" for fact in draft.facts[:_NAMED])),
        score=best,
        sure=SURE_FACT,
        evidence=findings.evidence,
        least=least,
    )


def _case(draft: DraftAnswer, findings: Findings) -> str:
    if findings.unreached:
        return "unreached"
    if findings.selection is not None:
        return "set"
    if draft.route == "none":
        return "none"
    if draft.refused:
        return "other"
    if draft.route == "structured":
        return "facts"
    return "assisted" if _led_to(draft, findings) else "chunks"


def _led_to(draft: DraftAnswer, findings: Findings) -> FactMatch | None:
    """Return a fact that lifted one of the quoted passages, but was not sure enough to answer."""
    quoted = {quote.passage.chunk.id for quote in draft.quotes}
    weak = (item for item in findings.matches if item.score >= _WEAK_FACT and item.verdict != "contradicted")
    return next((item for item in weak if item.fact.chunk_id in quoted), None)
