"""Values to one page: the template draws, nothing here makes markup."""

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evals.comparing.comparison import Comparison
from evals.comparing.figure import FIGURES, last_rank
from evals.judging.figures import disagreements
from evals.layers.record import Run
from evals.report_html.attribution import by_kind, by_tag, segments
from evals.report_html.latency import stage_times
from evals.report_html.waterfall import lost_in, waterfall
from evals.report_html.whisker import whiskers
from evals.report_html.words import layer_words, words

if TYPE_CHECKING:
    from jinja2 import Environment

_FOLDER = Path(__file__).resolve().parent
_OUTCOMES = ("both_right", "won", "lost", "both_wrong")


@dataclass(frozen=True, slots=True)
class Overview:
    """A table above several comparisons: ``columns`` are names of labels, a row has a cell for each."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def run_page(run: Run) -> str:
    """Return the report of a run as one HTML document."""
    return _rendered(
        "run.html",
        title=run.name,
        run=run,
        cards=[(figure, value) for figure in FIGURES if (value := figure.mean(run.cases)) is not None],
        steps=waterfall(run.cases),
        bars={"by_kind": by_kind(run.cases), "by_tag": by_tag(run.cases)},
        times=stage_times(run.cases),
        misses=[case for case in run.cases if case.missed],
        judged=[case for case in run.cases if case.judgement and case.judgement.state != "refused"],
    )


def comparison_page(comparisons: Sequence[Comparison], overview: Overview | None = None) -> str:
    """Return a report of runs held against one other, as one HTML document.

    Args:
        comparisons: One or more, usually with the same left run.
        overview: A table shown before them.
    """
    titles = [f"{comparison.left.name} → {comparison.right.name}" for comparison in comparisons]
    return _rendered(
        "comparison.html", title=" · ".join(titles), comparisons=comparisons, overview=overview, outcomes=_OUTCOMES
    )


def _rendered(template: str, **values: Any) -> str:
    script = (_FOLDER / "page.js").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    style = (_FOLDER / "page.css").read_text(encoding="utf-8")
    page = _environment().get_template(template)
    return page.render(**values, script=_trusted(script), style=_trusted(style), digest=digest)


@cache
def _environment() -> "Environment":
    # Imported here: only who writes a report needs it.
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"percent": _percent, "number": _number, "signed": _signed, "pretty": _pretty, "moment": _moment}
    made.globals |= {
        "words": words,
        "layer_words": layer_words,
        "last_rank": last_rank,
        "disagreements": disagreements,
        "lost_in": lost_in,
        "segments": segments,
        "whiskers": whiskers,
    }
    return made


def _trusted(text: str) -> Any:
    """Mark a file of this package as markup; never called on anything a run holds."""
    from markupsafe import Markup

    return Markup(text)  # noqa: S704


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def _number(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.4g}"


def _signed(value: float, figure: str) -> str:
    return f"{value:+.1f} ms" if figure == "milliseconds" else f"{100 * value:+.1f}"


def _moment(created_at: str) -> str:
    return f"{datetime.fromisoformat(created_at).astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"


def _pretty(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2, default=str)
