"""How one question went under one choice of fusion weights, for every threshold and share at once."""

from collections.abc import Mapping
from dataclasses import dataclass

from evals.answering import Result

# What an answer is worth: right first, then the right passage on top, then nothing beside it.
_RIGHT, _TOP, _CLEAN = 0.6, 0.3, 0.1


@dataclass(frozen=True, slots=True)
class Outcome:
    """One question, searched once.

    ``evidence`` is compared with the refusal threshold; ``results`` maps a context share to the scored answer that is
    given when the threshold is passed.
    """

    evidence: float
    results: Mapping[float, Result]

    def right(self, threshold: float, share: float) -> bool:
        """Return whether the question is answered rightly, or rightly refused."""
        result = self.results[share]
        if self.evidence < threshold:
            return result.case.absent
        return result.right

    def worth(self, threshold: float, share: float) -> float:
        """Return 0–1: for a question without an answer whether it is refused, else how good the answer is."""
        result = self.results[share]
        if result.case.absent:
            return float(self.right(threshold, share))
        if self.evidence < threshold:
            return 0.0
        top = 1 / result.rank if result.rank else 0.0
        return _RIGHT * result.right + _TOP * top + _CLEAN * (1 - result.irrelevant)
