"""How an answer was found, as tables."""

from core.answer import Answer, Candidate
from core.question import AnalysedQuestion
from service.cli.output import say, shortened, table


def explain(answer: Answer) -> None:
    """Print the analysed question, each search's hits, the fused passages, the timings and what was skipped."""
    question = answer.trace.get("question")
    if isinstance(question, AnalysedQuestion):
        _question(question)
    for channel in ("vector", "keyword"):
        _channel(channel, answer.trace.get(channel, ()))
    _structured(answer.trace.get("structured", ()))
    rows = [
        (item.score, item.rerank_score, item.source.source_name, dict(item.channels), shortened(item.chunk.text))
        for item in answer.passages
    ]
    table(("分数 score", "重排 rerank", "文档 document", "名次 ranks", "原文 text"), rows, "融合结果 fused passages")
    table(("阶段 stage", "ms"), answer.timings.items(), "用时 timings")
    say(*(f"未使用 skipped: {item}" for item in answer.degraded))


def _question(question: AnalysedQuestion) -> None:
    rows: list[tuple[str, object]] = [
        ("意图 intent", question.intent),
        ("提及 mentions", "；".join(f"{m.surface} → {m.canonical} ({m.kind}, {m.score:g})" for m in question.mentions)),
        ("数量 quantities", "；".join(asked.quantity.raw for asked in question.quantities)),
        ("所问量纲 asks for", "、".join(question.asks)),
        ("扩展 expansions", "、".join(question.expansions)),
    ]
    table(("分析 analysis", ""), rows, "问题 question")


def _channel(channel: str, hits: tuple[Candidate, ...]) -> None:
    rows = [(hit.rank, f"{hit.score:.3f}", hit.why, hit.chunk_id) for hit in hits]
    table(("#", "分数 score", "依据 why", "chunk"), rows, f"检索 search: {channel}")


def _structured(hits: tuple[dict[str, object], ...]) -> None:
    rows = [(number, hit["score"], hit["why"], hit["fact"]) for number, hit in enumerate(hits, start=1)]
    table(("#", "分数 score", "依据 why", "fact"), rows, "检索 search: structured")
