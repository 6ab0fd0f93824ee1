"""Loads the corpus of ``bench-ask`` through the product's own store functions."""

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import astuple
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

from core.errors import InvalidInput, NotFound
from core.text import index_tokens
from evals.bench_ask.corpus import Made, Size, chunk_id, chunk_text, head_of, made, place_of
from evals.bench_ask.vectors import spread
from evals.bench_facts_data import copy_facts
from service.wiring import Application
from store import documents, embeddings, knowledge_bases, posting_blocks
from store.engine import Database

KB = "问答基准"
_DOCUMENTS_AT_ONCE = 20
_VECTORS_AT_ONCE = 5000
_REALLY_EMBEDDED = 300
# More than two would starve what else the machine does.
_PROCESSES = 2
_NOTE = "bench-ask.json"

Tokens = dict[str, dict[str, int]]


def load(application: Application, size: Size, home: Path) -> dict[str, float]:
    """Load everything unless ``home`` holds it already, and return seconds by step.

    Raises:
        InvalidInput: ``home`` holds a corpus of another size.
    """
    note = home / _NOTE
    if note.is_file():
        told = json.loads(note.read_text(encoding="utf-8"))
        if told["size"] != list(astuple(size)):
            raise InvalidInput("this folder holds a corpus of another size", place=str(home), advice="delete it")
        return dict(told["seconds"])
    seconds = _loaded(application, size)
    note.write_text(json.dumps({"size": astuple(size), "seconds": seconds}), encoding="utf-8")
    return seconds


def _loaded(application: Application, size: Size) -> dict[str, float]:
    database = application.database
    kb_id = _fresh(database)
    heads: list[str] = []
    steps: dict[str, Callable[[], object]] = {
        "documents": lambda: heads.extend(_store_documents(database, kb_id, size)),
        "blocks": lambda: _pack(database, kb_id),
        "facts": lambda: _store_facts(database, kb_id, size, heads),
        "vectors": lambda: _store_vectors(application, kb_id, size),
        "index": lambda: _index(application),
    }
    seconds = {}
    for name, work in steps.items():
        started = perf_counter()
        work()
        seconds[name] = perf_counter() - started
    return seconds


def _fresh(database: Database) -> int:
    """Return a new knowledge base; what a broken load left behind goes."""
    with database.session() as session:
        with suppress(NotFound):
            knowledge_bases.delete(session, knowledge_bases.get(session, KB).id)
        return knowledge_bases.create(session, KB).id


def _store_documents(database: Database, kb_id: int, size: Size) -> list[str]:
    """Store documents, chunks and postings, and return the first words of each chunk."""
    heads: list[str] = []
    for batch in _tokenised(size):
        with database.session() as session:
            for item, tokens in batch:
                documents.replace(session, kb_id, item.document, item.chunks, tokens, "bench")
                heads += [head_of(chunk.text) for chunk in item.chunks]
    database.analyse()
    return heads


def _tokenised(size: Size) -> Iterator[list[tuple[Made, Tokens]]]:
    """Yield documents with their tokens; other processes make the next ones while these are stored."""
    firsts = range(0, size.documents, _DOCUMENTS_AT_ONCE)
    with ProcessPoolExecutor(_PROCESSES, mp_context=get_context("spawn")) as pool:
        yield from pool.map(partial(_made_from, size=size), firsts)


def _made_from(first: int, *, size: Size) -> list[tuple[Made, Tokens]]:
    items = [made(number, size) for number in range(first, min(first + _DOCUMENTS_AT_ONCE, size.documents))]
    return [(item, {chunk.id: dict(index_tokens(chunk.text)) for chunk in item.chunks}) for item in items]


def _pack(database: Database, kb_id: int) -> None:
    posting_blocks.pack_all(database.session, kb_id)


def _store_facts(database: Database, kb_id: int, size: Size, heads: Sequence[str]) -> None:
    with database.owner() as owner:
        copy_facts(owner, kb_id, size.facts, size.subjects, lambda fact: place_of(fact, size, heads))
        # What autovacuum does a minute after a load.
        owner.exec_driver_sql("VACUUM (ANALYZE) fact, posting, posting_block, document, chunk")


def _store_vectors(application: Application, kb_id: int, size: Size) -> None:
    texts = [chunk_text(number, size) for number in range(min(_REALLY_EMBEDDED, size.chunks))]
    space = application.embedder.space
    with application.database.session() as session:
        embeddings.ensure_space(session, space)
    for first, vectors in spread(application.embedder, texts, size.chunks, _VECTORS_AT_ONCE):
        ids = [chunk_id(number) for number in range(first, first + len(vectors))]
        with application.database.session() as session:
            embeddings.add(session, kb_id, space.id, ids, vectors)
    with application.database.session() as session:
        knowledge_bases.set_space(session, kb_id, space.id)


def _index(application: Application) -> None:
    with application.database.owner() as owner:
        embeddings.ensure_index(owner, application.embedder.space)
    application.database.analyse()
