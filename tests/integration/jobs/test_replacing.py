"""While a document is replaced the old version answers until the new one is whole; no answer ever mixes the two."""

import threading
from collections.abc import Sequence

import pytest
from sqlalchemy import func, select

from core.answer import Answer
from core.errors import UpstreamFailed
from core.job import Job
from core.knowledge_base import KnowledgeBase
from service.jobs import control
from service.loading.storing import parse_isolated
from service.wiring import Application
from store import facts, knowledge_bases
from store.engine import Database
from store.tables import CHUNK, EMBEDDING
from tests.integration.jobs.conftest import Working, send, until
from tests.integration.loading.conftest import CountingEmbedder, rows, statute, willing

_MOST_ASKED = 40
TIERS = [f"云杉卡{n}级会员" for n in range(1, 9)]


def version(days: int, extra: Sequence[str] = ()) -> str:
    """Return rules of which every article states the same number of days."""
    return statute(
        "云杉卡退款办法", [f"{tier}的退款到账时间为{days}个工作日，逾期按规定处理。" for tier in TIERS] + list(extra)
    )


@pytest.fixture
def loaded(application: Application, kb: KnowledgeBase, working: Working) -> Job:
    job = send(application, kb, ("退款.md", version(3)))
    with working():
        assert until(application, job).state == "done"
    return job


def said(answer: Answer) -> set[str]:
    """Return which versions an answer, with its citations and facts, speaks of."""
    parts = [answer.text, *(c.quote for c in answer.citations), *(f.value for f in answer.facts)]
    return {days for days in ("3个工作日", "7个工作日") for part in parts if days in part.replace(" ", "")}


class Asking(threading.Thread):
    """Asks over and over until told to stop."""

    def __init__(self, application: Application) -> None:
        super().__init__(daemon=True)
        self.answers: list[Answer] = []
        self.errors: list[Exception] = []
        self.over = threading.Event()
        self._application = application

    def run(self) -> None:
        while not self.over.is_set():
            try:
                tier = TIERS[len(self.answers) % len(TIERS)]
                self.answers.append(self._application.retriever.ask("规则", f"{tier}的退款到账时间是几天？"))
            except Exception as error:
                self.errors.append(error)


def test_every_answer_is_wholly_old_or_wholly_new(
    application: Application, kb: KnowledgeBase, loaded: Job, working: Working, embedder: CountingEmbedder
) -> None:
    asking = Asking(application)

    def wait_for_answers(_texts: Sequence[str]) -> None:
        before = len(asking.answers)
        while len(asking.answers) < before + _MOST_ASKED // 4 and not asking.errors:
            asking.over.wait(0.01)

    embedder.before = wait_for_answers
    asking.start()
    with working():
        job = send(application, kb, ("退款.md", version(7, ["新增的条款：注销云杉卡的退款到账时间为7个工作日。"])))
        assert until(application, job).state == "done"
        wait_for_answers([])
    asking.over.set()
    asking.join(30)
    assert not asking.errors
    spoken = [said(answer) for answer in asking.answers]
    assert all(len(one) == 1 for one in spoken), [one for one in spoken if len(one) != 1]
    assert not any(answer.refused for answer in asking.answers)
    days = [next(iter(one)) for one in spoken]
    assert days == sorted(days), "once the new version has answered the old one never does"
    assert {"3个工作日", "7个工作日"} == set(days)
    # The facts are there in the same moment as the text.
    assert all(answer.facts for answer in asking.answers)


def test_a_model_that_is_down_leaves_the_old_version_whole(
    application: Application, database: Database, kb: KnowledgeBase, loaded: Job, working: Working,
    embedder: CountingEmbedder, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    before = {
        name: found for name, found in rows(database, "规则").items() if name not in ("job", "upload", "upload_part")
    }
    parsed: list[str] = []

    def count(*args: object, **named: object) -> object:
        parsed.append(str(named["source_name"]))
        return parse_isolated(*args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr("service.loading.storing.parse_isolated", count)

    def down(_texts: Sequence[str]) -> None:
        raise UpstreamFailed("the embedding service could not be reached")

    embedder.before = down
    job = send(application, kb, ("退款.md", version(7)))
    with working():
        failed = until(application, job)
        assert (failed.state, failed.stage, failed.attempts) == ("failed", "embed", 3)
        after = {name: found for name, found in rows(database, "规则").items() if name in before}
        assert after == before
        assert said(application.retriever.ask("规则", "云杉卡2级会员的退款到账时间是几天？")) == {"3个工作日"}
        embedder.before = willing
        control.retry(database, kb, job.id)
        assert until(application, job).state == "done"
    assert parsed == ["退款.md"], "what was read of the file is kept from try to try"
    assert said(application.retriever.ask("规则", "云杉卡2级会员的退款到账时间是几天？")) == {"7个工作日"}


def test_a_replaced_document_ends_as_one_that_was_loaded_so(
    application: Application, database: Database, kb: KnowledgeBase, loaded: Job, working: Working
) -> None:
    changed = version(3).replace("云杉卡4级会员的退款到账时间为3个", "云杉卡4级会员的退款到账时间为9个")
    with working():
        done = until(application, send(application, kb, ("退款.md", changed)))
    assert done.state == "done"
    assert (done.report["chunks_added"], done.report["chunks_kept"], done.report["embedded"]) == (1, 7, 1)
    assert done.report["extracted"] == 1
    path = application.settings.home / "退款.md"
    path.write_text(changed)
    application.loader.load("另一个", [path])
    found, wanted = rows(database, "规则"), rows(database, "另一个")
    for table in ("document", "chunk", "embedding", "posting", "label", "fact", "vocabulary"):
        assert found[table] == wanted[table], table


def test_text_vectors_and_facts_are_never_seen_apart(
    application: Application, database: Database, kb: KnowledgeBase, loaded: Job, working: Working
) -> None:
    over = threading.Event()
    seen: set[tuple[int, int, int]] = set()

    def look() -> None:
        while not over.is_set():
            with database.session(still=True) as session:
                chunks = session.scalar(
                    select(func.count()).select_from(CHUNK).where(CHUNK.c.text.contains("7个工作日"))
                )
                vectors = session.scalar(
                    select(func.count())
                    .select_from(EMBEDDING)
                    .join(CHUNK, (CHUNK.c.kb_id == EMBEDDING.c.kb_id) & (CHUNK.c.id == EMBEDDING.c.chunk_id))
                    .where(CHUNK.c.text.contains("7个工作日"))
                )
                facts_ = sum("7" in fact.value for fact in facts.select(session, kb.id, facts.FactFilter()))
                seen.add((chunks or 0, vectors or 0, facts_))

    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    with working():
        assert until(application, send(application, kb, ("退款.md", version(7)))).state == "done"
    over.set()
    watcher.join(30)
    look_once = {(0, 0, 0), (8, 8, 8)}
    assert {(0, 0, 0)} <= seen <= look_once
    with database.session() as session:
        assert knowledge_bases.statistics(session, kb)["pending"] == 0
