"""Holds keyword search against bm25s, an implementation by others, on the same tokens and weights."""

import json
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evals.bench_ask.loading import KB
from evals.bench_ask.questions import Asked
from evals.quantities_peers import ENVIRONMENT
from retrieval.keyword import token_weights
from store import keywords, knowledge_bases
from store.engine import Database
from store.postings import terms_of

_RUNNER = Path(__file__).with_name("peer_runner.py")
_TOP, _PATIENCE = 10, 1800
_NEARLY = 1e-6

# The rows packed from, not the blocks that are searched.
_POSTINGS = """
SELECT p.term, d.number, o.ordinal, o.frequency
FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS number FROM document WHERE kb_id = {0}) d
JOIN posting p ON p.kb_id = {0} AND p.document_id = d.id
CROSS JOIN LATERAL unnest(p.ordinals, p.frequencies) AS o (ordinal, frequency)
"""
_PACKED = f"""
COPY (
    SELECT string_agg(int8send(term) || int4send(number::int4) || int4send(ordinal) || int4send(frequency::int4), '')
    FROM ({_POSTINGS}) AS entry GROUP BY number
) TO STDOUT (FORMAT BINARY)
"""  # noqa: S608 - constants; the knowledge base is put in as a number
_ENTRY = np.dtype([("term", ">i8"), ("document", ">i4"), ("ordinal", ">i4"), ("frequency", ">i4")])
_CHUNKS = "SELECT id FROM chunk WHERE kb_id = %(kb)s ORDER BY document_id, ordinal"


def available() -> bool:
    """Return whether bm25s is installed beside the other peers."""
    python = ENVIRONMENT / "bin" / "python"
    if not python.exists():
        return False
    return subprocess.run([python, "-c", "import bm25s"], check=False, capture_output=True).returncode == 0  # noqa: S603


def agreement(database: Database, asked: Sequence[Asked], chunks_per_document: int) -> dict[str, float]:
    """Return the share of ``asked`` whose ten best chunks are those of bm25s, in the same order.

    Chunks whose scores differ by less than a millionth count as equally good.
    """
    with database.session() as session:
        kb_id = knowledge_bases.get(session, KB).id
    entries = _entries(database, kb_id)
    known = np.unique(entries["term"])
    weights = [token_weights(question.text) for question in asked]
    theirs = _asked_of_peer(entries, known, weights, chunks_per_document)
    same = 0
    with database.session() as session:
        connection: Any = session.connection().connection.driver_connection
        places = {row[0]: at for at, row in enumerate(connection.execute(_CHUNKS, {"kb": kb_id}))}
        for query, best in zip(weights, theirs, strict=True):
            ours = [(places[chunk], score) for chunk, score in keywords.search(session, kb_id, query, _TOP)]
            same += _alike(ours, best)
    return {"keyword.same_as_bm25s": same / len(asked), "keyword.compared": len(asked)}


def _entries(database: Database, kb_id: int) -> NDArray[Any]:
    parts: list[NDArray[Any]] = []
    with database.owner() as owner:
        connection: Any = owner.connection.driver_connection
        with connection.cursor() as cursor, cursor.copy(_PACKED.format(int(kb_id))) as copy:
            copy.set_types(["bytea"])
            parts = [np.frombuffer(row[0], _ENTRY).astype(_ENTRY.newbyteorder("=")) for row in copy.rows()]
    return np.concatenate(parts)


def _asked_of_peer(
    entries: NDArray[Any], known: NDArray[np.int64], weights: Sequence[Mapping[str, float]], chunks_per_document: int
) -> list[list[tuple[int, float]]]:
    chunks = entries["document"].astype(np.int64) * chunks_per_document + entries["ordinal"]
    order = np.argsort(chunks, kind="stable")
    begins = np.searchsorted(chunks[order], np.arange(int(chunks.max()) + 2))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        terms = np.searchsorted(known, entries["term"][order]).astype(np.int32)
        np.savez(folder / "tokens.npz", begins=begins, terms=terms, counts=entries["frequency"][order])
        queries = [_numbered(query, known) for query in weights]
        (folder / "queries.json").write_text(json.dumps(queries), encoding="utf-8")
        command = [str(ENVIRONMENT / "bin" / "python"), str(_RUNNER), str(folder)]
        told = subprocess.run(command, check=True, capture_output=True, text=True, timeout=_PATIENCE)  # noqa: S603
    return [[(int(at), float(score)) for at, score in best] for best in json.loads(told.stdout)]


def _numbered(query: Mapping[str, float], known: NDArray[np.int64]) -> list[tuple[int, float]]:
    numbers = {term: int(np.searchsorted(known, term)) for term in terms_of(query).values()}
    return [
        (numbers[term], query[token])
        for token, term in terms_of(query).items()
        if numbers[term] < len(known) and known[numbers[term]] == term
    ]


def _alike(ours: Sequence[tuple[int, float]], theirs: Sequence[tuple[int, float]]) -> bool:
    """Tell whether both lists are the same; their scores lack the constant k1 + 1 that ours have."""
    if len(ours) != len(theirs):
        return False
    scores = [(mine, other * (keywords.K1 + 1)) for (_, mine), (_, other) in zip(ours, theirs, strict=True)]
    if any(abs(mine - other) > _NEARLY for mine, other in scores):
        return False
    last = ours[-1][1] if ours else 0.0
    sure = [
        {at for at, score in one if score > last + _NEARLY}
        for one in (ours, [(at, score * (keywords.K1 + 1)) for at, score in theirs])
    ]
    return sure[0] == sure[1]
