"""The strategy is chosen by looking, checked, downgraded, and said."""

import json
from collections.abc import Callable

from core.document import Document
from core.settings import Settings
from ingestion.chunk import cut_document
from ingestion.traceability import trace_rows
from tests.unit.ingestion.cutting.conftest import Cut

Read = Callable[[str | bytes, str], Document]


def test_each_kind_of_document_has_its_strategy(cut: Cut) -> None:
    records = json.dumps([{"question": f"第{n}档的年费是多少？", "answer": f"{n}00元"} for n in range(1, 4)])
    assert cut(records, "问答.json").strategy == "records"
    assert cut("# 办法\n\n## 年费\n\n年费为200元，按年缴纳并开具收据。").strategy == "headings"
    assert cut("年费为200元，按年缴纳并开具收据。", "说明.txt").strategy == "recursive"


def test_a_cut_that_fails_its_check_is_downgraded_and_says_so(cut: Cut, read: Read, settings: Settings) -> None:
    text = "# 术语\n\n" + "\n\n".join(f"## 词{n}\n\n释义{n}" for n in range(12))
    cutting = cut(text)
    assert cutting.strategy == "recursive"
    assert cutting.warnings == (
        "cut by recursive instead of headings: 12 of 12 pieces were shorter than 20 characters",
    )
    document = read(text, "术语.md")
    rows = trace_rows(document, cut_document(document, settings).chunks)
    assert {(row["strategy"], row["splitter_version"]) for row in rows} == {("recursive", "2")}


def test_articles_are_never_downgraded(cut: Cut) -> None:
    cutting = cut("\n\n".join(f"第{n}条 略。" for n in "一二三四五六七八"))
    assert (cutting.strategy, cutting.warnings, len(cutting.chunks)) == ("headings", (), 8)
