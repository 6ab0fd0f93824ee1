"""Keyword search is BM25, digit for digit."""

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping

import pytest

from core.knowledge_base import KnowledgeBase
from store import keywords
from store.documents import Replacement
from store.engine import Database
from store.word_counts import WordCounts
from tests.integration.store.conftest import Sample, sample

Load = Callable[[Sample], Replacement]


def corpus(seed: int) -> list[Sample]:
    """Seven documents of one to twelve chunks over forty words, some words far more frequent than others."""
    choose = random.Random(seed)
    words = [chr(0x4E00 + n) for n in range(40)]
    frequent = [1 / (n + 1) for n in range(40)]
    return [
        sample(
            f"{number}.md",
            [f"{number}第{place}段" + "".join(choose.choices(words, frequent, k=choose.randint(3, 60)))
             for place in range(choose.randint(1, 12))],
        )
        for number in range(7)
    ]  # fmt: skip


def plain_bm25(items: list[Sample], weights: Mapping[str, float]) -> dict[str, float]:
    """BM25 written down as in a textbook."""
    texts = {chunk.id: Counter(chunk.text) for item in items for chunk in item.chunks}
    mean = sum(sum(counts.values()) for counts in texts.values()) / len(texts)
    scores: dict[str, float] = {}
    for chunk_id, counts in texts.items():
        for token, weight in weights.items():
            if counts[token]:
                having = sum(1 for other in texts.values() if other[token])
                idf = math.log(1 + (len(texts) - having + 0.5) / (having + 0.5))
                tf = counts[token] * 2.2 / (counts[token] + 1.2 * (0.25 + 0.75 * sum(counts.values()) / mean))
                scores[chunk_id] = scores.get(chunk_id, 0.0) + weight * idf * tf
    return scores


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_scores_equal_plain_bm25(database: Database, kb: KnowledgeBase, load: Load, seed: int) -> None:
    items = corpus(seed)
    for item in items:
        load(item)
    weights = {"一": 1.0, "丁": 0.5, "三": 2.0, "第": 1.0, "無": 9.0, "丂": 0.0}
    wanted = plain_bm25(items, {token: weight for token, weight in weights.items() if weight})
    with database.session() as session:
        found = keywords.search(session, kb.id, weights, 1000)
        head = keywords.search(session, kb.id, weights, 5)
    assert dict(found) == pytest.approx(wanted, rel=1e-9)
    assert [score for _, score in found] == pytest.approx(sorted(wanted.values(), reverse=True), rel=1e-9)
    assert head == found[:5]


def test_frequencies_and_length(database: Database, kb: KnowledgeBase, load: Load) -> None:
    load(sample("甲.md", ["退款退款", "运费"]))
    with database.session() as session:
        assert keywords.document_frequency(session, kb.id, ["退", "运", "无"]) == {"退": 1, "运": 1, "无": 0}
        assert keywords.average_length(session, kb.id) == 3.0
        assert keywords.search(session, kb.id, {}, 5) == []
        assert keywords.search(session, kb.id, {"无": 1.0}, 5) == []


def test_counts_are_asked_once(database: Database, kb: KnowledgeBase, load: Load) -> None:
    load(sample("甲.md", ["退款退款", "运费"]))
    counts = WordCounts(kb.id)
    with database.session() as session:
        assert counts.frequency(session, ["退", "无"]) == {"退": 1, "无": 0}
        assert counts.size(session).chunks == 2
    load(sample("乙.md", ["退货无忧"]))
    with database.session() as session:
        assert counts.frequency(session, ["退", "无", "运"]) == {"退": 1, "无": 0, "运": 1}
        assert WordCounts(kb.id).frequency(session, ["退", "无"]) == {"退": 2, "无": 1}
        known = keywords.search(session, kb.id, {"退": 1.0}, 5, counts=WordCounts(kb.id))
        assert known == keywords.search(session, kb.id, {"退": 1.0}, 5)


def test_a_filter_narrows_without_changing_scores(database: Database, kb: KnowledgeBase, load: Load) -> None:
    one, two = sample("甲.md", ["退款快"]), sample("乙.md", ["退款慢慢来"])
    load(one)
    load(two)
    with database.session() as session:
        everything = dict(keywords.search(session, kb.id, {"退": 1.0}, 5))
        assert keywords.search(session, kb.id, {"退": 1.0}, 5, [two.document.id]) == [
            (two.chunks[0].id, everything[two.chunks[0].id])
        ]
        assert keywords.search(session, kb.id, {"退": 1.0}, 5, []) == []


def test_chunks_under_review_are_not_returned(database: Database, kb: KnowledgeBase, load: Load) -> None:
    item = sample("扫描.md", ["退款清楚", "退款糊涂"], review=[1])
    load(item)
    with database.session() as session:
        assert [chunk for chunk, _ in keywords.search(session, kb.id, {"退": 1.0}, 5)] == [item.chunks[0].id]


def test_an_empty_knowledge_base_finds_nothing(database: Database, kb: KnowledgeBase) -> None:
    with database.session() as session:
        assert keywords.search(session, kb.id, {"退": 1.0}, 5) == []
        assert keywords.average_length(session, kb.id) == 0.0
