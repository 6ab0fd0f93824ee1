"""Precision on a fixed sample of facts, each judged by a person, and the confidence of rules learned from it."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.errors import InvalidInput
from evals.facts.corpus import PlacedFact

VERDICTS = Path(__file__).resolve().parents[1] / "judged" / "fact_verdicts.jsonl"
SAMPLE = {"policies": 100, "tables": 60, "shop": 40}
# What is believed of a rule before it was judged weighs as much as this many judged facts.
PRIOR = 8.0


@dataclass(frozen=True, slots=True)
class Precision:
    """How a sample was judged; ``unjudged`` facts are new since the last judgement and count as neither."""

    right: int
    wrong: int
    unjudged: tuple[PlacedFact, ...]

    @property
    def share(self) -> float:
        """The share (0–1) of right facts among the judged ones."""
        judged = self.right + self.wrong
        return self.right / judged if judged else 0.0


def sample(facts: Iterable[PlacedFact], size: int) -> list[PlacedFact]:
    """Return ``size`` facts with the smallest keys: the same ones as long as they are extracted."""
    by_key = {placed.key: placed for placed in facts}
    return [by_key[key] for key in sorted(by_key)[:size]]


def read_verdicts(path: Path = VERDICTS) -> dict[str, bool]:
    """Return key → whether the fact is right.

    Raises:
        InvalidInput: A line is no judgement.
    """
    verdicts: dict[str, bool] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            row = json.loads(line)
            verdicts[row["key"]] = bool(row["right"])
        except (json.JSONDecodeError, KeyError, TypeError) as error:
            raise InvalidInput(f"no judgement: {error}", place=f"{path.name}:{number}") from error
    return verdicts


def precision(facts: Sequence[PlacedFact], verdicts: Mapping[str, bool]) -> Precision:
    """Return how the judged ones of ``facts`` fared."""
    judged = [verdicts[placed.key] for placed in facts if placed.key in verdicts]
    return Precision(
        sum(judged), len(judged) - sum(judged), tuple(placed for placed in facts if placed.key not in verdicts)
    )


def learned(facts: Iterable[PlacedFact], verdicts: Mapping[str, bool]) -> dict[str, float]:
    """Return rule → confidence (0–1): the share of right facts, drawn towards that of all rules when few are judged."""
    right: dict[str, int] = defaultdict(int)
    total: dict[str, int] = defaultdict(int)
    for placed in facts:
        if placed.key in verdicts:
            total[placed.fact.rule] += 1
            right[placed.fact.rule] += verdicts[placed.key]
    if not total:
        return {}
    overall = sum(right.values()) / sum(total.values())
    return {rule: round((right[rule] + overall * PRIOR) / (count + PRIOR), 3) for rule, count in sorted(total.items())}
