"""Trials as a table: one row a variant, the first one being what the others are held against."""

from collections.abc import Callable, Sequence

from evals.comparing.comparison import Comparison
from evals.report_html import Overview
from evals.variants.trial import Trial

Cell = Callable[[Trial, Comparison | None], str]
_NONE = "–"


def settings_overview(trials: Sequence[Trial], comparisons: Sequence[Comparison]) -> Overview:
    """Return what matters when settings or files differ."""
    return _overview(_COMMON, trials, comparisons)


def models_overview(trials: Sequence[Trial], comparisons: Sequence[Comparison]) -> Overview:
    """Return what matters when models differ: vector search alone, the whole pipeline, and what it costs."""
    return _overview(_MODEL | _COMMON, trials, comparisons)


def _overview(cells: dict[str, Cell], trials: Sequence[Trial], comparisons: Sequence[Comparison]) -> Overview:
    pairs = zip(trials, (None, *comparisons), strict=True)
    rows = tuple((trial.variant, *(cell(trial, compared) for cell in cells.values())) for trial, compared in pairs)
    return Overview(("variant", *cells), rows)


def _share(name: str) -> Cell:
    def cell(trial: Trial, _: Comparison | None) -> str:
        value = trial.run.figures.get(name)
        return _NONE if value is None else f"{100 * value:.1f} %"

    return cell


def _plain(name: str) -> Cell:
    def cell(trial: Trial, _: Comparison | None) -> str:
        value = trial.run.figures.get(name)
        return _NONE if value is None else f"{value:.3f}"

    return cell


def _p(name: str) -> Cell:
    def cell(_: Trial, compared: Comparison | None) -> str:
        found = [one for one in compared.differences if one.figure == name] if compared else []
        return f"{found[0].p:.4f}" if found and found[0].p is not None else _NONE

    return cell


def _gap(name: str) -> Cell:
    def cell(_: Trial, compared: Comparison | None) -> str:
        found = [one for one in compared.differences if one.figure == name] if compared else []
        if not found:
            return _NONE
        interval = found[0].interval
        ends = f" ({100 * interval.low:+.1f} … {100 * interval.high:+.1f})" if interval else ""
        return f"{100 * found[0].gap:+.1f}{ends}"

    return cell


def _count(outcome: str) -> Cell:
    def cell(_: Trial, compared: Comparison | None) -> str:
        return _NONE if compared is None else str(sum(match.outcome == outcome for match in compared.matches))

    return cell


def _time(milliseconds: float | None) -> str:
    return _NONE if milliseconds is None else f"{milliseconds:.1f}"


_MODEL: dict[str, Cell] = {
    "dimension": lambda trial, _: str(trial.dimension),
    "passage_milliseconds": lambda trial, _: _time(trial.passage_milliseconds),
    "question_milliseconds": lambda trial, _: _time(trial.question_milliseconds),
    "vector_recall_at_1": _share("vector.recall@1"),
    "vector_recall_at_5": _share("vector.recall@5"),
    "vector_mrr": _plain("vector.mrr@10"),
    "vector_ndcg_at_10": _plain("vector.ndcg@10"),
    "p_vector": _p("vector_mrr"),
}
_COMMON: dict[str, Cell] = {
    "accuracy": _share("accuracy"),
    "gap": _gap("accuracy"),
    "p": _p("accuracy"),
    "won": _count("won"),
    "lost": _count("lost"),
    "value_accuracy": _share("value_accuracy"),
    "irrelevant_at_5": _share("irrelevant"),
}
