"""Whether the gold of a suite is in a knowledge base: a typing error in a suite must not look like a lost layer."""

from collections.abc import Iterator, Sequence

from evals.layers.holding import Holding, Shelf
from evals.suite import Case
from service.wiring import Application
from store import knowledge_bases


def gold_faults(cases: Sequence[Case], kb: str, application: Application) -> Iterator[tuple[str, str]]:
    """Yield (case id, what is not there) for every gold document, place, text and fact that the store does not hold.

    Raises:
        NotFound: No such knowledge base.
    """
    with application.database.session() as session:
        shelf = Shelf(session, knowledge_bases.get(session, kb))
        for case in cases:
            if not case.absent:
                yield from ((case.id, fault) for fault in _faults(case, shelf.holding(case)))


def _faults(case: Case, holding: Holding) -> Iterator[str]:
    yield from (f"document {name} is not loaded" for name in holding.missing)
    if not holding.chunk_ids and not holding.missing:
        yield "no chunk is at " + " or ".join(f"{gold.document} · {gold.anchor}" for gold in case.golds)
    for group, words in holding.unparsed:
        lacking = f"“{words[0]}” stands in no block" if words else "they stand in different blocks"
        yield f"text {' '.join(group)}: {lacking}"
    yield from (f"text {' '.join(group)}: no chunk holds it whole" for group, _ in holding.cut)
    for gold, facts in holding.facts:
        if not facts:
            yield f"no fact {gold.subject} · {gold.attribute} · {gold.value}"
