"""The one pipeline behind search, ask and every door: analyse, search three ways, fuse, answer."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from copy import copy
from dataclasses import replace
from datetime import date
from functools import partial
from time import perf_counter

from core.answer import Answer, Candidate, Passage, Source
from core.chunk import Chunk
from core.embedding import Embedder
from core.errors import Conflict, DianmianError, InvalidInput, NotReady
from core.fact import Fact
from core.filter import Filter
from core.knowledge_base import KnowledgeBase
from core.llm import LanguageModel
from core.question import AnalysedQuestion
from core.reranking import Reranker
from core.settings import Settings
from retrieval.analyse import analyse
from retrieval.compose import compose
from retrieval.conversation import Completed, Turn, as_follow_up, by_model, by_rules, check_history
from retrieval.diversity import diversified
from retrieval.events import Event, composed_events, last_answer
from retrieval.evidence import evidence
from retrieval.fact_match import FactMatch
from retrieval.filters import reach_of
from retrieval.findings import Findings
from retrieval.fusion import Fused, fuse
from retrieval.keyword import keyword_search
from retrieval.knowledge import KnowledgeCache, weighted_terms
from retrieval.lexical import WeightedTerms
from retrieval.rerank import rerank
from retrieval.scoping import ELSEWHERE, is_elsewhere
from retrieval.sets.finding import find_selection
from retrieval.sets.selection import quoted_facts
from retrieval.structured import candidates, holds, named_facts, ranked
from retrieval.tuning import tuned_of, with_tuned
from retrieval.vector import nearest, vector_candidates
from retrieval.versions import answering, asked_states, version_factor
from retrieval.written.writer import NONE_CONFIGURED, SWITCHED_OFF, Writer
from store import chunks as chunk_store
from store import conflicts as conflict_store
from store import documents as document_store
from store import facts as fact_store
from store import knowledge_bases, supersession
from store.engine import Database
from store.reach import Reach
from store.session import Session

LONGEST_QUESTION = 2000
MOST_RESULTS = 50
_EMBEDDING = ThreadPoolExecutor(max_workers=16, thread_name_prefix="embedding")


class Retriever:
    """Searches and answers for every knowledge base of one database. Cheap to build; ``warm_up`` loads the models.

    Args:
        database: Where documents, facts and vectors are.
        settings: How to search.
        embedder: The embedding model.
        reranker: Who reads the best passages again; without one the fused order stays.
        language_model: Who writes answers and completes follow-ups; without one both are done by rules.
    """

    def __init__(
        self,
        database: Database,
        settings: Settings,
        embedder: Embedder,
        reranker: Reranker | None = None,
        language_model: LanguageModel | None = None,
    ) -> None:
        self._database = database
        self._settings = settings
        self._embedder = embedder
        self._reranker = reranker
        writes = language_model is not None and settings.answer_with_model
        self._writer = Writer(language_model, settings) if language_model is not None and writes else None
        self._unwritten = () if writes else (NONE_CONFIGURED if language_model is None else SWITCHED_OFF,)
        self._knowledge = KnowledgeCache(settings)
        self._heeds_tuning = True

    def warm_up(self) -> None:
        """Load the models. A reranker that cannot be loaded stops nobody; every answer says that it was skipped."""
        self._embedder.warm_up()
        if self._reranker is not None:
            with suppress(DianmianError):
                self._reranker.warm_up()

    def ask(
        self,
        kb_name: str,
        question: str,
        *,
        limit: int = 5,
        history: Sequence[Turn] = (),
        only: Filter | None = None,
        tenant: str | None = None,
    ) -> Answer:
        """Answer ``question`` from one knowledge base, with sources, or refuse and say why.

        Args:
            kb_name: The knowledge base.
            question: A question, or a follow-up to the last one of ``history``.
            limit: At most this many passages go with the answer.
            history: Earlier turns of the conversation, first one first.
            only: Answer from these documents, fields or days alone; ``None`` means from everything.
            tenant: Whose knowledge base it is.

        Raises:
            NotFound: No such knowledge base for this tenant, or a document of ``only`` is not in it.
            InvalidInput: The question is empty or longer than 2,000 characters, or nothing has a field of ``only``.
            Conflict: The knowledge base was embedded with another model.
            NotReady: Nothing is embedded yet.
        """
        events = self.ask_stream(kb_name, question, limit=limit, history=history, only=only, tenant=tenant)
        return last_answer(events)

    def ask_stream(
        self,
        kb_name: str,
        question: str,
        *,
        limit: int = 5,
        history: Sequence[Turn] = (),
        only: Filter | None = None,
        tenant: str | None = None,
    ) -> Iterator[Event]:
        """Yield what happens while ``ask`` answers: the sources, the text as it is written, the answer.

        Arguments and errors are those of ``ask``; an error comes before the first event.
        """
        completed = self._completed(kb_name, question, history, tenant)
        findings = self.search(kb_name, completed.text, only=only, tenant=tenant)
        composed = compose(findings, with_tuned(self._settings, findings.tuned), limit=limit)
        # A refusal needs no writing: what the documents do not hold, nobody should be asked to put into words.
        if self._writer is None or composed.refused:
            events = composed_events(composed)
        else:
            events = self._writer.events(findings, composed)
        return as_follow_up(events, question, completed)

    def _completed(self, kb_name: str, question: str, history: Sequence[Turn], tenant: str | None) -> Completed:
        if not history or not question.strip():
            return Completed(question)
        check_history(history)
        with self._database.session(tenant) as session:
            kb = knowledge_bases.get(session, kb_name)
            matcher = self._knowledge.of(session, kb).matcher
            ruled = by_rules(question, history, matcher, partial(holds, session, kb.id))
        return ruled if self._writer is None else by_model(question, history, self._writer.model, ruled)

    def search(
        self,
        kb_name: str,
        question: str,
        *,
        document_ids: Collection[str] | None = None,
        only: Filter | None = None,
        tenant: str | None = None,
    ) -> Findings:
        """Return passages and facts for ``question``, best first, at most 50.

        Args:
            kb_name: The knowledge base.
            question: What is searched for.
            document_ids: Search these documents alone, in place of those ``only`` names; ``None`` means all.
            only: Search these documents, fields or days alone; ``None`` means everything.
            tenant: Whose knowledge base it is.

        Raises:
            NotFound: No such knowledge base, or one of the documents is not in it.
            InvalidInput: Nothing has a field of ``only``.
            DianmianError: Every other error of ``ask``.
        """
        if not question.strip() or len(question) > LONGEST_QUESTION:
            raise InvalidInput(f"a question has 1 to {LONGEST_QUESTION} characters", place="question")
        # A document that is replaced meanwhile is found whole as it was: its passages, and no facts of the new ones.
        with self._database.session(tenant, still=True) as session:
            kb = knowledge_bases.get(session, kb_name)
            self._check_space(kb)
            tuned = tuned_of(kb) if self._heeds_tuning else {}
            view = self.fixed(with_tuned(self._settings, tuned)) if tuned else self
            wanted = only or Filter()
            if document_ids is not None:
                wanted = replace(wanted, documents=tuple(document_ids))
            found = view._find(session, kb, question, reach_of(session, kb.id, wanted), wanted.on)
        return replace(view._weighed(found), tuned=tuned)

    def fixed(self, settings: Settings) -> "Retriever":
        """Return a retriever over the same knowledge that searches with ``settings``.

        What a knowledge base has of its own changes nothing there.
        """
        other = copy(self)
        other._settings, other._heeds_tuning = settings, False
        return other

    def _check_space(self, kb: KnowledgeBase) -> None:
        if kb.space_id is None:
            raise NotReady(
                f"knowledge base {kb.name!r} holds nothing yet", advice=f"dianmian load FILES --kb {kb.name}"
            )
        # The space is known, or asked for, once; warming up would call a remote model for every question.
        if kb.space_id != self._embedder.space.id:
            raise Conflict(
                f"knowledge base {kb.name!r} was embedded with another model",
                place=kb.space_id,
                advice="set DIANMIAN_EMBEDDING_* to that model, or load the documents again with this one",
            )

    def _find(self, session: Session, kb: KnowledgeBase, text: str, within: Reach | None, day: date | None) -> Findings:
        clock = _Clock()
        # The model reads the question while the database is asked for words and names.
        embedding = _EMBEDDING.submit(self._embedder.embed_query, text)
        knowledge = self._knowledge.of(session, kb)
        question = analyse(text, knowledge.matcher, knowledge.scopes)
        terms = weighted_terms(session, question, knowledge.counts)
        clock.lap("analyse")
        worded = keyword_search(session, kb.id, question, self._settings.search_depth, within, knowledge.counts)
        clock.lap("keyword")
        vector = embedding.result()
        clock.lap("embed")
        hits = nearest(session, kb.id, str(kb.space_id), vector, self._settings, within)
        near = vector_candidates(hits)
        clock.lap("vector")
        surface = fuse((*near, *worded), self._weights())
        best = [item.chunk_id for item in surface[: self._settings.fact_depth]]
        found = _facts(session, kb, question, best, within, day)
        selection = find_selection(session, kb.id, question, knowledge.schema, within)
        found += quoted_facts(selection) if selection else ()
        # Every chunk that can be ranked is one that a search found or that a fact stands in: read once for both.
        wanted = {item.chunk_id for item in surface} | {fact.chunk_id for fact in found}
        found_chunks = chunk_store.by_ids(session, kb.id, wanted)
        # What a person has yet to check is found by no search, and its facts answer no more than its text does.
        chunks = {name: chunk for name, chunk in found_chunks.items() if not chunk.needs_review}
        sources = document_store.sources(session, kb.id, {chunk.document_id for chunk in chunks.values()}, day)
        matches = self._matches(found, question, surface, terms, chunks, sources)
        clock.lap("structured")
        hits_of_all = (*near, *worded, *candidates(matches))
        fused = fuse(hits_of_all, self._weights())
        ranking = self._passages(session, kb, question, fused, matches, chunks, sources)
        clock.lap("fuse")
        return Findings(
            question,
            terms,
            tuple(ranking),
            tuple(matches),
            evidence=0.0,
            timings=clock.laps,
            trace=_trace(question, near, worded, matches, fused),
            agreed=conflict_store.agreed_pairs(session, kb.id, [item.fact.id for item in matches]),
            cosines=tuple(similarity for _, similarity in hits),
            candidates=hits_of_all,
            selection=selection,
            unreached=within.reason if within else "",
        )

    def _weighed(self, found: Findings) -> Findings:
        """Put the passages into their final order, and say how far they speak of the question; needs no database."""
        started = perf_counter()
        read = rerank(found.passages, found.question, self._reranker, self._settings)
        passages = tuple(diversified(read.passages, section_limit=self._settings.section_limit)[:MOST_RESULTS])
        timings, trace = dict(found.timings), dict(found.trace)
        if self._reranker is not None:
            timings["rerank"] = round((perf_counter() - started) * 1000, 2)
            trace["rerank"] = {"model": self._reranker.name, "scores": read.trace[:10]}
        return replace(
            found,
            passages=passages,
            beyond=read.passages,
            fused=tuple(passage.chunk.id for passage in found.passages),
            evidence=evidence(
                [passage for passage in passages if not is_elsewhere(passage, found.question)],
                found.question,
                found.terms,
                found.matches,
                found.cosines,
            ),
            degraded=(*read.degraded, *self._unwritten),
            timings=timings,
            trace=trace,
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


def _facts(
    session: Session,
    kb: KnowledgeBase,
    question: AnalysedQuestion,
    chunk_ids: Sequence[str],
    within: Reach | None,
    day: date | None,
) -> list[Fact]:
    """Read the facts the question names, and those of the chunks that were found."""
    states = asked_states(question, day)
    found = named_facts(session, kb.id, question, states, within)
    found += fact_store.by_chunks(session, kb.id, chunk_ids, states)
    gone = {fact.id for fact in found if fact.state == "superseded"}
    return answering(found, supersession.of_losers(session, kb.id, gone)) if gone else found


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
    parent = parents.get(chunk.parent_id or "")
    passage = Passage(chunk, source, item.score, item.channels, facts=tuple(facts.get(chunk.id, ())), parent=parent)
    factor = version_factor(source, question) * (ELSEWHERE if is_elsewhere(passage, question) else 1.0)
    return replace(passage, score=round(item.score * factor, 6))


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
    return wanted or [item for item in matches if item.fact.state != "superseded" and item.fact.chunk_id in chunks]


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
