"""Judged questions to figures: flat, shares 0–1."""

from collections.abc import Iterable, Sequence
from statistics import fmean

from evals.external.judging import TOP, Judged
from evals.ranking_metrics import ranking_metrics

DEPTH = 10


def figures(judged: Sequence[Judged]) -> dict[str, float]:
    """Return the figures of one system on one suite.

    ``value@k``: the first k hits together state every expected value. ``place@k``: one of them is at a right place;
    ``mrr@10`` and ``ndcg@10`` are of right places too, each counting once, where it is found first. ``irrelevant@5``:
    of the first five hits, or of fewer where fewer are handed over, those at no right place; ``irrelevant_text@5``
    counts letters instead of hits. ``refused``: absent questions for which nothing is handed over;
    ``refused_wrong``: the same of the others. A figure without any question to it is left out.
    """
    answerable = [item for item in judged if not item.case.absent]
    absent = [item for item in judged if item.case.absent]
    found: dict[str, float] = {"questions": len(judged)}
    for depth in (1, TOP):
        found |= _mean(f"value@{depth}", (item.values[depth] for item in answerable))
    found |= _ranking(answerable)
    found |= _mean(f"irrelevant@{TOP}", (item.irrelevant for item in answerable))
    found |= _mean(f"irrelevant_text@{TOP}", (item.strange for item in answerable))
    found |= _mean("hits", (item.handed for item in answerable))
    if answerable:
        found["refused_wrong"] = sum(not item.handed for item in answerable)
    if absent:
        found |= {"absent": len(absent), "refused": sum(not item.handed for item in absent)}
    return found | _mean("milliseconds", (item.milliseconds for item in judged))


def _ranking(answerable: Sequence[Judged]) -> dict[str, float]:
    placed = [item for item in answerable if item.places]
    if not placed:
        return {}
    gold = {item.case.id: {f"place {number}": 1 for number in range(item.places)} for item in placed}
    run = {item.case.id: _ranked(item.at) for item in placed}
    measured = ranking_metrics(gold, run, (1, TOP, DEPTH))
    names = {"place@1": "hit@1", f"place@{TOP}": f"hit@{TOP}", "mrr@10": "mrr@10", "ndcg@10": "ndcg@10"}
    return {name: round(measured[measure], 4) for name, measure in names.items()}


def _ranked(at: Iterable[frozenset[int]]) -> dict[str, float]:
    """Return one entry a hit: a right place where it is found first, any other hit under a name of its own."""
    scores: dict[str, float] = {}
    for rank, here in enumerate(at, start=1):
        new = [name for number in sorted(here) if (name := f"place {number}") not in scores]
        scores[new[0] if new else f"hit {rank}"] = 1 / rank
    return scores


def _mean(name: str, values: Iterable[float | None]) -> dict[str, float]:
    kept = [float(value) for value in values if value is not None]
    return {name: round(fmean(kept), 4)} if kept else {}
