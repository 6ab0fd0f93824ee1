"""Hand-made questions, facts, passages and findings: what searches would have found, without searching."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pytest

from core.answer import Passage, Source
from core.chunk import Chunk
from core.document import Cell, Span, Table
from core.fact import Condition, Fact
from core.identity import content_hash, stable_id
from core.quantity import parse
from core.question import AnalysedQuestion
from core.settings import Settings
from core.vocabulary import Synonym, Term
from retrieval.analyse import analyse
from retrieval.fact_match import FactMatch, match
from retrieval.findings import Findings
from retrieval.lexical import WeightedTerms, bigram_tokens, weigh
from synonyms.matcher import Matcher
from synonyms.name_set import NameSet

SUBJECTS = ("星河手机", "青岚平板", "白桦电视", "职工", "银卡会员", "金卡会员", "微信支付", "信用卡")
ATTRIBUTES = ("保修期", "价格", "年休假", "运费", "退款到账时效", "折扣")
NAMES = NameSet(
    tuple(Term("subject", name) for name in SUBJECTS) + tuple(Term("attribute", name) for name in ATTRIBUTES),
    (Synonym("attribute", "质保", "保修期"),),
)


def condition(text: str) -> Condition:
    """Return a condition that is an interval where its words (年消费：满2000元) say one."""
    return Condition(text, "", parse(text.rpartition("：")[2].removesuffix("的")))


@dataclass(frozen=True)
class Maker:
    """Makes one thing of each kind from words."""

    def question(self, text: str) -> AnalysedQuestion:
        return analyse(text, Matcher(NAMES))

    def terms(self, question: AnalysedQuestion) -> WeightedTerms:
        tokens = bigram_tokens(question.topic)
        return weigh(tokens, dict.fromkeys(tokens, 2), 20, question.written_forms)

    def chunk(self, text: str, kind: str = "prose", heading: Sequence[str] = (), document: str = "手册") -> Chunk:
        table = None
        if kind == "table":
            lines = [line.strip("| ").split(" | ") for line in text.split("\n")]
            cells = (Cell(cell, r, c) for r, line in enumerate([lines[0], *lines[2:]]) for c, cell in enumerate(line))
            table = Table(tuple(cells))
        return Chunk(
            id=stable_id("chk", document, text), document_id=f"doc_{document}", ordinal=0, kind=kind, text=text,
            embedding_text=text, heading_path=tuple(heading), spans=(Span(0, len(text), page=1),),
            sha256=content_hash(text), splitter_version="1", table=table,
        )  # type: ignore[arg-type]  # fmt: skip

    def fact(self, chunk: Chunk, subject: str, attribute: str, value: str, *conditions: str, **changes: object) -> Fact:
        """Return a fact that quotes the sentence (in a table the row) of ``chunk`` with ``value``, and ``quoted``."""
        at = chunk.text.index(str(changes.pop("quoted", value)))
        ends = "\n" if chunk.kind == "table" else "。\n"
        start = max(chunk.text.rfind(end, 0, at) for end in ends) + 1
        end = min(
            (found + (mark != "\n") for mark in ends if (found := chunk.text.find(mark, at)) >= 0),
            default=len(chunk.text),
        )
        values: dict[str, object] = {
            "id": stable_id("fct", chunk.id, subject, attribute, value, *conditions), "subject": subject,
            "attribute": attribute, "value": value, "chunk_id": chunk.id, "document_id": chunk.document_id,
            "quote": chunk.text[start:end], "quote_start": start, "quote_end": end, "quantity": parse(value),
            "conditions": tuple(condition(text) for text in conditions), "confidence": 0.9,
        }  # fmt: skip
        return Fact(**(values | changes))  # type: ignore[arg-type]

    def passage(
        self, chunk: Chunk, score: float = 0.9, *, superseded: bool = False, facts: Sequence[Fact] = ()
    ) -> Passage:
        name = chunk.document_id.removeprefix("doc_")
        source = Source(chunk.document_id, f"{name}.md", name, superseded=superseded)
        return Passage(chunk, source, score, {"vector": 1}, facts=tuple(facts))

    def match(self, fact: Fact, question: AnalysedQuestion, **more: object) -> FactMatch:
        return match(fact, question, self.terms(question), **more)  # type: ignore[arg-type]

    def findings(
        self, text: str, chunks: Sequence[Chunk], facts: Sequence[Fact] = (), *, evidence: float = 0.9
    ) -> Findings:
        question = self.question(text)
        terms = self.terms(question)
        by_chunk: Mapping[str, Chunk] = {chunk.id: chunk for chunk in chunks}
        matches = [
            match(fact, question, terms, around=" ".join(by_chunk[fact.chunk_id].heading_path), passage_score=0.9)
            for fact in facts
        ]
        matches.sort(key=lambda item: (-item.score, item.fact.id))
        passages = tuple(
            self.passage(chunk, 0.9 - 0.05 * number, facts=[fact for fact in facts if fact.chunk_id == chunk.id])
            for number, chunk in enumerate(chunks)
        )
        return Findings(question, terms, passages, tuple(matches), evidence, ("reranker: none",), {"analyse": 1.0})


@pytest.fixture(scope="session")
def make() -> Maker:
    return Maker()


@pytest.fixture(scope="session")
def settings() -> Settings:
    return Settings(_env_file=None)  # type: ignore[call-arg]
