"""Answers made by hand, as a pipeline would have given them."""

from dataclasses import dataclass

import pytest

from core.answer import Answer, Citation, Passage, Source
from core.chunk import Chunk
from evals.suite import Case, Gold


def chunk(number: int, text: str, heading: tuple[str, ...] = (), fields: tuple[tuple[str, str], ...] = ()) -> Chunk:
    return Chunk(f"chk_{number}", "doc_1", number, "prose", text, text, heading, (), "0", "1", fields=fields)


@dataclass(frozen=True)
class Made:
    """Makes cases and answers."""

    def case(self, kind: str = "lookup", expect: tuple[str, ...] = ("12个月",), anchor: str = "第三条") -> Case:
        golds = (Gold("保修.md", anchor),) if kind != "absent" else ()
        return Case("L1", "保修多久？", kind, expect if kind != "absent" else (), golds)

    def chunk(
        self, text: str, heading: tuple[str, ...] = (), fields: tuple[tuple[str, str], ...] = (), number: int = 1
    ) -> Chunk:
        return chunk(number, text, heading, fields)

    def answer(
        self, text: str = "保修12个月", *, headings: tuple[str, ...] = ("第三条",), cite: tuple[int, ...] = (1,),
        refused: bool = False, headline: str = "12个月", name: str = "保修.md",
    ) -> Answer:  # fmt: skip
        """Return an answer with one passage per heading, citing those numbered (from 1) in ``cite``."""
        passages = tuple(
            Passage(chunk(number, text, (heading,)), Source("doc_1", name, "保修"), 1.0 / number)
            for number, heading in enumerate(headings, start=1)
        )
        citations = tuple(Citation(at, "doc_1", name, "保修", (), f"chk_{at}", text, 0, len(text)) for at in cite)
        return Answer(
            "保修多久？", text, "structured", "exact_candidate", 0.9, headline, refused, citations=citations,
            passages=passages,
        )  # fmt: skip


@pytest.fixture(scope="session")
def made() -> Made:
    return Made()
