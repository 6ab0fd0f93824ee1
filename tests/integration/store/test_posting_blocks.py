"""Packed or loose, or some of each: keyword search finds the same chunks with the same scores in the same order."""

import random
from collections.abc import Callable

import pytest
from sqlalchemy import func, select

from core.knowledge_base import KnowledgeBase
from store import documents, keywords, knowledge_bases, posting_blocks
from store.documents import Replacement
from store.engine import Database
from store.tables import DOCUMENT, POSTING_BLOCK
from tests.integration.store.conftest import Sample, sample
from tests.integration.store.test_keywords import plain_bm25

Load = Callable[[Sample], Replacement]
WORDS = [chr(0x4E00 + n) for n in range(30)]
WEIGHTS = {"一": 1.0, "丁": 0.5, "三": 2.0, "第": 0.3, "無": 9.0, "丂": 0.0, "丏": 1.0, "両": 1.0}
SMALL = 6


def corpus(seed: int) -> list[Sample]:
    """Documents of one to nine chunks over few words: many chunks have the same score, some wait for review."""
    choose = random.Random(seed)
    frequent = [1 / (n + 1) for n in range(len(WORDS))]
    items = []
    for number in range(9):
        places = range(choose.randint(1, 9))
        texts = [f"第{number}之{place}" + "".join(choose.choices(WORDS, frequent, k=choose.choice((2, 3, 30))))
                 for place in places]  # fmt: skip
        items.append(sample(f"{number}.md", texts, review=[p for p in places if choose.random() < 0.1]))
    return items


def pack(database: Database, kb_id: int) -> int:
    return posting_blocks.pack_all(database.session, kb_id, enough=SMALL)


def searched(database: Database, kb_id: int) -> list[list[tuple[str, float]]]:
    with database.session() as session:
        return [keywords.search(session, kb_id, WEIGHTS, limit) for limit in (1, 3, 10, 1000)]


def frequencies(database: Database, kb_id: int) -> dict[str, int]:
    with database.session() as session:
        return keywords.document_frequency(session, kb_id, list(WEIGHTS))


def blocks(database: Database, kb_id: int) -> tuple[int, int]:
    """Return the number of blocks with rows, and of those that documents name."""
    with database.session() as session:
        held = session.scalar(
            select(func.count(POSTING_BLOCK.c.block.distinct())).where(POSTING_BLOCK.c.kb_id == kb_id)
        )
        named = session.scalar(select(func.count(DOCUMENT.c.block.distinct())).where(DOCUMENT.c.kb_id == kb_id))
    return held or 0, named or 0


def packed_name(database: Database, kb_id: int) -> str:
    with database.session() as session:
        packed = select(DOCUMENT.c.source_name).where(DOCUMENT.c.kb_id == kb_id, DOCUMENT.c.block.is_not(None))
        return str(session.scalars(packed.order_by(DOCUMENT.c.id)).first())


def same(found: list[list[tuple[str, float]]], wanted: list[list[tuple[str, float]]]) -> None:
    assert [[chunk for chunk, _ in hits] for hits in found] == [[chunk for chunk, _ in hits] for hits in wanted]
    for hits, expected in zip(found, wanted, strict=True):
        assert [score for _, score in hits] == pytest.approx([score for _, score in expected], rel=1e-12)


def test_whoever_keeps_counts_learns_that_documents_are_packed(
    database: Database, kb: KnowledgeBase, load: Load
) -> None:
    for item in corpus(1):
        load(item)
    with database.session() as session:
        before = knowledge_bases.by_id(session, kb.id).revision
        assert posting_blocks.pack(session, kb.id, enough=10_000) == 0
        assert knowledge_bases.by_id(session, kb.id).revision == before
        assert posting_blocks.pack(session, kb.id, enough=1) > 0
        assert knowledge_bases.by_id(session, kb.id).revision > before


@pytest.mark.parametrize("seed", range(12))
def test_packing_changes_no_result(database: Database, kb: KnowledgeBase, load: Load, seed: int) -> None:
    items = corpus(seed)
    for item in items[:6]:
        load(item)
    assert pack(database, kb.id)
    for item in items[6:]:
        load(item)
    some_packed, counted = searched(database, kb.id), frequencies(database, kb.id)
    with database.session() as session:
        for item in items:
            posting_blocks.unpack(session, kb.id, item.document.source_name)
    assert blocks(database, kb.id) == (0, 0)
    same(some_packed, searched(database, kb.id))
    assert counted == frequencies(database, kb.id)
    waiting = {chunk.id for item in items for chunk in item.chunks if chunk.needs_review}
    plain = plain_bm25(items, {token: weight for token, weight in WEIGHTS.items() if weight})
    wanted = {chunk: score for chunk, score in plain.items() if chunk not in waiting}
    assert dict(some_packed[-1]) == pytest.approx(wanted, rel=1e-9)


def test_a_replaced_document_leaves_its_block(database: Database, kb: KnowledgeBase, load: Load) -> None:
    for item in corpus(1):
        load(item)
    pack(database, kb.id)
    before = blocks(database, kb.id)
    load(sample(packed_name(database, kb.id), ["第一一一", "丁三"]))
    held, named = blocks(database, kb.id)
    assert held == named == before[0] - 1
    changed = searched(database, kb.id)
    pack(database, kb.id)
    same(searched(database, kb.id), changed)


def test_a_deleted_document_takes_its_block_along(database: Database, kb: KnowledgeBase, load: Load) -> None:
    items = corpus(2)
    for item in items:
        load(item)
    pack(database, kb.id)
    before = blocks(database, kb.id)
    name = packed_name(database, kb.id)
    gone = next(item for item in items if item.document.source_name == name)
    with database.session() as session:
        documents.delete(session, kb.id, gone.document.id)
    held, named = blocks(database, kb.id)
    assert held == named == before[0] - 1
    wanted = plain_bm25(
        [item for item in items if item is not gone], {token: weight for token, weight in WEIGHTS.items() if weight}
    )
    found = dict(searched(database, kb.id)[-1])
    assert found == pytest.approx({chunk: wanted[chunk] for chunk in found}, rel=1e-9)
    assert not found.keys() & {chunk.id for chunk in gone.chunks}


def test_a_replacement_that_fails_leaves_the_block(database: Database, kb: KnowledgeBase, load: Load) -> None:
    for item in corpus(3):
        load(item)
    pack(database, kb.id)
    before, found = blocks(database, kb.id), searched(database, kb.id)
    name = packed_name(database, kb.id)
    with pytest.raises(RuntimeError), database.session() as session:
        sample(name, ["第一"]).store(session, kb.id)
        raise RuntimeError("the machine stops here")
    assert blocks(database, kb.id) == before
    same(searched(database, kb.id), found)


def test_a_deleted_knowledge_base_leaves_nothing(database: Database, kb: KnowledgeBase, load: Load) -> None:
    for item in corpus(4):
        load(item)
    pack(database, kb.id)
    with database.session() as session:
        knowledge_bases.delete(session, kb.id)
    assert blocks(database, kb.id) == (0, 0)
    with database.owner() as owner:
        assert owner.scalar(select(func.count()).select_from(POSTING_BLOCK).where(POSTING_BLOCK.c.kb_id == kb.id)) == 0


def test_few_chunks_stay_as_they_are(database: Database, kb: KnowledgeBase, load: Load) -> None:
    load(sample("甲.md", ["退款快"]))
    assert posting_blocks.pack_all(database.session, kb.id) == 0
    assert blocks(database, kb.id) == (0, 0)


def test_another_tenant_sees_no_block(database: Database, kb: KnowledgeBase, load: Load) -> None:
    for item in corpus(5):
        load(item)
    pack(database, kb.id)
    with database.session("somebody else") as session:
        assert session.scalar(select(func.count()).select_from(POSTING_BLOCK)) == 0
        assert keywords.search(session, kb.id, WEIGHTS, 10) == []
