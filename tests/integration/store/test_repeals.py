"""A document that another one repeals is superseded, once that other one is in force."""

from collections.abc import Callable
from datetime import date

import pytest

from core.knowledge_base import KnowledgeBase
from store import documents, knowledge_bases
from store.documents import Replacement
from store.engine import Database
from store.repeals import title_key
from tests.integration.store.conftest import Sample, sample

OLD = sample("云杉市契税暂行办法.md", ["旧办法正文"], version="2011-01-08")
Load = Callable[[Sample], Replacement]


def superseded(database: Database, kb: KnowledgeBase, item: Sample, day: date) -> bool:
    with database.session() as session:
        return documents.sources(session, kb.id, [item.document.id], day)[item.document.id].superseded


def test_a_repeal_counts_from_the_day_the_new_document_is_in_force(
    database: Database, kb: KnowledgeBase, load: Load
) -> None:
    load(OLD)
    load(sample("云杉市契税办法.md", ["新办法正文"], effective="2027-01-01", repeals="云杉市契税暂行办法；别的办法"))
    assert not superseded(database, kb, OLD, date(2026, 12, 31))
    assert superseded(database, kb, OLD, date(2027, 1, 1))


def test_a_repeal_with_a_day_of_its_own_counts_from_that_day(database: Database, kb: KnowledgeBase, load: Load) -> None:
    load(OLD)
    new = {"effective": "2020-01-01", "repeals": "云杉市契税暂行办法", "repeals_from": "2021-07-01"}
    load(sample("云杉市契税办法.md", ["新办法正文"], **new))
    assert not superseded(database, kb, OLD, date(2021, 6, 30))
    assert superseded(database, kb, OLD, date(2021, 7, 1))


@pytest.mark.parametrize(
    "named",
    [
        "《云杉市契税暂行办法》",
        "中华人民共和国云杉市契税暂行办法",
        "雲杉市契稅暫行辦法",
        "云杉市契税暂行办法（2011年修订）",
    ],
)
def test_titles_are_compared_in_one_form(database: Database, kb: KnowledgeBase, load: Load, named: str) -> None:
    load(OLD)
    load(sample("云杉市契税办法.md", ["新办法正文"], repeals=named))
    assert superseded(database, kb, OLD, date(2026, 1, 1))


def test_a_document_may_be_named_with_its_version(database: Database, kb: KnowledgeBase, load: Load) -> None:
    versions = [sample(f"手册{v}.md", [f"手册{v}"], version=v) for v in ("V1", "V2")]
    for item in versions:
        load(item)
    load(sample("指南.md", ["指南"], repeals="手册V1"))
    assert [superseded(database, kb, item, date(2026, 1, 1)) for item in versions] == [True, False]


@pytest.mark.parametrize(
    ("name", "metadata"),
    [
        ("云杉市契税办法.md", {"repeals": "云杉市契税暂行办法的补充规定"}),
        ("云杉市契税办法.md", {"repeals": "云杉市契税暂行办法", "effective": "1997-10-01"}),
        ("中华人民共和国云杉市契税暂行办法.md", {"repeals": "云杉市契税暂行办法", "effective": "2020-01-01"}),
    ],
    ids=["another title", "older than what it names", "its own title"],
)
def test_what_repeals_nothing_supersedes_nothing(
    database: Database, kb: KnowledgeBase, load: Load, name: str, metadata: dict[str, str]
) -> None:
    load(OLD)
    other = sample(name, ["正文"], **metadata)
    load(other)
    assert not superseded(database, kb, OLD, date(2026, 1, 1))
    assert not superseded(database, kb, other, date(2026, 1, 1))


def test_a_repeal_leaves_with_its_document_and_with_its_words(
    database: Database, kb: KnowledgeBase, load: Load
) -> None:
    load(OLD)
    new = sample("云杉市契税办法.md", ["新办法正文"], repeals="云杉市契税暂行办法")
    load(new)
    assert superseded(database, kb, OLD, date(2026, 1, 1))
    load(sample("云杉市契税办法.md", ["新办法正文"]))
    assert not superseded(database, kb, OLD, date(2026, 1, 1))
    load(new)
    with database.session() as session:
        documents.delete(session, kb.id, new.document.id)
    assert not superseded(database, kb, OLD, date(2026, 1, 1))


def test_other_knowledge_bases_repeal_nothing_here(database: Database, kb: KnowledgeBase, load: Load) -> None:
    load(OLD)
    with database.session() as session:
        other = knowledge_bases.create(session, "别处")
        sample("云杉市契税办法.md", ["新办法正文"], repeals="云杉市契税暂行办法").store(session, other.id)
    assert not superseded(database, kb, OLD, date(2026, 1, 1))


def test_the_form_of_titles() -> None:
    assert title_key("《中华人民共和国 契税（暂行）条例》") == "契税(暂行)条例"
    assert title_key("契税条例(2019-03-02)") == "契税条例"
    assert title_key("中华人民共和国") == "中华人民共和国"
