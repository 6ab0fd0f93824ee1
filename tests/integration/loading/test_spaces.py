"""A new model's vectors come beside the old ones; new names read the text again and embed nothing."""

from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import func, select

from core.errors import UpstreamFailed
from core.vocabulary import Synonym, Term
from store import knowledge_bases, synonyms, vocabulary
from store.engine import Database
from store.tables import EMBEDDING
from tests.integration.loading.conftest import CountingEmbedder, Load, rows, statute, terms, willing


def current_space(database: Database) -> str | None:
    with database.session() as session:
        return knowledge_bases.get(session, "规则").space_id


def test_another_model_is_switched_to_at_the_end(
    database: Database, load: Load, folder: Path, embedder: CountingEmbedder
) -> None:
    for number in range(8):
        (folder / f"{number}.md").write_text(statute(f"第{number}号办法", terms(20, 1 + 20 * number)))
    load()
    other, seen = CountingEmbedder("other"), []
    other.before = lambda _texts: seen.append(current_space(database))
    report = load(with_embedder=other)
    assert (report.embedded, report.extracted) == (160, 0)
    assert seen == [embedder.space.id] * 2
    assert current_space(database) == other.space.id
    with database.session() as session:
        counted = session.execute(select(EMBEDDING.c.space_id, func.count()).group_by(EMBEDDING.c.space_id)).all()
    assert {tuple(row) for row in counted} == {(embedder.space.id, 160), (other.space.id, 160)}


def test_a_new_model_that_fails_leaves_the_old_one_answering(
    database: Database, load: Load, folder: Path, embedder: CountingEmbedder
) -> None:
    for number in range(8):
        (folder / f"{number}.md").write_text(statute(f"第{number}号办法", terms(20, 1 + 20 * number)))
    load()
    other = CountingEmbedder("other")

    def breaks_off(texts: Sequence[str]) -> None:
        if other.texts:
            raise UpstreamFailed("gone")

    other.before = breaks_off
    assert load(with_embedder=other).embedded == 128
    assert current_space(database) == embedder.space.id
    other.before = willing
    assert load(with_embedder=other).embedded == 32
    assert current_space(database) == other.space.id


def test_new_names_read_again_and_embed_nothing(
    database: Database, load: Load, folder: Path, embedder: CountingEmbedder
) -> None:
    (folder / "甲.md").write_text(statute("甲办法", terms(5)))
    load()
    before, calls = rows(database, "规则"), len(embedder.texts)
    with database.session() as session:
        kb = knowledge_bases.get(session, "规则")
        vocabulary.upsert(session, kb.id, [Term("attribute", "退款时效", "duration")])
        synonyms.upsert(session, kb.id, [Synonym("attribute", "退款到账时间", "退款时效")])
    report = load()
    assert (report.unchanged, report.embedded, report.extracted) == (("甲.md",), 0, 5)
    assert len(embedder.texts) == calls
    after = rows(database, "规则")
    assert after["embedding"] == before["embedding"]
    assert after["fact"] != before["fact"]
    assert any("退款时效" in row for row in after["fact"])
