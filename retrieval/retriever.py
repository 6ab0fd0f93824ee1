"""The one pipeline behind search, ask and every door: analyse, search three ways, fuse, answer."""

from collections.abc import Mapping, Sequence
from time import perf_counter

from core.answer import Answer, Candidate, Passage, Source
from core.chunk import Chunk
from core.embedding import Embedder
from core.errors import Conflict, InvalidInput, NotReady
from core.fact import Fact
from core.knowledge_base import KnowledgeBase
from core.question import AnalysedQuestion
from core.settings import Settings
from retrieval.analyse import analyse
from retrieval.compose import compose
from retrieval.diversity import diversified
from retrieval.evidence import evidence
from retrieval.fact_match import FactMatch
from retrieval.findings import Findings
from retrieval.fusion import Fused, fuse
from retrieval.keyword import keyword_search
from retrieval.knowledge import KnowledgeCache, weighted_terms
from retrieval.lexical import WeightedTerms
from retrieval.structured import candidates, named_facts, ranked
from retrieval.vector import nearest, vector_candidates
from retrieval.versions import version_factor
from store import chunks as chunk_store
from store import documents as document_store
from store import facts as fact_store
from store import knowledge_bases
from store.engine import Database
from store.session import Session

LONGEST_QUESTION = 2000
MOST_RESULTS = 50


class Retriever:
    """Searches and answers for every knowledge base of one database. Cheap to build; ``warm_up`` loads the model."""

    def __init__(self, database: Database, settings: Settings, embedder: Embedder) -> None:
        self._database = database
        self._settings = settings
        self._embedder = embedder
        self._knowledge = KnowledgeCache(settings)

    def warm_up(self) -> None:
        """Load the embedding model."""
        self._embedder.warm_up()

    def ask(self, kb_name: str, question: str, *, limit: int = 5, tenant: str | None = None) -> Answer:
        """Answer ``question`` from one knowledge base, with sources, or refuse and say why.

        Raises:
            NotFound: No such knowledge base for this tenant.
            InvalidInput: The question is empty or longer than 2,000 characters.
            Conflict: The knowledge base was embedded with another model.
            NotReady: Nothing is embedded yet.
        """
        return compose(self.search(kb_name, question, tenant=tenant), self._settings, limit=limit)

    def search(self, kb_name: str, question: str, *, tenant: str | None = None) -> Findings:
        """Return passages and facts for ``question``, best first, at most 50. Errors are those of ``ask``."""
        if not question.strip() or len(question) > LONGEST_QUESTION:
            raise InvalidInput(f"a question has 1 to {LONGEST_QUESTION} characters", place="question")
        with self._database.session(tenant) as session:
            kb = knowledge_bases.get(session, kb_name)
            self._check_space(kb)
            return self._find(session, kb, question)

    def _check_space(self, kb: KnowledgeBase) -> None:
        if kb.space_id is None:
            raise NotReady(
                f"knowledge base {kb.name!r} holds nothing yet", advice=f"dianmian load FILES --kb {kb.name}"
            )
        self._embedder.warm_up()
        if kb.space_id != self._embedder.space.id:
            raise Conflict(
                f"knowledge base {kb.name!r} was embedded with another model",
                place=kb.space_id,
                advice="set DIANMIAN_EMBEDDING_* to that model, or load the documents again with this one",
            )

    def _find(self, session: Session, kb: KnowledgeBase, text: str) -> Findings:
        clock = _Clock()
        question = analyse(text, self._knowledge.of(session, kb).matcher)
        terms = weighted_terms(session, kb, question)
        clock.lap("analyse")
        vector = self._embedder.embed_query(text)
        clock.lap("embed")
        hits = nearest(session, kb.id, str(kb.space_id), vector, self._settings)
        near = vector_candidates(hits)
        clock.lap("vector")
        worded = keyword_search(session, kb.id, question, self._settings.search_depth)
        clock.lap("keyword")
        surface = fuse((*near, *worded), self._weights())
        found = named_facts(session, kb.id, question)
        found += fact_store.by_chunks(session, kb.id, [item.chunk_id for item in surface])
        # Every chunk that can be ranked is one that a search found or that a fact stands in: read once for both.
        wanted = {item.chunk_id for item in surface} | {fact.chunk_id for fact in found}
        chunks = chunk_store.by_ids(session, kb.id, wanted)
        sources = document_store.sources(session, kb.id, {chunk.document_id for chunk in chunks.values()})
        matches = self._matches(found, question, surface, terms, chunks, sources)
        clock.lap("structured")
        fused = fuse((*near, *worded, *candidates(matches)), self._weights())
        ranking = self._passages(session, kb, question, fused, matches, chunks, sources)
        passages = tuple(diversified(ranking, section_limit=self._settings.section_limit)[:MOST_RESULTS])
        clock.lap("fuse")
        strength = evidence(passages, question, terms, matches, [similarity for _, similarity in hits])
        return Findings(
            question,
            terms,
            passages,
            tuple(matches),
            strength,
            degraded=("reranker: none configured", "language model: none configured, composed answer"),
            timings=clock.laps,
            trace=_trace(question, near, worded, matches, fused),
            beyond=tuple(ranking),
        )

    def _weights(self) -> dict[str, float]:
        chosen = self._settings
        return {
            "structured": chosen.weight_structured,
            "vector": chosen.weight_vector,
            "keyword": chosen.weight_keyword,
        }

    def _matches(
        self,
        found: Sequence[Fact],
        question: AnalysedQuestion,
        surface: Sequence[Fused],
        terms: WeightedTerms,
        chunks: Mapping[str, Chunk],
        sources: Mapping[str, Source],
    ) -> list[FactMatch]:
        around = {
            chunk.id: " ".join((sources[chunk.document_id].title, *chunk.heading_path)) for chunk in chunks.values()
        }
        total = sum(self._weights().values())
        share = (self._settings.weight_vector + self._settings.weight_keyword) / total if total else 1.0
        scores = {item.chunk_id: item.score / share for item in surface}
        ordered = ranked(found, question, terms, around, scores)
        return _in_force(ordered, chunks, sources, question)

    def _passages(
        self,
        session: Session,
        kb: KnowledgeBase,
        question: AnalysedQuestion,
        fused: Sequence[Fused],
        matches: Sequence[FactMatch],
        chunks: Mapping[str, Chunk],
        sources: Mapping[str, Source],
    ) -> list[Passage]:
        facts: dict[str, list[Fact]] = {}
        for item in matches:
            facts.setdefault(item.fact.chunk_id, []).append(item.fact)
        parents = chunk_store.by_ids(session, kb.id, {chunk.parent_id for chunk in chunks.values() if chunk.parent_id})
        passages = [
            _passage(item, chunks[item.chunk_id], parents, sources, facts, question)
            for item in fused
            if item.chunk_id in chunks
        ]
        passages.sort(key=lambda passage: (-passage.score, passage.chunk.id))
        return passages


class _Clock:
    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._last = perf_counter()

    def lap(self, name: str) -> None:
        now = perf_counter()
        self.laps[name] = round((now - self._last) * 1000, 2)
        self._last = now


def _passage(
    item: Fused,
    chunk: Chunk,
    parents: Mapping[str, Chunk],
    sources: Mapping[str, Source],
    facts: Mapping[str, Sequence[Fact]],
    question: AnalysedQuestion,
) -> Passage:
    source = sources[chunk.document_id]
    score = round(item.score * version_factor(source, question), 6)
    parent = parents.get(chunk.parent_id or "")
    return Passage(chunk, source, score, item.channels, facts=tuple(facts.get(chunk.id, ())), parent=parent)


def _in_force(
    matches: Sequence[FactMatch],
    chunks: Mapping[str, Chunk],
    sources: Mapping[str, Source],
    question: AnalysedQuestion,
) -> list[FactMatch]:
    """Keep facts of the version asked for, all others when there is none of it."""
    wanted = [
        item
        for item in matches
        if item.fact.chunk_id in chunks
        and version_factor(sources[chunks[item.fact.chunk_id].document_id], question) == 1.0
    ]
    return wanted or list(matches)


def _trace(
    question: AnalysedQuestion,
    near: Sequence[Candidate],
    worded: Sequence[Candidate],
    matches: Sequence[FactMatch],
    fused: Sequence[Fused],
) -> dict[str, object]:
    return {
        "question": question,
        "vector": near[:10],
        "keyword": worded[:10],
        "structured": [{"fact": item.fact.id, "score": item.score, "why": item.why} for item in matches[:10]],
        "fused": [{"chunk": item.chunk_id, "score": item.score, "channels": item.channels} for item in fused[:10]],
    }
