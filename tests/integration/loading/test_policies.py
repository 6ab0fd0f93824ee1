"""Real statutes: the repealed and the outdated are superseded, nothing else is."""

from datetime import date
from pathlib import Path

import pytest

from core.settings import Settings
from service.loading import Loader
from store import documents, knowledge_bases
from store.engine import Database
from tests.integration.loading.conftest import CountingEmbedder

FOLDER = Path(__file__).parents[4] / "shared" / "data" / "policies"
SUPERSEDED = {
    "互联网上网服务营业场所管理条例(2019-03-24).md",
    "印花税暂行条例(2011-01-08).md",
    "城市维护建设税暂行条例(2011-01-08).md",
    "增值税暂行条例(2017-11-19).md",
    "契税暂行条例(2019-03-02).md",
}
IN_FORCE = {
    "互联网上网服务营业场所管理条例(2022-03-29).md",
    "土地增值税暂行条例(2011-01-08).md",
    "城市维护建设税法(2020-08-11).md",
    "印花税法(2021-06-10).md",
    "增值税法(2024-12-25).md",
    "契税法(2020-08-11).md",
    "消费税暂行条例(2008-11-10).md",
    "税收征收管理法实施细则(2016-02-06).md",
}


@pytest.mark.skipif(not FOLDER.is_dir(), reason="needs the statutes of ../shared/data/policies")
def test_what_is_superseded_among_real_statutes(
    database: Database, settings: Settings, embedder: CountingEmbedder
) -> None:
    paths = [FOLDER / name for name in sorted(SUPERSEDED | IN_FORCE)]
    report = Loader(database, settings, embedder).load("法规", paths)
    assert report.failures == ()
    with database.session() as session:
        kb = knowledge_bases.get(session, "法规")
        ids = [document.id for document in documents.listing(session, kb.id)]
        now = documents.sources(session, kb.id, ids, date(2026, 6, 1))
        before = documents.sources(session, kb.id, ids, date(2025, 12, 31))
    assert {source.source_name for source in now.values() if source.superseded} == SUPERSEDED
    early = {source.source_name for source in before.values() if source.superseded}
    assert early == SUPERSEDED - {"增值税暂行条例(2017-11-19).md"}
