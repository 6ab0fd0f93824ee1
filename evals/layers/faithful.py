"""Whether an answer says nothing but what it cites: numbers and quotes, checked without a model."""

from collections.abc import Iterator
from itertools import combinations

from core.answer import Answer
from retrieval.written.numbers import Known, unfounded


def faithful(answer: Answer) -> bool | None:
    """Return whether every number of the answer stands in the passages it cites and every quote is verbatim there.

    A number may also be the question's own, said back. ``None`` for a refusal, which states nothing.
    """
    if answer.refused:
        return None
    passages = {passage.chunk.id: passage.chunk for passage in answer.passages}
    for citation in answer.citations:
        chunk = passages.get(citation.chunk_id)
        if chunk is None or chunk.text[citation.quote_start : citation.quote_end] != citation.quote:
            return False
    cited = [passages[citation.chunk_id] for citation in answer.citations]
    known = [Known(f"{chunk.embedding_text}\n{chunk.text}", answer.facts) for chunk in cited]
    known += [Known(answer.question), Known("；".join(_computed(answer)))]
    return not any(True for line in _statements(answer) for _ in unfounded(line, known))


def _computed(answer: Answer) -> Iterator[str]:
    """Yield the numbers an answer works out: how many facts, things and sources it has, how far apart values are."""
    yield str(len(answer.facts))
    yield str(len({fact.subject for fact in answer.facts}))
    yield str(len({citation.chunk_id for citation in answer.citations}))
    ends = {end for fact in answer.facts if fact.quantity for end in (fact.quantity.low, fact.quantity.high) if end}
    yield from {f"{abs(one - other).normalize():f}" for one, other in combinations(sorted(ends), 2)}


def _statements(answer: Answer) -> list[str]:
    """Return what the answer says itself; its quotes are checked as quotes."""
    said = answer.headline if answer.grade != "written" else answer.text
    # 青岚笔记本Air 14：24个月 is a name and a value, not a time of day.
    return [line.replace("：", " 是 ") for line in said.split("\n") if line.strip()]
