"""Measures of a ranking: hit, recall, reciprocal rank and nDCG at a depth, computed by ir-measures.

Equal scores are put in order before anything is measured, by the document's name: the libraries behind ir-measures
break ties each in its own way, so one ranking would be two.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from core.errors import InvalidInput

if TYPE_CHECKING:
    from ir_measures.measures import Measure

Gains = Mapping[str, Mapping[str, int]]
Scores = Mapping[str, Mapping[str, float]]
DEPTHS = (1, 5, 10)


def ranking_metrics(gold: Gains, run: Scores, depths: Sequence[int] = DEPTHS) -> dict[str, float]:
    """Return the mean over the queries of ``gold`` of every measure at every depth, 0–1.

    Args:
        gold: Query → document → gain; 0 is not relevant. A query without a relevant document says nothing of a
            ranking and is left out.
        run: Query → document → score, larger is better. A query that is not here found nothing and counts 0; a query
            that is not in ``gold`` is ignored.
        depths: From 1.

    Returns:
        ``hit@k`` (some relevant document is there), ``recall@k``, ``mrr@k`` (reciprocal rank of the first relevant
        document) and ``ndcg@k`` (gain divided by log2(1 + rank), over that of the best order).

    Raises:
        InvalidInput: No query has a relevant document, or a depth is below 1.
    """
    by_query = ranking_metrics_by_query(gold, run, depths)
    names = next(iter(by_query.values()))
    return {name: sum(figures[name] for figures in by_query.values()) / len(by_query) for name in names}


def ranking_metrics_by_query(gold: Gains, run: Scores, depths: Sequence[int] = DEPTHS) -> dict[str, dict[str, float]]:
    """Return the measures of ``ranking_metrics`` for each query by itself, in the order of ``gold``.

    Raises:
        InvalidInput: As ``ranking_metrics``.
    """
    # The library loads numpy and scipy, which commands that measure nothing should not wait for.
    import ir_measures

    judged = {query: dict(gains) for query, gains in gold.items() if any(gain > 0 for gain in gains.values())}
    if not judged:
        raise InvalidInput("no query has a relevant document", place="gold", advice="a ranking needs one to be judged")
    if not depths or min(depths) < 1:
        raise InvalidInput(
            "a depth is 1 or more", place=f"depths {list(depths)}", advice="give depths such as 1, 5, 10"
        )
    names = {measure: name for depth in depths for name, measure in _measures(depth)}
    found: dict[str, dict[str, float]] = {query: dict.fromkeys(names.values(), 0.0) for query in judged}
    ordered = {query: _in_order(run.get(query, {})) for query in judged}
    for metric in ir_measures.iter_calc(list(names), judged, ordered):
        found[metric.query_id][names[metric.measure]] = float(metric.value)
    return found


def _measures(depth: int) -> list[tuple[str, "Measure"]]:
    from ir_measures import RR, R, Success, nDCG

    measures = (("hit", Success), ("recall", R), ("mrr", RR), ("ndcg", nDCG))
    return [(f"{name}@{depth}", measure @ depth) for name, measure in measures]


def _in_order(scores: Mapping[str, float]) -> dict[str, float]:
    """Return scores without ties: the first document's is the number of documents, the last one's is 1."""
    order = sorted(scores, key=lambda document: (-scores[document], document))
    return {document: float(len(order) - place) for place, document in enumerate(order)}
