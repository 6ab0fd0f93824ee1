"""How far each rule is trusted: learned from facts that people judged."""

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

CONFIDENCE = Path(__file__).with_name("rule_confidence.json")


def confidence_of(rule: str, default: float) -> float:
    """Return the learned confidence (0–1) of ``rule``, else that of the rule it refines, else ``default``.

    ``record.prose.deadline`` refines ``prose.deadline``.
    """
    learned = _learned()
    return learned.get(rule, learned.get(rule.removeprefix("record."), default))


def write_confidence(learned: Mapping[str, float]) -> None:
    """Keep what was learned; it holds for everything extracted from now on."""
    CONFIDENCE.write_text(json.dumps(dict(sorted(learned.items())), indent=1) + "\n", encoding="utf-8")
    _learned.cache_clear()


@lru_cache(maxsize=1)
def _learned() -> dict[str, float]:
    loaded: dict[str, float] = json.loads(CONFIDENCE.read_text(encoding="utf-8")) if CONFIDENCE.exists() else {}
    return loaded
