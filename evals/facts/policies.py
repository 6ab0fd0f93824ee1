"""Whether what the policy questions ask for stands in the store: value, article and condition."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.errors import InvalidInput
from core.text import fold
from evals.facts.corpus import PlacedFact
from evals.places import at_place
from evals.suite import Case, read_suite
from evals.values import states

JUDGED = Path(__file__).resolve().parents[1] / "judged" / "policy_values.jsonl"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A value a question asks for, and the words its fact must say in subject, attribute and conditions."""

    value: str
    says: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PolicyCoverage:
    """Ids of the questions by what was found of them: all, the values only, or not even those."""

    right: tuple[str, ...]
    value_only: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def share(self) -> float:
        """The share (0–1) of questions whose every value stands there with its article and conditions."""
        total = len(self.right) + len(self.value_only) + len(self.missing)
        return len(self.right) / total if total else 0.0


def policy_coverage(suite: Path, facts: Sequence[PlacedFact], judged: Path = JUDGED) -> PolicyCoverage:
    """Hold ``facts`` against the answerable questions of ``suite``.

    Raises:
        InvalidInput: The suite is bad, or a question of it is not judged.
    """
    wanted = _read(judged)
    found: dict[str, list[str]] = {"right": [], "value_only": [], "missing": []}
    for case in read_suite(suite):
        if case.kind == "absent":
            continue
        if case.id not in wanted:
            raise InvalidInput(
                "no values are judged for this question", place=case.id, advice=f"add it to {judged.name}"
            )
        found[_verdict(case, wanted[case.id], facts)].append(case.id)
    return PolicyCoverage(tuple(found["right"]), tuple(found["value_only"]), tuple(found["missing"]))


def _read(judged: Path) -> dict[str, tuple[Wanted, ...]]:
    rows = [json.loads(line) for line in judged.read_text(encoding="utf-8").splitlines() if line.strip()]
    return {row["id"]: tuple(Wanted(part["value"], tuple(part["says"])) for part in row["facts"]) for row in rows}


def _verdict(case: Case, wanted: Iterable[Wanted], facts: Sequence[PlacedFact]) -> str:
    here = [placed for placed in facts if at_place(placed.chunk, placed.document, case.golds)]
    verdicts = {_found(part, here) for part in wanted}
    return next(worst for worst in ("missing", "value_only", "right") if worst in verdicts)


def _found(part: Wanted, here: Sequence[PlacedFact]) -> str:
    holders = [placed for placed in here if states(placed.fact.value, part.value)]
    if any(_says(placed, part.says) for placed in holders):
        return "right"
    return "value_only" if holders else "missing"


def _says(placed: PlacedFact, words: Sequence[str]) -> bool:
    fact = placed.fact
    text = fold(" ".join((fact.subject, fact.attribute, *(c.text for c in fact.conditions))))
    return all(fold(word) in text for word in words)
