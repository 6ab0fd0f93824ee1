"""What a language model did, in one line."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.loading.model_report import ModelReport
    from service.views.model_work import ModelWorkView

RULES_ALONE = "未设置，只用规则 none is set, facts come from rules alone"
_UNUSED = {"none": RULES_ALONE, "off": "此知识库不用 not used by this knowledge base, facts come from rules alone"}


def model_line(report: "ModelReport") -> str:
    """Return what was read, what failed and what it took."""
    if report.state in _UNUSED:
        return _UNUSED[report.state]
    parts = [
        report.model,
        f"事实 facts +{report.facts}",
        f"印证 confirmed {report.confirmed}",
        f"未采信 refused {report.refused}",
        f"已读分块 chunks {report.read}",
        f"缓存 cached {report.cached}",
        f"失败 failed {report.failed}",
        f"待读 waiting {report.waiting}",
        f"请求 requests {report.requests}（重试 retries {report.retries}）",
        f"词元 tokens {_about(report.estimated)}{report.prompt_tokens}+{report.completion_tokens}",
    ]
    if report.cost is not None:
        parts.append(f"费用 cost {_about(report.estimated)}{report.cost:f}")
    if report.state == "stopped":
        parts.append("已中止 stopped")
    return " · ".join(parts)


def work_line(work: "ModelWorkView | None") -> str:
    """Return what models did for one document, shorter."""
    if work is None:
        return ""
    line = f"+{work.facts} · 失败 failed {work.failed} · {_about(work.estimated)}{work.tokens} tokens"
    return line if work.cost is None else f"{line} · {work.cost}"


def _about(estimated: bool) -> str:
    return "≈" if estimated else ""
