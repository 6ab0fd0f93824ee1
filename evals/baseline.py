"""The last accepted figures of each suite, and whether a run falls below them."""

import json
from collections.abc import Mapping
from pathlib import Path

from evals import figure_name as named

FOLDER = Path(__file__).resolve().parent / "baselines"
HIGHER_IS_BETTER = (
    named.ACCURACY, named.VALUE, named.HEADLINE, named.FIRST, named.IN_FIVE, named.CITATION, named.FAITHFULNESS,
    "structured.coverage", "structured.exact", "vector.hit@1", "keyword.hit@1", "fusion.hit@1",
)  # fmt: skip
_TOLERANCE = 0.0001


def below_baseline(name: str, figures: Mapping[str, float]) -> list[str]:
    """Return a line per overall figure of ``name`` that is worse than its baseline; none without a baseline."""
    path = FOLDER / f"{name}.json"
    if not path.is_file():
        return []
    accepted = json.loads(path.read_text(encoding="utf-8"))
    return [
        f"{name}: {figure} {figures.get(figure, 0):.4f} is below its baseline {accepted[figure]:.4f}"
        for figure in HIGHER_IS_BETTER
        if figure in accepted and figures.get(figure, 0) < accepted[figure] - _TOLERANCE
    ]
