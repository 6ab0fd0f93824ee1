"""Dates above and below a statute's text."""

from collections.abc import Callable

from core.chunk import Chunk
from core.document import Document
from core.settings import Settings
from ingestion.chunk import chunk_document

Read = Callable[[str | bytes, str], Document]

LAW = """# 云杉市快递办法

2018年3月2日 云杉市人民政府令第9号公布

2019年3月2日 第一次修订

2018年5月1日 施行

<!-- INFO END -->

第一条 为了促进快递业发展，制定本办法。

第二条 本办法自2018年6月1日起施行。
"""


def chunks(document: Document, settings: Settings) -> tuple[Chunk, ...]:
    return chunk_document(document, settings)


def test_lines_above_the_mark_are_metadata_only(read: Read, settings: Settings) -> None:
    document = read(LAW, "云杉市快递办法(2019-03-02).md")
    assert document.metadata["promulgated"] == "2019-03-02"
    assert document.metadata["effective"] == "2018-05-01"
    assert document.metadata["info"].splitlines()[0].endswith("第9号公布")
    assert document.version == "2019-03-02"
    assert document.title == "云杉市快递办法"
    assert not any("公布" in chunk.text for chunk in chunks(document, settings))


def test_closing_article_dates_it_when_nothing_above_does(read: Read) -> None:
    document = read(LAW.replace("2018年5月1日 施行\n\n", ""), "a.md")
    assert document.metadata["effective"] == "2018-06-01"


def test_from_publication_on_is_dated_only_when_unambiguous(read: Read) -> None:
    text = "# 某规定\n\n2004年7月8日 公布\n\n{more}<!-- INFO END -->\n\n第一条 甲。\n\n第二条 本规定自公布之日起施行。"
    assert read(text.format(more=""), "a.md").metadata["effective"] == "2004-07-08"
    amended = text.format(more="2010年1月2日 修订\n\n")
    assert "effective" not in read(amended, "a.md").metadata


def test_another_comment_is_no_mark(read: Read) -> None:
    document = read("# 标题\n\n普通段落。\n\n<!-- 备注 -->\n\n第二段。", "a.md")
    assert [block.text for block in document.blocks] == ["标题", "普通段落。", "第二段。"]
    assert "info" not in document.metadata
