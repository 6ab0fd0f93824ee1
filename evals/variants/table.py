"""Trials as a table: one row a variant, the first one being what the others are held against."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from evals import figure_name as named
from evals.comparing.comparison import Comparison
from evals.report_html import Overview
from evals.variants.trial import Trial

Cell = Callable[[Trial, Comparison | None], str]
_NONE = "–"


def settings_overview(trials: Sequence[Trial], comparisons: Sequence[Comparison]) -> Overview:
    """Return what matters when settings or files differ."""
    return _overview(COMMON, trials, comparisons)


def models_overview(trials: Sequence[Trial], comparisons: Sequence[Comparison]) -> Overview:
    """Return what matters when models differ: vector search alone, the whole pipeline, and what it costs."""
    return _overview(MODEL | COMMON, trials, comparisons)


def _overview(cells: dict[str, Cell], trials: Sequence[Trial], comparisons: Sequence[Comparison]) -> Overview:
    pairs = zip(trials, (None, *comparisons), strict=True)
    rows = tuple((trial.variant, *(cell(trial, compared) for cell in cells.values())) for trial, compared in pairs)
    return Overview(("variant", *cells), rows)


@dataclass(frozen=True, slots=True)
class Shown:
    """The cell of one figure of a run."""

    figure: str
    written: str = "{:.1%}"

    def __call__(self, trial: Trial, _: Comparison | None) -> str:
        value = trial.run.figures.get(self.figure)
        return _NONE if value is None else self.written.format(value).replace("%", " %")


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


MODEL: dict[str, Cell] = {
    "dimension": lambda trial, _: str(trial.dimension),
    "passage_milliseconds": lambda trial, _: _time(trial.passage_milliseconds),
    "question_milliseconds": lambda trial, _: _time(trial.question_milliseconds),
    "vector_recall_at_1": Shown("vector.recall@1"),
    "vector_recall_at_5": Shown("vector.recall@5"),
    "vector_mrr": Shown("vector.mrr@10", "{:.3f}"),
    "vector_ndcg_at_10": Shown("vector.ndcg@10", "{:.3f}"),
    "p_vector": _p("vector_mrr"),
}
COMMON: dict[str, Cell] = {
    named.ACCURACY: Shown(named.ACCURACY),
    "gap": _gap(named.ACCURACY),
    "p": _p(named.ACCURACY),
    "won": _count("won"),
    "lost": _count("lost"),
    named.VALUE: Shown(named.VALUE),
    named.IRRELEVANT: Shown(named.IRRELEVANT),
}
