"""What a model is shown to answer from: facts first, then passages, each under the number of its source."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from core.answer import Answer, Passage
from core.fact import Fact
from retrieval.findings import Findings
from retrieval.written.excerpt import excerpt

# Fixed, whatever number of results is wanted, so that the answer does not depend on that.
_PASSAGES = 6
_MORE_FACTS = 12
_FACT_SHARE = 0.45
_SHARE_OF_ONE = 3


@dataclass(frozen=True, slots=True)
class ShownSource:
    """One source as the model sees it: a passage, the text of it that is shown, and its facts in the table."""

    number: int
    passage: Passage
    text: str
    facts: tuple[Fact, ...] = ()

    @property
    def everything(self) -> str:
        """Return all words the model is shown of this source."""
        heads = (self.passage.source.title, *self.passage.chunk.heading_path)
        told = (part for fact in self.facts for part in (fact.subject, fact.attribute, fact.value, _condition(fact)))
        return "\n".join((*heads, self.text, *told))


@dataclass(frozen=True, slots=True)
class Material:
    """Sources in the order of their numbers, from 1, and the facts in the order of the table."""

    sources: tuple[ShownSource, ...]
    facts: tuple[Fact, ...]

    def source(self, number: int) -> ShownSource | None:
        """Return the source with this number."""
        return self.sources[number - 1] if 1 <= number <= len(self.sources) else None

    def table(self) -> str:
        """Return the facts as a Markdown table; a cell holds one line and no bar of its own."""
        numbers = {source.passage.chunk.id: source.number for source in self.sources}
        rows = [("subject", "attribute", "value", "unit", "condition", "source"), ("---",) * 6]
        for fact in self.facts:
            unit = fact.quantity.unit if fact.quantity else ""
            source = f"[{numbers[fact.chunk_id]}]"
            rows.append((fact.subject, fact.attribute, fact.value, unit, _condition(fact), source))
        return "\n".join(f"| {' | '.join(map(_cell, row))} |" for row in rows) if self.facts else "—"

    def pieces(self) -> str:
        """Return the passages, one JSON object a line: no text of a document can end its own string."""
        return "\n".join(json.dumps(_shown(source), ensure_ascii=False) for source in self.sources)


def material(findings: Findings, composed: Answer, longest: int) -> Material:
    """Choose what to show: the facts of the composed answer and others that match nearly as well, and the passages.

    Args:
        findings: What the searches found.
        composed: The answer without a model.
        longest: Longest text of all passages, in characters; one passage has at most a third of it.
    """
    facts = [fact for fact in _facts(findings, composed) if findings.passage_of(fact.chunk_id)]
    chosen = {passage.chunk.id: passage for passage in findings.passages[:_PASSAGES]}
    for fact in facts:
        passage = findings.passage_of(fact.chunk_id)
        if passage is not None:
            chosen.setdefault(fact.chunk_id, passage)
    sources: list[ShownSource] = []
    seen: set[str] = set()
    room = longest
    for number, passage in enumerate(chosen.values(), start=1):
        text = excerpt(passage, findings, max(min(longest // _SHARE_OF_ONE, room), 0), seen)
        room -= len(text)
        own = tuple(fact for fact in facts if fact.chunk_id == passage.chunk.id)
        sources.append(ShownSource(number, passage, text, own))
    return Material(tuple(sources), tuple(facts))


def _facts(findings: Findings, composed: Answer) -> Sequence[Fact]:
    chosen = {fact.id: fact for fact in composed.facts}
    best = max((item.score for item in findings.matches), default=0.0)
    near = [item.fact for item in findings.matches[:_MORE_FACTS] if item.score >= best * _FACT_SHARE]
    for fact in near:
        chosen.setdefault(fact.id, fact)
    return list(chosen.values())


def _condition(fact: Fact) -> str:
    return "；".join(dict.fromkeys(condition.text for condition in fact.conditions if condition.text))


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "／")


def _shown(source: ShownSource) -> dict[str, object]:
    passage = source.passage
    shown: dict[str, object] = {"source": source.number, "title": passage.source.title}
    if passage.source.superseded:
        shown["superseded"] = True
    return {**shown, "heading": " / ".join(passage.chunk.heading_path), "text": source.text}
