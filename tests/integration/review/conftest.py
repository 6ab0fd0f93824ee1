"""A shop whose documents are loaded as in real life, and what is said of its facts."""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from core.answer import Answer
from core.conflict import Conflict
from core.fact import Fact, FactState
from core.knowledge_base import KnowledgeBase
from core.settings import Settings
from core.vocabulary import Synonym, Term
from service.loading import LoadReport
from service.review.facts import Reviewer
from service.wiring import Application, build
from store import conflicts, documents, facts, knowledge_bases, synonyms, vocabulary
from store.engine import Database
from store.facts import FactFilter
from store.review_queue import ReviewQueue
from tests.integration.loading.conftest import CountingEmbedder, folder

__all__ = ["folder"]

SHOP = Path(__file__).parents[3] / "samples" / "shop"
ATTRIBUTES = ("退款到账时效", "无理由退货期限", "上门取件费")
OLD, NEW = "退款政策2023版.md", "退款政策2025版.md"
EVERY: tuple[FactState, ...] = ("candidate", "approved", "rejected", "stale", "superseded")
HE = Reviewer("何静")


class Desk:
    """One knowledge base, its documents in a folder, and the questions tests ask of it."""

    def __init__(self, application: Application, folder: Path) -> None:
        self.application = application
        self.settings = application.settings
        self.database = application.database
        self.folder = folder

    @property
    def kb(self) -> KnowledgeBase:
        with self.database.session() as session:
            return knowledge_bases.get(session, "店")

    def write(self, name: str, text: str, **front: str) -> None:
        """Write a Markdown document into the folder."""
        head = "".join(f"{key}: {value}\n" for key, value in front.items())
        (self.folder / name).write_text(f"---\n{head}---\n\n{text}\n" if front else text, encoding="utf-8")

    def load(self) -> LoadReport:
        report = self.application.loader.load("店", [self.folder])
        assert report.failures == ()
        return report

    def delete(self, name: str) -> None:
        with self.database.session() as session:
            found = documents.find(session, self.kb.id, name)
        assert found is not None
        self.application.loader.delete("店", found.id)

    def facts(self, states: Sequence[FactState] = EVERY, **wanted: object) -> list[Fact]:
        chosen = FactFilter(states=tuple(states), limit=None, **wanted)  # type: ignore[arg-type]
        with self.database.session() as session:
            return facts.select(session, self.kb.id, chosen)

    def fact(self, name: str, subject: str, attribute: str, value: str = "") -> Fact:
        """Return the one fact of document ``name`` about ``subject``, with ``value`` where there are several."""
        with self.database.session() as session:
            document = documents.find(session, self.kb.id, name)
        assert document is not None
        chosen = self.facts(subjects=(subject,), attributes=(attribute,), document_ids=(document.id,))
        (found,) = [item for item in chosen if not value or item.value == value]
        return found

    def conflicts(self, state: str | None = None) -> list[Conflict]:
        with self.database.session() as session:
            return list(conflicts.page(session, self.kb.id, state, limit=1000).conflicts)  # type: ignore[arg-type]

    def waiting(self, rate: float = 0.0, threshold: float = 0.0) -> dict[str, tuple[str, ...]]:
        """Return the ids of the facts that wait, each with its reasons."""
        with self.database.session() as session:
            page = ReviewQueue(self.kb.id, rate, threshold).page(session, limit=1000)
        return {item.fact.id: item.reasons for item in page.items}

    def ask(self, question: str) -> Answer:
        return self.application.retriever.ask("店", question)


@pytest.fixture
def desk(database: Database, settings: Settings, folder: Path) -> Desk:
    """An empty folder and a knowledge base with a vocabulary of three attributes."""
    with database.session() as session:
        kb = knowledge_bases.create(session, "店")
        vocabulary.upsert(session, kb.id, [Term("attribute", name) for name in ATTRIBUTES])
        synonyms.upsert(session, kb.id, [Synonym("attribute", "到账时效", "退款到账时效")])
        knowledge_bases.set_mode(session, kb.id, "controlled")
    return Desk(build(settings, database, CountingEmbedder()), folder)


@pytest.fixture
def policies(desk: Desk) -> Desk:
    """The shop's refund policy in both versions."""
    for name in (OLD, NEW):
        shutil.copy(SHOP / name, desk.folder / name)
    desk.load()
    return desk


RULES = "# 青禾书店退货规则\n\n## 期限\n\n金卡会员的无理由退货期限为15天。\n\n## 费用\n\n上门取件费为12元。\n"
HANDBOOK = "# 青禾会员手册\n\n## 权益\n\n金卡会员的无理由退货期限为30天。\n"


@pytest.fixture
def planted(desk: Desk) -> Desk:
    """Two documents, neither newer nor weightier, that contradict each other in one point."""
    desk.write("退货规则.md", RULES)
    desk.write("会员手册.md", HANDBOOK)
    desk.load()
    return desk


Sides = Callable[[], tuple[Fact, Fact]]


@pytest.fixture
def sides(planted: Desk) -> Sides:
    """Return the two facts that contradict each other as they stand now: of the rules, and of the handbook."""

    def read() -> tuple[Fact, Fact]:
        return (
            planted.fact("退货规则.md", "金卡会员", "无理由退货期限"),
            planted.fact("会员手册.md", "金卡会员", "无理由退货期限"),
        )

    return read
