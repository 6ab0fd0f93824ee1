"""Small statutes on disk, an embedder that counts, and everything a knowledge base holds as comparable rows."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import Text, cast, select

from core.embedding import OnBatch, Space, Vectors
from core.settings import Settings
from service.loading import Loader, LoadReport
from store import knowledge_bases
from store.engine import Database
from store.tables import EMBEDDING, KNOWLEDGE_BASE, OF_TENANT, TENANT_TABLES
from tests.unit.core.embedding.conftest import service

__all__ = ["service"]

_NUMERALS = "零一二三四五六七八九十"
_LEFT_OUT = {"kb_id", "updated_at"}
Load = Callable[..., LoadReport]
Rows = Mapping[str, list[str]]


def statute(title: str, articles: Sequence[str], front: str = "") -> str:
    """Return a statute in Markdown, one short article per entry."""
    head = f"---\n{front}\n---\n\n" if front else ""
    lines = [f"第{_numeral(number)}条 {text}" for number, text in enumerate(articles, 1)]
    return f"{head}# {title}\n\n" + "\n\n".join(lines) + "\n"


def terms(count: int, start: int = 1) -> list[str]:
    """Return ``count`` articles that each hold a fact of their own."""
    return [
        f"云杉卡{n}级会员的退款到账时间为{n}个工作日，逾期的按照规定另行处理。" for n in range(start, start + count)
    ]


def _numeral(number: int) -> str:
    tens, ones = divmod(number, 10)
    if not tens:
        return _NUMERALS[ones]
    return ("" if tens == 1 else _NUMERALS[tens]) + "十" + (_NUMERALS[ones] if ones else "")


def willing(_texts: Sequence[str]) -> None:
    """Let every call through."""


class CountingEmbedder:
    """A real embedder of eight dimensions: a text's vector is its hash. ``texts`` are the passages embedded."""

    def __init__(self, model: str = "hash") -> None:
        self.space = Space("test", model, "1", 8)
        self.texts: list[str] = []
        self.before: Callable[[Sequence[str]], object] = willing

    def warm_up(self) -> None:
        """Need nothing."""

    def embed_query(self, text: str) -> Vectors:
        return _vector(text)

    def embed_passages(self, texts: Sequence[str], _on_batch: OnBatch | None = None) -> Vectors:
        self.before(texts)
        self.texts += texts
        return np.stack([_vector(text) for text in texts])


def _vector(text: str) -> Vectors:
    digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
    numbers = np.frombuffer(digest, np.uint8).astype(np.float32) + 1
    unit: Vectors = numbers / np.linalg.norm(numbers)
    return unit


def rows(database: Database, kb_name: str) -> Rows:
    """Return every row of a knowledge base, by table, without its number and the time of the change."""
    found: dict[str, list[str]] = {}
    with database.session() as session:
        kb_id = knowledge_bases.get(session, kb_name).id
        for table in TENANT_TABLES:
            if table is KNOWLEDGE_BASE or table in OF_TENANT:
                continue
            columns = [
                cast(column, Text) if column is EMBEDDING.c.vector else column
                for column in table.columns
                if column.name not in _LEFT_OUT
            ]
            statement = select(*columns).where(table.c.kb_id == kb_id)
            found[table.name] = sorted(repr(tuple(row)) for row in session.execute(statement))
    return found


@pytest.fixture
def embedder() -> CountingEmbedder:
    return CountingEmbedder()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder for documents."""
    path = tmp_path / "docs"
    path.mkdir()
    return path


@pytest.fixture
def load(database: Database, settings: Settings, embedder: CountingEmbedder, folder: Path) -> Load:
    """Load the folder into knowledge base ``规则``, or the one named, with the embedder, or the one given."""

    def run(kb: str = "规则", with_embedder: CountingEmbedder | None = None) -> LoadReport:
        return Loader(database, settings, with_embedder or embedder).load(kb, [folder])

    return run
