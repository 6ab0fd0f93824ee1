"""What a judge is shown of one answer: data in one JSON object, every statement under a number."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from core.answer import Answer, Passage
from evals.suite import Case
from retrieval.wording import language_of
from retrieval.written.citations import statements


@dataclass(frozen=True, slots=True)
class Matter:
    """One answer to be judged. ``statements`` are numbered from 1 in the order of the answer."""

    question: str
    answer: str
    expected: tuple[str, ...]
    statements: tuple[str, ...]
    passages: tuple[Passage, ...]

    @property
    def language(self) -> str:
        """The language of the instructions: the question's."""
        return language_of(self.question)

    def shown(self) -> str:
        """Return the matter as JSON: whatever a text says, it cannot end the string it stands in."""
        numbered = [{"number": number, "text": text} for number, text in enumerate(self.statements, start=1)]
        passages = [_shown(passage) for passage in self.passages]
        whole = {
            "question": self.question,
            "expected": list(self.expected),
            "answer": self.answer,
            "statements": numbered,
            "passages": passages,
        }
        return json.dumps(whole, ensure_ascii=False, indent=1)


def matter_of(case: Case, answer: Answer) -> Matter:
    """Return what is to be judged of ``answer``: its statements, and the passages it cites with what is around them."""
    cited = {citation.chunk_id for citation in answer.citations}
    passages = tuple(passage for passage in answer.passages if passage.chunk.id in cited)
    spoken = tuple(text for text in _said(answer) if any(character.isalnum() for character in text))
    return Matter(case.question, answer.text, case.expect, spoken, passages)


def _said(answer: Answer) -> Iterable[str]:
    """Return the statements of an answer: its own sentences, each whole quote where it says nothing else.

    Quotes beside a direct answer are verbatim, which the program checks; each of their lines would count as supported.
    """
    own = answer.text if answer.grade == "written" else answer.headline
    sentences = [statement.text for statement in statements(own)]
    return [*sentences, *answer.conflicts] or [citation.quote for citation in answer.citations]


def _shown(passage: Passage) -> dict[str, object]:
    # Whoever wrote the answer may have read the larger piece around the passage.
    text = passage.parent.text if passage.parent else passage.chunk.text
    return {"title": passage.source.title, "headings": list(passage.chunk.heading_path), "text": text}
