"""Times of single questions: the product's own by stage, and beside them what no search can do without."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.knowledge_base import KnowledgeBase
from evals.bench_ask.loading import KB
from evals.bench_ask.questions import Asked
from retrieval.retriever import Retriever
from service.wiring import Application
from store import facts, knowledge_bases
from store.engine import Database
from store.facts import FactFilter
from store.vector_wire import literal, normalised

STAGES = ("analyse", "embed", "vector", "keyword", "structured", "fuse")
_NEAREST = """
SELECT chunk_id FROM embedding WHERE kb_id = %(kb)s AND space_id = '{0}'
ORDER BY (vector::halfvec({1})) <=> CAST(%(vector)s AS halfvec({1})) LIMIT %(limit)s
"""
_NAMED = """
SELECT * FROM fact WHERE kb_id = %(kb)s AND subject = %(subject)s AND attribute = %(attribute)s
AND state IN ('candidate', 'approved') ORDER BY id LIMIT 400
"""


def timed(application: Application, asked: Sequence[Asked], others: Sequence[Asked]) -> dict[str, float]:
    """Return p50 and p95 in milliseconds of each stage, of the whole search, and of the bare parts; with ratios.

    Bare parts and product are timed in turn, question by question, so that whatever else the machine does falls on
    both. ``others`` are asked before, unmeasured.
    """
    retriever, database = application.retriever, application.database
    retriever.warm_up()
    with database.session() as session:
        kb = knowledge_bases.get(session, KB)
    found: dict[str, list[float]] = defaultdict(list)
    for question in others:
        retriever.search(KB, question.text)
    with database.session() as session:
        connection: Any = session.connection().connection.driver_connection
        connection.execute("SELECT set_config('hnsw.iterative_scan', 'relaxed_order', true)")
        connection.execute(f"SELECT set_config('hnsw.ef_search', '{application.settings.hnsw_ef_search}', true)")
        for question in asked:
            _search(found, retriever, question)
            _bare_search(found, application, connection, kb, question)
            if question.kind == "named":
                _lookup(found, database, connection, kb, question)
    return _figures(found)


def _search(found: dict[str, list[float]], retriever: Retriever, question: Asked) -> None:
    started = perf_counter()
    findings = retriever.search(KB, question.text)
    found["search"].append((perf_counter() - started) * 1000)
    for stage in STAGES:
        found[stage].append(findings.timings[stage])
    found[f"keyword.{question.kind}"].append(findings.timings["keyword"])


def _bare_search(
    found: dict[str, list[float]], application: Application, connection: Any, kb: KnowledgeBase, question: Asked
) -> None:
    started = perf_counter()
    vector = application.embedder.embed_query(question.text)
    embedded = perf_counter()
    statement = _NEAREST.format(kb.space_id, len(vector))
    values = {"kb": kb.id, "vector": _written(vector), "limit": application.settings.hnsw_ef_search}
    connection.execute(statement, values).fetchall()
    ended = perf_counter()
    found["bare.embed"].append((embedded - started) * 1000)
    found["bare.hnsw"].append((ended - embedded) * 1000)
    found["bare.search"].append((ended - started) * 1000)


def _lookup(
    found: dict[str, list[float]], database: Database, connection: Any, kb: KnowledgeBase, question: Asked
) -> None:
    """Time the statement within an open transaction on both sides, and the product's whole transaction beside."""
    wanted = FactFilter(subjects=(question.subject,), attributes=(question.attribute,), limit=400)
    opened = perf_counter()
    with database.session() as session:
        started = perf_counter()
        told = facts.select(session, kb.id, wanted)
        between = perf_counter()
    closed = perf_counter()
    values = {"kb": kb.id, "subject": question.subject, "attribute": question.attribute}
    begun = perf_counter()
    rows = connection.execute(_NAMED, values).fetchall()
    ended = perf_counter()
    if [fact.id for fact in told] != [row[1] for row in rows]:
        raise AssertionError(f"{question.text}: the product and bare SQL do not find the same")
    found["lookup"].append((between - started) * 1000)
    found["bare.lookup"].append((ended - begun) * 1000)
    found["lookup.transaction"].append((closed - opened) * 1000)


def _written(vector: NDArray[np.float32]) -> str:
    return literal(normalised(vector.reshape(1, -1), len(vector), ["query"])[0])


def _figures(found: dict[str, list[float]]) -> dict[str, float]:
    figures: dict[str, float] = {}
    for name, times in found.items():
        figures[f"{name}.p50_ms"], figures[f"{name}.p95_ms"] = percentiles(times)
    figures["search.ratio"] = figures["search.p50_ms"] / figures["bare.search.p50_ms"]
    figures["lookup.ratio"] = figures["lookup.p50_ms"] / figures["bare.lookup.p50_ms"]
    return figures


def percentiles(times: Iterable[float]) -> tuple[float, float]:
    """Return the median and the 95th percentile."""
    low, high = np.percentile(list(times), [50, 95])
    return float(low), float(high)
