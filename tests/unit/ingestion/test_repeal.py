"""Only titles in the very sentence that puts them out of force are repealed."""

from collections.abc import Callable

import pytest

from core.document import Document
from ingestion.repeal import repealed_titles

Read = Callable[[str | bytes, str], Document]


@pytest.mark.parametrize(
    ("sentence", "titles"),
    [
        ("1985年2月8日云杉市公布的《云杉市契税暂行办法》同时废止。", ("云杉市契税暂行办法",)),
        ("本办法自2027年1月1日起施行，《旧办法》同时废止。", ("旧办法",)),
        ("原《星河宝退款规则》停止执行。", ("星河宝退款规则",)),
        ("《甲办法》和《乙办法》自2027年1月1日起停止执行。", ("甲办法", "乙办法")),
        (
            "2001年发布的《甲办法》（云财〔2008〕1号）、2002年原云杉市印发的《乙、丙办法》同时废止。",
            ("甲办法", "乙、丙办法"),
        ),
        ("1960年批准的《甲》，1988年发布的《乙》，1991年发布的《丙》，同时废止。", ("甲", "乙", "丙")),
        ("本办法自发布之日起施行，同时废止《甲办法》和《乙办法》（试行）。", ("甲办法", "乙办法")),
        ("根据《立法办法》，《旧办法》同时废止。", ("旧办法",)),
        ("依照《甲法》制定的《乙办法》同时废止。", ("乙办法",)),
        ("《甲办法》与本办法不一致的，《乙办法》同时废止。", ("乙办法",)),
        ("《旧办法》中与本办法抵触的规定同时废止。", ()),
        ("《甲办法》第三条同时废止。", ()),
        ("《甲办法》废止的，依照《乙办法》执行。", ()),
        ("违反《甲办法》的，行政处罚不停止执行。", ()),
        ("2011年1月8日《关于废止和修改部分办法的决定》第一次修订。", ()),
        ("停止领取失业保险金，并同时停止享受其他待遇。", ()),
    ],
)
def test_a_sentence_and_the_titles_it_repeals(sentence: str, titles: tuple[str, ...]) -> None:
    assert repealed_titles(sentence) == titles


def test_repeals_and_their_day_become_metadata(read: Read) -> None:
    text = "# 新办法\n\n第一条 依照《甲法》制定本办法。\n\n第二条 本办法自2027年1月1日起施行，《旧办法》同时废止。\n"
    metadata = read(text, "新办法.md").metadata
    assert metadata["repeals"] == "旧办法"
    assert metadata["repeals_from"] == metadata["effective"] == "2027-01-01"


def test_front_matter_names_what_a_document_replaces(read: Read) -> None:
    front = "---\nreplaces:\n  - 修理、更换规则\n  - 退货规则\n---\n\n# 新规则\n\n《会员规则》同时废止。\n"
    metadata = read(front, "新规则.md").metadata
    assert metadata["repeals"] == "修理、更换规则；退货规则；会员规则"
    assert "repeals_from" not in metadata


def test_a_plain_document_repeals_nothing(read: Read) -> None:
    assert "repeals" not in read("# 说明\n\n参见《退货规则》。\n", "说明.md").metadata
