"""Scored cases to numbers: overall and per kind, flat names."""

from collections.abc import Sequence

from evals import figure_name as named
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
            figures[named.of_kind(kind, name)] = value
    return figures


def _figures(results: Sequence[Result]) -> dict[str, float]:
    answerable = [result for result in results if not result.case.absent]
    absent = [result for result in results if result.case.absent]
    figures: dict[str, float] = {named.QUESTIONS: len(results), named.ACCURACY: share(results, lambda r: r.right)}
    if answerable:
        figures |= {
            named.VALUE: share(answerable, lambda r: r.right),
            named.HEADLINE: share(answerable, lambda r: r.headline_right and r.cited_right),
            named.FIRST: share(answerable, lambda r: r.rank == 1),
            named.IN_FIVE: share(answerable, lambda r: r.rank is not None and r.rank <= TOP),
            named.IRRELEVANT: round(sum(r.irrelevant for r in answerable) / len(answerable), 4),
            named.REFUSED_WRONG: sum(r.answer.refused for r in answerable),
        }
    if absent:
        figures |= {
            named.REFUSED_RIGHT: sum(r.answer.refused for r in absent),
            named.ANSWERED_WRONG: sum(not r.answer.refused for r in absent),
        }
    figures["milliseconds_mean"] = round(sum(r.milliseconds for r in results) / max(len(results), 1), 1)
    return figures
