"""Right places as text: what stands there, and which hits are at it."""

from pathlib import Path

import pytest

from core.document import Block, Cell, Span, Table
from core.errors import InvalidInput
from core.settings import Settings, load_settings
from evals.external.overlap import covered, letters
from evals.external.place import Place, anchored_texts, places_of, same_name
from evals.external.system import Hit
from evals.suite import Case, Gold

ARTICLE = "第三条 会员在柜台退货的，应当自购买之日起15天内提出，并且出示购物小票；逾期不再受理。"
NEIGHBOUR = "第四条 会员在网上退货的，应当自签收之日起7天内提出，包裹由快递员上门取回，运费由本店承担。"
RULES = Place("退货规则.md", (ARTICLE,))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings(home=tmp_path, _env_file=None)


def block(text: str, *titles: str, kind: str = "paragraph", table: Table | None = None) -> Block:
    return Block(kind, text, Span(), titles, table=table)  # type: ignore[arg-type]


def test_letters_leave_out_markup_and_width() -> None:
    assert letters("**第３条** | 15 天，\n小票。") == "第3条15天小票"


@pytest.mark.parametrize(
    ("text", "other", "count"),
    [
        ("", "甲", 0),
        ("甲乙", "丙甲乙丁", 2),
        ("甲乙", "丙甲", 0),
        ("0123456789abcdef", "0123456789abcdef", 16),
        ("0123456789abcdefXY", "0123456789abcdef", 16),
        ("0123456789abcdeX", "0123456789abcdef", 0),
        ("0123456789abcdef" * 2, "0123456789abcdef", 32),
    ],
)
def test_covered_counts_characters_in_common_runs(text: str, other: str, count: int) -> None:
    assert covered(text, other) == count


@pytest.mark.parametrize(
    "text",
    [
        ARTICLE,
        ARTICLE.replace("，", ",\n"),
        ARTICLE[: len(ARTICLE) * 2 // 3],
        f"{NEIGHBOUR}\n\n{ARTICLE}\n\n{NEIGHBOUR}",
        f"## 第三条\n\n{ARTICLE[4:]}",
    ],
)
def test_a_hit_is_at_a_place_when_half_of_the_shorter_text_is_shared(text: str) -> None:
    assert RULES.holds(Hit(text, "规则/退货规则.md"))


@pytest.mark.parametrize("text", ["", "第三条", NEIGHBOUR, ARTICLE[:18] + NEIGHBOUR * 2, "柜台退货15天"])
def test_a_hit_elsewhere_is_not_at_the_place(text: str) -> None:
    assert not RULES.holds(Hit(text, "退货规则.md"))


def test_the_same_words_in_another_document_are_another_place() -> None:
    assert not RULES.holds(Hit(ARTICLE, "退货规则2019版.md"))
    assert Place("", (ARTICLE,)).holds(Hit(ARTICLE, "什么都行"))


def test_a_place_without_text_is_the_whole_document() -> None:
    whole = Place("表7.html")
    assert whole.holds(Hit("任何内容", "表7"))
    assert not whole.holds(Hit("  ", "表7.html")) and not whole.holds(Hit("任何内容", "表8.html"))


@pytest.mark.parametrize(
    ("found", "same"),
    [
        ("退货.md", True),
        ("退货", True),
        ("C:\\规则\\退货.MD", True),
        ("/规则/退货.md", True),
        ("退货.txt", False),
        ("", False),
    ],
)
def test_document_names_are_compared_without_folders(found: str, same: bool) -> None:
    assert same_name(found, "退货.md") is same


def test_an_article_is_the_whole_heading_other_anchors_are_part_of_one() -> None:
    blocks = [
        block("甲", "第三条"),
        block("乙", "第三条之一"),
        block("丙", "运费说明"),
        block("丁", "运费说明", "外省"),
    ]
    assert anchored_texts(blocks, "第三条") == ("甲",)
    assert anchored_texts(blocks, "运费") == ("丙\n丁",)
    assert anchored_texts(blocks, "第九条") == ()


def test_each_row_that_holds_the_words_is_a_place_of_its_own() -> None:
    texts = (("等级", "期限"), ("金叶会员", "15天"), ("银杏会员", "30天"))
    cells = tuple(Cell(text, row, col) for row, line in enumerate(texts) for col, text in enumerate(line))
    blocks = [block("整张表", kind="table", table=Table(cells)), block("金叶会员另有生日礼。")]
    assert anchored_texts(blocks, "金叶会员") == ("金叶会员 15天", "金叶会员另有生日礼。")


def test_places_are_read_from_the_documents(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "退货.md").write_text("# 退货\n\n## 柜台\n\n15天内退。\n\n## 网上\n\n7天内退。\n", encoding="utf-8")
    cases = [
        Case("L1", "网上几天能退", "lookup", ("7天",), (Gold("退货.md", "网上"),)),
        Case("L2", "能退吗", "lookup", ("7天",), (Gold("退货.md", ""),)),
        Case("A1", "有停车场吗", "absent", (), ()),
    ]
    found = places_of(cases, tmp_path, settings)
    assert found == {"L1": (Place("退货.md", ("网上\n7天内退。",)),), "L2": (Place("退货.md"),), "A1": ()}


@pytest.mark.parametrize(("name", "anchor", "message"), [("无.md", "网上", "not there"), ("退货.md", "门店", "门店")])
def test_a_gold_place_that_is_not_there_is_refused(
    tmp_path: Path, settings: Settings, name: str, anchor: str, message: str
) -> None:
    (tmp_path / "退货.md").write_text("# 退货\n\n## 网上\n\n7天内退。\n", encoding="utf-8")
    case = Case("L1", "网上几天能退", "lookup", ("7天",), (Gold(name, anchor),))
    with pytest.raises(InvalidInput, match=message):
        places_of([case], tmp_path, settings)
