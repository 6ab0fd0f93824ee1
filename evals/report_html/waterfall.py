"""How many questions are left after each layer."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from evals.layers.layer import LAYERS
from evals.layers.record import CaseRecord

UNATTRIBUTED = "unattributed"


@dataclass(frozen=True, slots=True)
class Step:
    """One layer: ``before`` questions came to it, ``lost`` were lost there, of ``total`` in the run."""

    layer: str
    before: int
    lost: int
    total: int

    @property
    def after(self) -> int:
        return self.before - self.lost

    @property
    def kept_share(self) -> float:
        """0–100, of all questions."""
        return 100 * self.after / self.total

    @property
    def lost_share(self) -> float:
        """0–100, of all questions."""
        return 100 * self.lost / self.total


def lost_in(case: CaseRecord) -> str:
    """Return the layer that lost ``case``; empty when nothing was lost."""
    if case.verdict is not None:
        return case.verdict.layer
    return UNATTRIBUTED if case.missed else ""


def waterfall(cases: Sequence[CaseRecord]) -> tuple[Step, ...]:
    """Return a step per layer in order, and one for misses without a verdict if there are any; none without cases."""
    if not cases:
        return ()
    losses = Counter(map(lost_in, cases))
    layers = [*LAYERS, *([UNATTRIBUTED] if losses[UNATTRIBUTED] else [])]
    steps: list[Step] = []
    left = len(cases)
    for layer in layers:
        steps.append(Step(layer, left, losses[layer], len(cases)))
        left = steps[-1].after
    return tuple(steps)
