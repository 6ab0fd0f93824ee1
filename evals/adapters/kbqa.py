"""Knowledge-base questions: subject, attribute and value, over all triples loaded as ``kbqa.json``."""

from pathlib import Path

from evals.kbqa.triples import read_triples
from evals.suite import Case, Gold, GoldFact


def kbqa_cases(path: Path) -> tuple[Case, ...]:
    """Read ``train.jsonl``; a question whose value is empty expects nothing that can be judged and is left out."""
    return tuple(
        Case(
            str(triple.id), triple.question, "lookup", (triple.value,), (Gold("kbqa.json", triple.subject),),
            facts=(GoldFact(triple.subject, triple.attribute, triple.value),),
        )
        for triple in read_triples(path)
        if triple.value.strip()
    )  # fmt: skip
