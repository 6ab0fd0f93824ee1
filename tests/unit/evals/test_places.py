"""Whether a chunk lies at a gold place."""

from typing import Any

import pytest

from evals.places import at_place
from evals.suite import Gold


@pytest.mark.parametrize(
    ("heading", "text", "fields", "anchor", "right"),
    [
        (("总则", "第三条"), "保修12个月。", (), "第三条", True),
        (("第三条",), "保修12个月。", (), "第十三条", False),
        (("第十三条",), "保修12个月。", (), "第三条", False),
        ((), "依照第三条办理。", (), "第三条", False),
        (("第三条之一",), "保修。", (), "第三条", False),
        (("二、退款到账时效",), "三天。", (), "退款到账时效", True),
        (("退款到帳時效",), "三天。", (), "退款到账时效", True),
        ((), "| 星河手机 | 12个月 |", (), "星河手机", True),
        ((), "保修。", (("id", "FAQ-001"),), "FAQ-001", True),
        ((), "保修。", (("id", "FAQ-002"),), "FAQ-001", False),
        ((), "保修。", (), "", True),
    ],
)
def test_anchor(
    made: Any, heading: tuple[str, ...], text: str, fields: tuple[tuple[str, str], ...], anchor: str, right: bool
) -> None:
    assert at_place(made.chunk(text, heading, fields), "保修.md", [Gold("保修.md", anchor)]) is right


def test_the_document_must_be_the_right_one(made: Any) -> None:
    assert not at_place(made.chunk("保修。", ("第三条",)), "别的.md", [Gold("保修.md", "第三条")])


def test_any_of_several_places_is_right(made: Any) -> None:
    golds = [Gold("别的.md", "第一条"), Gold("保修.md", "第三条")]
    assert at_place(made.chunk("保修。", ("第三条",)), "保修.md", golds)


def test_no_place_is_right_without_a_gold_one(made: Any) -> None:
    assert not at_place(made.chunk("保修。", ("第三条",)), "保修.md", [])
