"""Whether a fact's words hold a header: forms that may differ, and forms that may not."""

import pytest

from core.fact import Condition, Fact
from evals.facts.header_match import lacking, words_of


def fact(subject: str, attribute: str, *conditions: Condition) -> Fact:
    return Fact("fct_1", subject, attribute, "5", "chk_1", "doc_1", "5", 0, 1, conditions=conditions)


def test_words_are_subject_attribute_and_conditions_but_not_the_value() -> None:
    words = words_of(fact("青禾水泵", "质保", Condition("渠道：门店", "渠道")))
    assert not lacking(["青禾水泵", "质保", "渠道", "门店"], words)
    assert lacking(["5", "质保"], words) == ("5",)


@pytest.mark.parametrize(
    ("header", "attribute"),
    [
        ("折旧年限（年）", "折旧年限"),
        ("出资额（单位：万元）", "出资额"),
        ("扭矩(N.m)", "扭矩"),
        ("持股比例%", "持股比例"),
        ("单价/元", "单价"),
        ("其中：云杉币", "云杉币"),
        ("一、营业收入", "营业收入"),
        ("（二）其他收益", "其他收益"),
        ("⑴罚款收入", "罚款收入"),
        ("1、养老保险", "养老保险"),
        ("项　 目：", "項目"),
    ],
)
def test_unit_marker_width_and_script_may_differ(header: str, attribute: str) -> None:
    assert not lacking([header], words_of(fact("甲", attribute)))


@pytest.mark.parametrize(
    ("header", "attribute"),
    [
        ("青禾科技（北京）有限公司", "青禾科技有限公司"),
        ("云杉补贴办法（试行）", "云杉补贴办法"),
        ("青禾发[2031]7号", "青禾发7号"),
        ("期末余额", "期初余额"),
        ("2.0版", "版"),
    ],
)
def test_a_name_with_something_cut_out_is_another_name(header: str, attribute: str) -> None:
    assert lacking([header], words_of(fact("甲", attribute))) == (header,)


def test_a_header_does_not_run_over_two_parts() -> None:
    assert lacking(["期末余额"], words_of(fact("期末", "余额"))) == ("期末余额",)
