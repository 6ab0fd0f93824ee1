"""Which version of a document a question wants: the one in force, unless it names another."""

from collections.abc import Iterable, Mapping
from datetime import date

from core.answer import Source
from core.fact import Fact, FactState
from core.question import AnalysedQuestion
from store.facts import LIVE
from store.supersession import Supersession

_OUTDATED_FACTOR = 0.4
_OTHER_YEAR_FACTOR = 0.4


def version_factor(source: Source, question: AnalysedQuestion) -> float:
    """Return what a passage's score is multiplied by for its document's version (1 leaves it as it is)."""
    if question.year is not None:
        wanted = str(question.year)
        if wanted in source.version or wanted in source.source_name:
            return 1.0
        return _OTHER_YEAR_FACTOR
    return _OUTDATED_FACTOR if source.superseded else 1.0


def asked_states(question: AnalysedQuestion, day: date | None = None) -> tuple[FactState, ...]:
    """Return the states of the facts that may answer: one that gave way only where a year or a day is asked for."""
    return LIVE if question.year is None and day is None else (*LIVE, "superseded")


def answering(facts: Iterable[Fact], given_way: Mapping[str, Supersession]) -> list[Fact]:
    """Leave out facts that gave way for another reason than a newer version of their document."""
    return [
        fact
        for fact in facts
        if fact.state != "superseded" or (fact.id in given_way and given_way[fact.id].rule == "newer_version")
    ]
