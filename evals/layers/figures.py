"""Records of a run to figures, layer by layer: flat, name → number."""

from collections.abc import Callable, Sequence

from evals import figure_name as named
from evals.judging.figures import judge_figures
from evals.layers.latency import stage_spreads
from evals.layers.layer import LAYERS
from evals.layers.record import CaseRecord
from evals.ranking_metrics import ranking_metrics

TOP = 5
# A search's list is this long at most; a gold passage that is not in it was not found.
_RANKED = ("structured", "vector", "keyword", "fusion", "rerank")


def figures_of(records: Sequence[CaseRecord]) -> dict[str, float]:
    """Return the figures of every layer of a run.

    ``structured.*`` are of the point layer; ``vector.*``, ``keyword.*``, ``fusion.*`` and ``rerank.*`` of the
    rankings; ``lost.LAYER`` counts the misses a layer caused; ``ms.STAGE.*`` are milliseconds; ``judge.*`` are of the
    judge, where there was one. Shares are 0–1.
    """
    return (
        _answers(records)
        | _answers_by_kind(records)
        | _point_layer(records)
        | _rankings(records)
        | _lost(records)
        | _latency(records)
        | judge_figures(records)
    )


def _answers(records: Sequence[CaseRecord]) -> dict[str, float]:
    answerable = [one for one in records if not one.absent]
    answered = [one for one in answerable if one.faithful is not None]
    return {
        named.CITATION: _share(answerable, lambda one: one.cited_right),
        named.FAITHFULNESS: _share(answered, lambda one: bool(one.faithful)),
    }


def _answers_by_kind(records: Sequence[CaseRecord]) -> dict[str, float]:
    kinds = dict.fromkeys(record.kind for record in records)
    of_kind = {kind: [record for record in records if record.kind == kind] for kind in kinds}
    return {
        named.of_kind(kind, name): value
        for kind, those in of_kind.items()
        if not all(record.absent for record in those)
        for name, value in _answers(those).items()
    }


def _point_layer(records: Sequence[CaseRecord]) -> dict[str, float]:
    """Coverage (the fact is in the store), hit (it is held against the question), accuracy (it comes first)."""
    asked = [record for record in records if record.covered is not None]
    if not asked:
        return {}
    covered = [record for record in asked if record.covered]
    return {
        "structured.questions": len(asked),
        "structured.coverage": _share(asked, lambda one: bool(one.covered)),
        "structured.hit_rate": _share(asked, lambda one: "fact" in one.ranks),
        "structured.accuracy": _share(asked, lambda one: bool(one.structured_right)),
        "structured.accuracy_when_covered": _share(covered, lambda one: bool(one.structured_right)),
        "structured.exact": _share(asked, lambda one: bool(one.exact)),
    }


def _rankings(records: Sequence[CaseRecord]) -> dict[str, float]:
    """Measures of every ranking over its questions, and what fusion and reranking add to the best before them.

    A record keeps the rank of the first gold passage, so every question has one gold passage here: recall is whether
    that is found.
    """
    answerable = [one for one in records if not one.absent]
    if not answerable:
        return {}
    gold = {record.case_id: {"gold": 1} for record in answerable}
    figures: dict[str, float] = {}
    for stage in _RANKED:
        run = {record.case_id: _scores(record.ranks.get(stage)) for record in answerable}
        measured = ranking_metrics(gold, run, (1, TOP, 10))
        figures |= {f"{stage}.{name}": round(value, 4) for name, value in measured.items()}
    best = max(figures[f"{channel}.hit@1"] for channel in ("structured", "vector", "keyword"))
    figures["fusion.gain"] = round(figures["fusion.hit@1"] - best, 4)
    figures["rerank.gain"] = round(figures["rerank.hit@1"] - figures["fusion.hit@1"], 4)
    return figures


def _scores(rank: int | None) -> dict[str, float]:
    """Return a ranking with the gold passage at ``rank``."""
    if rank is None:
        return {}
    others = {f"other {place}": -float(place) for place in range(1, min(rank, 100))}
    return others | {"gold": -float(rank)}


def _lost(records: Sequence[CaseRecord]) -> dict[str, float]:
    verdicts = [record.verdict.layer for record in records if record.verdict is not None]
    return {"missed": float(len(verdicts)), **{named.of_layer(layer): float(verdicts.count(layer)) for layer in LAYERS}}


def _latency(records: Sequence[CaseRecord]) -> dict[str, float]:
    return {
        f"ms.{stage}.{name}": round(value, 2)
        for stage, spread in stage_spreads(records).items()
        for name, value in zip(("p50", "p95"), spread, strict=True)
    }


def _share(records: Sequence[CaseRecord], test: Callable[[CaseRecord], bool]) -> float:
    return round(sum(test(record) for record in records) / len(records), 4) if records else 0.0
