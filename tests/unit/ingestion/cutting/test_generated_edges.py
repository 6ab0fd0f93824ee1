"""Generated documents: the promises of chunking hold whatever the text."""

from hypothesis import HealthCheck, given
from hypothesis import settings as with_settings
from hypothesis import strategies as st

from core.settings import Settings
from ingestion.chunk import chunk_document
from ingestion.parse import parse_bytes
from tests.unit.ingestion.cutting.edges import coverage, cut_through, ends_sentence, inner_edges

SETTINGS = Settings(_env_file=None, chunk_size=128, chunk_overlap=20)  # type: ignore[call-arg]
TERMS = st.sampled_from(
    ["第3.14条", "3.2GHz处理器", "2.0版", "满1年不满10年", "3～7个工作日", "《青禾卡服务办法。试行》", "“先付。后取”",
     "百分之八十五", "12,345.67元", "上午9:30至11:30", "三到七个工作日", "`run --all. now`", "[说明。见此](a.md)", "8.5折"]
)  # fmt: skip
WORDS = st.sampled_from(
    ["退货", "应当在", "门店办理", "会员", "费用由买家承担", "材料齐全的", "逾期不予受理", "并书面告知"]
)
SENTENCE = st.builds(
    lambda parts, end: "".join(word + term for word, term in parts) + "事项" + end,
    st.lists(st.tuples(WORDS, TERMS), min_size=1, max_size=4),
    st.sampled_from("。！？；"),
)
PROSE = st.lists(SENTENCE, min_size=1, max_size=10).map("".join)
LIST = st.lists(PROSE, min_size=2, max_size=6).map(lambda items: "\n".join(f"{n}. {x}" for n, x in enumerate(items, 1)))
ITEMS = st.lists(PROSE, min_size=2, max_size=4).map(
    lambda items: "有下列情形之一的：\n\n" + "\n\n".join(f"（{'一二三四'[n]}）{x}" for n, x in enumerate(items))
)
PART = st.one_of(
    PROSE, LIST, ITEMS, PROSE.map("注意：{}".format), st.just("## 保修"), st.just("```\n示例。代码；\n```")
)


@given(st.lists(PART, min_size=1, max_size=8))
@with_settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_edges_and_coverage(parts: list[str]) -> None:
    document = parse_bytes("\n\n".join(parts).encode(), source_name="青禾.md", settings=SETTINGS)
    chunks = chunk_document(document, SETTINGS)
    for block, at in inner_edges(document, chunks):
        around = f"{block.text[max(0, at - 20) : at]}|{block.text[at : at + 20]}"
        assert ends_sentence(block.text, at, SETTINGS.chunk_size - SETTINGS.chunk_overlap - 8), around
        assert not cut_through(block.text, at, SETTINGS.chunk_size), around
    covered = coverage(document, chunks)
    for block in document.blocks:
        if block.kind != "title":
            counts = [covered[block.span.char_start + at] for at, char in enumerate(block.text) if not char.isspace()]
            assert min(counts) >= 1, "lost"
            assert max(counts) <= (2 if block.kind == "paragraph" else 1), "doubled"


@given(st.lists(PART, min_size=1, max_size=8))
@with_settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_code_is_whole_and_no_step_loses_its_number(parts: list[str]) -> None:
    document = parse_bytes("\n\n".join(parts).encode(), source_name="青禾.md", settings=SETTINGS)
    chunks = chunk_document(document, SETTINGS)
    code = sum(block.kind == "code" for block in document.blocks)
    assert sum(chunk.text.count("```\n示例。代码；\n```") for chunk in chunks) == code
    for chunk in chunks:
        last = chunk.text.rstrip().split("\n")[-1].strip()
        assert last not in ("1.", "2.", "3.", "（一）", "（二）", "-"), "a number without its step"
