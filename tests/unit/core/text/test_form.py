"""Width, case and script: two spellings of one word are one word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text import fold, simplify


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("退款到账时效", "退款到帳時效"),
        ("保修期", "保 修 期"),
        ("ＡＢＣ１２３", "abc123"),
        ("Wi-Fi", "wi-fi"),
        ("（一）", "(一)"),
        ("３０％", "30%"),
        ("运费：８元", "运费:8元"),
        ("退貨\u3000規則", "退货规则"),
        ("㎏", "kg"),
        ("電子發票", "电子发票"),
        ("聯繫電話", "联系电话"),
        ("帳戶", "账户"),
        ("5\u00a0天", "5天"),
    ],
)
def test_spellings_of_one_word_fold_alike(left: str, right: str) -> None:
    assert fold(left) == fold(right)


@pytest.mark.parametrize(("left", "right"), [("会员", "非会员"), ("00123", "123"), ("5天", "5日"), ("1.50", "15.0")])
def test_different_words_stay_different(left: str, right: str) -> None:
    assert fold(left) != fold(right)


@pytest.mark.parametrize(
    ("traditional", "simplified"),
    [
        ("退款", "退款"),
        ("產品價格與維修服務", "产品价格与维修服务"),
        ("保險費", "保险费"),
        ("", ""),
        ("ABC 123", "ABC 123"),
    ],
)
def test_simplify(traditional: str, simplified: str) -> None:
    assert simplify(traditional) == simplified


@given(st.text(max_size=60))
def test_simplify_keeps_every_offset(text: str) -> None:
    assert len(simplify(text)) == len(text)


@given(st.text(alphabet=st.sampled_from("退貨款會員Ａa１1 \u3000\t（）％"), max_size=30))
def test_fold_is_stable(text: str) -> None:
    assert fold(fold(text)) == fold(text)
