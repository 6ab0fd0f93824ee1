"""Small children for search, their parent for context."""

from core.settings import Settings
from ingestion.chunk import chunk_document
from ingestion.parse import parse_bytes
from tests.unit.ingestion.cutting.conftest import Cut

TEXT = "# 青禾卡\n\n## 年费\n\n" + "\n\n".join(
    f"第{n}档会员的年费为{n}00元，{'按年缴纳并开具收据，' * 7}逾期停用。" for n in range(1, 13)
)


def test_children_name_their_parent_and_lie_in_it(cut: Cut) -> None:
    chunks = cut(TEXT, chunk_parents=True).chunks
    parents = {chunk.id: chunk for chunk in chunks if chunk.kind == "parent"}
    children = [chunk for chunk in chunks if chunk.parent_id]
    assert len(parents) >= 2
    assert len(children) >= 2 * len(parents)
    for child in children:
        parent = parents[child.parent_id or ""]
        assert child.text in parent.text
        assert len(child.text) <= 200 < len(parent.text) <= 512
        assert parent.ordinal < child.ordinal
        assert parent.heading_path == child.heading_path == ("年费",)
        assert parent.spans[0].char_start <= child.spans[0].char_start
    assert [chunk.ordinal for chunk in chunks] == list(range(len(chunks)))
    assert all(parent.parent_id is None for parent in parents.values())


def test_a_parent_is_its_children_in_order(cut: Cut) -> None:
    chunks = cut(TEXT, chunk_parents=True).chunks
    for parent in (chunk for chunk in chunks if chunk.kind == "parent"):
        own = [chunk.text for chunk in chunks if chunk.parent_id == parent.id]
        assert "\n\n".join(own) == parent.text


def test_without_the_setting_there_are_none_and_short_prose_has_none(cut: Cut) -> None:
    assert not [chunk for chunk in cut(TEXT).chunks if chunk.parent_id or chunk.kind == "parent"]
    (chunk,) = cut("# 青禾卡\n\n青禾卡的年费为200元，自开卡之日起缴纳。", chunk_parents=True).chunks
    assert (chunk.kind, chunk.parent_id) == ("prose", None)


def test_a_child_larger_than_its_parent_is_no_child(settings: Settings) -> None:
    chosen = settings.model_copy(update={"chunk_parents": True, "chunk_child_size": 512})
    document = parse_bytes(TEXT.encode(), source_name="卡.md", settings=chosen)
    plain = chunk_document(document, settings)
    assert [chunk.id for chunk in chunk_document(document, chosen)] == [chunk.id for chunk in plain]
