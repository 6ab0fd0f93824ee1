"""Questions people asked, with what is answered now as a draft of what is right."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from core.answer import Answer
from core.errors import InvalidInput
from core.text import fold
from evals.drafting.from_facts import DRAFT, anchor_of
from evals.suite import Case, Gold, GoldFact

LOG, DISLIKED = "log", "disliked"
_BAD = frozenset({"-1", "down", "bad", "dislike", "no", "false"})


@dataclass(frozen=True, slots=True)
class Logged:
    """One question of a log; ``disliked`` when whoever asked was not content with the answer."""

    question: str
    disliked: bool = False


def read_log(path: Path) -> tuple[Logged, ...]:
    """Read a question a line, or JSON lines with ``question`` and, where known, ``feedback``; each question once.

    Raises:
        InvalidInput: The file is not there, or a line is neither.
    """
    if not path.is_file():
        raise InvalidInput("no such log", place=str(path))
    found: dict[str, Logged] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.strip():
            logged = _logged(line.strip(), f"{path.name}, line {number}")
            known = found.get(fold(logged.question))
            found[fold(logged.question)] = Logged(
                known.question if known else logged.question, logged.disliked or (known is not None and known.disliked)
            )
    return tuple(found.values())


def draft_from_log(log: Iterable[Logged], ask: Callable[[str], Answer]) -> Iterator[Case]:
    """Yield one case a question: what is answered now, or ``absent`` where it is refused.

    What was disliked is drafted too and tagged, for a person to put right: it is where the suite is worth most.
    """
    for number, logged in enumerate(log, start=1):
        tags = (DRAFT, LOG, *((DISLIKED,) if logged.disliked else ()))
        yield _case(f"Q{number:03}", logged.question, ask(logged.question), tags)


def _logged(line: str, place: str) -> Logged:
    if not line.startswith("{"):
        return Logged(line)
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise InvalidInput(f"not JSON: {error.msg}", place=place) from error
    question = row.get("question")
    if not isinstance(question, str) or not question.strip():
        raise InvalidInput("a line of a log needs a question", place=place, advice='write {"question": "…"}')
    return Logged(question.strip(), str(row.get("feedback", "")).lower() in _BAD)


def _case(name: str, question: str, answer: Answer, tags: tuple[str, ...]) -> Case:
    if answer.refused or not answer.citations:
        return Case(name, question, "absent", (), (), tags=tags)
    chunks = {passage.chunk.id: passage.chunk for passage in answer.passages}
    facts = {fact.id: fact for fact in answer.facts}
    golds = tuple(
        Gold(citation.source_name, anchor_of(chunks[citation.chunk_id], facts.get(citation.fact_id or "")))
        for citation in answer.citations
        if citation.chunk_id in chunks
    )
    expect = tuple(dict.fromkeys(fact.value for fact in answer.facts)) or (answer.citations[0].quote,)
    named = tuple(GoldFact(fact.subject, fact.attribute, fact.value) for fact in answer.facts)
    return Case(name, question, "lookup", expect, tuple(dict.fromkeys(golds)), (), named, tags)
