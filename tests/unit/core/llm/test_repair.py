"""Replies are repaired where that takes no guessing, and only there."""

import json

import pytest

from core.llm.repair import repaired
from tests.unit.core.llm.conftest import Pairs

ONE = {"name": "运费", "value": "8元"}
TWO = {"name": "押金", "value": "免收"}
PLAIN = json.dumps({"pairs": [ONE, TWO]}, ensure_ascii=False)
LISTED = json.dumps([ONE, TWO], ensure_ascii=False)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        pytest.param(PLAIN, [ONE, TWO], id="as-asked"),
        pytest.param(f"```json\n{PLAIN}\n```", [ONE, TWO], id="fence"),
        pytest.param(f"```json\n{PLAIN}", [ONE, TWO], id="fence-not-closed"),
        pytest.param(f"好的，结果如下：\n{PLAIN}\n希望有帮助。", [ONE, TWO], id="prose-around"),
        pytest.param(f"见条款[1]{{注}}：{PLAIN}", [ONE, TWO], id="brackets-in-prose"),
        pytest.param(
            f"```json\n{json.dumps([ONE])}\n```\n还有：\n```json\n{json.dumps([TWO])}\n```", [ONE, TWO], id="two-fences"
        ),
        pytest.param(f"```json\n{PLAIN}\n```\n```json\n{PLAIN}\n```", [ONE, TWO], id="two-equal-fences"),
        pytest.param('[{"name": "运费", "value": "8元",}, ]', [ONE], id="trailing-commas"),
        pytest.param('{"name": "a,]", "value": ",}",}', [{"name": "a,]", "value": ",}"}], id="commas-inside-strings"),
        pytest.param(LISTED, [ONE, TWO], id="list-without-name"),
        pytest.param(json.dumps(ONE), [ONE], id="one-object"),
        pytest.param(json.dumps({"pairs": ONE}), [ONE], id="one-object-under-the-name"),
        pytest.param(json.dumps({"结果": [ONE]}), [ONE], id="another-name-for-the-list"),
        pytest.param('{"名称": "运费", "值": "8元"}', [ONE], id="other-names-for-fields"),
        pytest.param('{"NAME ": "运费", "ｖａｌｕｅ": "8元"}', [ONE], id="names-in-another-form"),
        pytest.param('{"值": "9元", "name": "运费", "value": "8元"}', [ONE], id="own-name-wins"),
        pytest.param('{"name": "运费", "value": 6000.00}', [{"name": "运费", "value": "6000.00"}], id="number-kept"),
        pytest.param('{"name": "型号", "value": 1E5}', [{"name": "型号", "value": "1E5"}], id="exponent-kept"),
        pytest.param('{"name": "运费", "value": "8元", "note": null}', [ONE], id="null-left-out"),
        pytest.param(f"<think>也许是 {{x: 1}}？</think>{PLAIN}", [ONE, TWO], id="thoughts-before"),
        pytest.param('{"name": "a\\u0000b", "value": "\\ud800c"}', [{"name": "ab", "value": "?c"}], id="not-storable"),
        pytest.param("[]", [], id="nothing-found"),
        pytest.param('{"pairs": []}', [], id="nothing-found-under-the-name"),
    ],
)
def test_repairable(reply: str, expected: list[dict[str, str]]) -> None:
    text = repaired(reply, Pairs)
    assert text is not None
    assert json.loads(text) == {"pairs": expected}


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param("", id="empty"),
        pytest.param("抱歉，我无法完成这个请求。", id="refusal"),
        pytest.param("没有可提取的事实[1]。", id="words-only"),
        pytest.param(PLAIN[:-5], id="cut-off"),
        pytest.param(LISTED[: len(LISTED) // 2], id="cut-off-in-an-entry"),
        pytest.param('[{"name": "运费" "value": "8元"}]', id="comma-missing"),
        pytest.param("[{'name': '运费', \"value\": '8元'}]", id="quotes-of-python"),
        pytest.param('{"a":' * 2000 + "1" + "}" * 2000, id="too-deep"),
    ],
)
def test_not_repairable(reply: str) -> None:
    assert repaired(reply, Pairs) is None


def test_a_broken_list_does_not_shrink_to_its_last_entry() -> None:
    """Taking the inner objects of a list that cannot be read would lose the others without a word."""
    assert (
        repaired('[{"name": "a", "value": "1"}, {"name": "b" "value": "2"}, {"name": "c", "value": "3"}]', Pairs)
        is None
    )


def test_what_is_no_object_is_left_for_the_check() -> None:
    text = repaired('{"pairs": ["运费8元", {"name": "押金"}]}', Pairs)
    assert text is not None
    assert json.loads(text) == {"pairs": ["运费8元", {"name": "押金"}]}
