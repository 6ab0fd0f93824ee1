"""Scored cases to numbers: overall and per kind, flat names."""

from collections.abc import Sequence

from evals.answering import TOP, Result, share


def metrics(results: Sequence[Result]) -> dict[str, float]:
    """Return all figures of a run, flat: name → number; per kind under ``kind.metric``.

    ``value_accuracy`` is of the answerable questions: all values stated, and cited from a right place.
    ``headline_accuracy`` is stricter: the values stand in the direct answer itself, not only in a quote.
    """
    figures = _figures(results)
    for kind in dict.fromkeys(result.case.kind for result in results):
        of_kind = [result for result in results if result.case.kind == kind]
        for name, value in _figures(of_kind).items():
            figures[f"{kind}.{name}"] = value
    return figures


def _figures(results: Sequence[Result]) -> dict[str, float]:
    answerable = [result for result in results if not result.case.absent]
    absent = [result for result in results if result.case.absent]
    figures: dict[str, float] = {"questions": len(results), "accuracy": share(results, lambda r: r.right)}
    if answerable:
        figures |= {
            "value_accuracy": share(answerable, lambda r: r.right),
            "headline_accuracy": share(answerable, lambda r: r.headline_right and r.cited_right),
            "article_hit_at_1": share(answerable, lambda r: r.rank == 1),
            "article_hit_at_5": share(answerable, lambda r: r.rank is not None and r.rank <= TOP),
            "irrelevant_at_5": round(sum(r.irrelevant for r in answerable) / len(answerable), 4),
            "refused_wrong": sum(r.answer.refused for r in answerable),
        }
    if absent:
        figures |= {
            "refused_right": sum(r.answer.refused for r in absent),
            "answered_wrong": sum(not r.answer.refused for r in absent),
        }
    figures["milliseconds_mean"] = round(sum(r.milliseconds for r in results) / max(len(results), 1), 1)
    return figures
