"""Vector search: exact when the set is small, close to exact by the index, and never a chunk under review."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from numpy.typing import NDArray
from sqlalchemy import text

from core.embedding.space import Space
from core.errors import InvalidInput, NotFound
from core.knowledge_base import KnowledgeBase
from store import chunks, embeddings, knowledge_bases
from store.documents import Replacement
from store.engine import Database
from tests.integration.store.conftest import Sample, sample

SPACE = Space("test", "random", "1", 16, "query: ", "passage: ")
Load = Callable[[Sample], Replacement]


def clouds(count: int, seed: int = 7) -> NDArray[np.float32]:
    """Random vectors around twenty centres, shape (count, 16)."""
    chance = np.random.default_rng(seed)
    centres = chance.normal(size=(20, 16))
    return (centres[chance.integers(0, 20, count)] + 0.4 * chance.normal(size=(count, 16))).astype(np.float32)


def fill(database: Database, kb: KnowledgeBase, item: Sample, vectors: NDArray[np.float32]) -> int:
    with database.session() as session:
        embeddings.ensure_space(session, SPACE)
        return embeddings.add(session, kb.id, SPACE.id, [chunk.id for chunk in item.chunks], vectors)


def plain(ids: list[str], vectors: NDArray[np.float32], query: NDArray[np.float32]) -> dict[str, float]:
    units = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return dict(zip(ids, np.clip(units @ (query / np.linalg.norm(query)), 0, 1), strict=True))


@pytest.fixture
def big(database: Database, kb: KnowledgeBase, load: Load) -> tuple[list[Sample], NDArray[np.float32]]:
    """Two documents of 600 chunks with vectors; every tenth chunk of the first waits for review."""
    items = [
        sample(name, [f"{name}{n}段" for n in range(600)], review=range(0, 600, 10) if name == "甲.md" else ())
        for name in ("甲.md", "乙.md")
    ]
    vectors = clouds(1200)
    for number, item in enumerate(items):
        load(item)
        assert fill(database, kb, item, vectors[number * 600 : number * 600 + 600]) == 600
    return items, vectors


def test_exact_search_equals_plain_cosine(
    database: Database, kb: KnowledgeBase, big: tuple[list[Sample], NDArray[np.float32]]
) -> None:
    items, vectors = big
    ids = [chunk.id for item in items for chunk in item.chunks]
    wanted = plain(ids, vectors, vectors[3])
    shown = {chunk.id for item in items for chunk in item.chunks if not chunk.needs_review}
    with database.session() as session:
        found = embeddings.search(session, kb.id, SPACE.id, vectors[3], 2000)
        head = embeddings.search(session, kb.id, SPACE.id, vectors[3], 7)
    assert {chunk for chunk, _ in found} == shown
    assert dict(found) == pytest.approx({i: wanted[i] for i in shown}, abs=2e-3)
    assert head == found[:7]
    assert [score for _, score in found] == sorted((score for _, score in found), reverse=True)


@pytest.fixture
def indexed(database: Database, big: object) -> Iterator[None]:
    """The HNSW index of the big set."""
    with database.owner() as connection:
        assert embeddings.ensure_index(connection, SPACE)
        assert not embeddings.ensure_index(connection, SPACE)
        database.analyse()
        yield
        connection.execute(text(f"DROP INDEX embedding_{SPACE.id}_idx"))


@pytest.mark.usefixtures("indexed")
@pytest.mark.parametrize("filtered", [False, True])
def test_the_index_finds_what_exact_search_finds(
    database: Database, kb: KnowledgeBase, big: tuple[list[Sample], NDArray[np.float32]], filtered: bool
) -> None:
    items, vectors = big
    documents = [items[0].document.id] if filtered else None
    hits = 0
    with database.session() as session:
        for query in vectors[:20]:
            exact = embeddings.search(session, kb.id, SPACE.id, query, 10, documents)
            near = embeddings.search(session, kb.id, SPACE.id, query, 10, documents, exact_limit=0)
            assert near[:5] == embeddings.search(session, kb.id, SPACE.id, query, 5, documents, exact_limit=0)
            hits += len({chunk for chunk, _ in exact} & {chunk for chunk, _ in near})
            assert not any(c.needs_review for c in chunks.by_ids(session, kb.id, [i for i, _ in near]).values())
    assert hits >= 195


def test_a_filter_and_an_empty_filter(
    database: Database, kb: KnowledgeBase, big: tuple[list[Sample], NDArray[np.float32]]
) -> None:
    items, vectors = big
    second = {chunk.id for chunk in items[1].chunks}
    with database.session() as session:
        found = embeddings.search(session, kb.id, SPACE.id, vectors[0], 2000, [items[1].document.id])
        assert {chunk for chunk, _ in found} == second
        assert embeddings.search(session, kb.id, SPACE.id, vectors[0], 10, []) == []


def test_new_vectors_take_the_place_of_old_ones(database: Database, kb: KnowledgeBase, load: Load) -> None:
    item = sample("甲.md", ["一", "二"])
    load(item)
    first, second = np.eye(2, 16, dtype=np.float32)
    fill(database, kb, item, np.stack([first, second]))
    fill(database, kb, item, np.stack([second, first]))
    with database.session() as session:
        best = embeddings.search(session, kb.id, SPACE.id, 5 * first, 1)
        assert best == [(item.chunks[1].id, 1.0)]
        assert embeddings.pending(session, kb.id, SPACE.id) == 0
        # A chunk deleted while its vector was computed is left out.
        assert embeddings.add(session, kb.id, SPACE.id, ["chk_gone"], first[None, :]) == 0


def test_spaces_lie_side_by_side(database: Database, kb: KnowledgeBase, load: Load) -> None:
    item = sample("甲.md", ["一"])
    load(item)
    fill(database, kb, item, np.ones((1, 16), np.float32))
    other = Space("test", "other", "2", 8)
    with database.session() as session:
        embeddings.ensure_space(session, other)
        embeddings.ensure_space(session, other)
        assert embeddings.get_space(session, other.id) == other
        assert embeddings.pending(session, kb.id, other.id) == 1
        assert embeddings.search(session, kb.id, other.id, np.ones(8, np.float32), 5) == []
        embeddings.add(session, kb.id, other.id, [item.chunks[0].id], np.ones((1, 8), np.float32))
        knowledge_bases.set_space(session, kb.id, other.id)
        assert len(embeddings.search(session, kb.id, SPACE.id, np.ones(16, np.float32), 5)) == 1


def test_vectors_that_do_not_fit_are_refused(database: Database, kb: KnowledgeBase, load: Load) -> None:
    item = sample("甲.md", ["一", "二"])
    load(item)
    with database.session() as session:
        embeddings.ensure_space(session, SPACE)
    good = np.ones((2, 16), np.float32)
    bad = {"shape": good[:, :8], "zero": good * np.array([[1], [0]], np.float32), "finite": good * np.float32("nan")}
    for words, vectors in bad.items():
        with pytest.raises(InvalidInput, match=words):
            fill(database, kb, item, vectors)
    with pytest.raises(NotFound), database.session() as session:
        embeddings.search(session, kb.id, "spc_none", good[0], 5)
    with pytest.raises(InvalidInput, match="shape"), database.session() as session:
        embeddings.search(session, kb.id, SPACE.id, good[0, :8], 5)
