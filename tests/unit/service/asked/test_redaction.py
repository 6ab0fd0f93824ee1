"""What tells who somebody is, or opens a door, is gone from what is kept; everything else stays as it was."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.asked.redaction import redacted

DIGITS = st.text("0123456789", min_size=8, max_size=8)
SURROUNDINGS = st.sampled_from(["", "我的是", "，谢谢", "（请回电）", " ok ", "\n", "？"])
FULL = {ord(c): ord(c) - ord("!") + ord("！") for c in string.digits + "@Xx"}


@given(SURROUNDINGS, st.sampled_from("3456789"), DIGITS, SURROUNDINGS, st.sampled_from(["", "+86 ", "86-"]))
def test_mobile_numbers(before: str, second: str, rest: str, after: str, country: str) -> None:
    number = f"1{second}{rest[0]}{rest[:4]}{rest[4:]}"
    spaced = f"{number[:3]} {number[3:7]}-{number[7:]}"
    for written in (number, spaced, number.translate(FULL)):
        kept = redacted(f"{before}{country}{written}{after}")
        assert "〔电话〕" in kept
        assert written not in kept
        assert kept.startswith(before) and kept.endswith(after)


@given(
    st.integers(110000, 659999),
    st.dates(),
    st.integers(0, 999),
    st.sampled_from("0123456789Xx"),
    st.sampled_from(["", "身份证"]),
    st.booleans(),
)
def test_identity_numbers(area: int, born: object, order: int, check: str, before: str, full_width: bool) -> None:
    day = f"{born:%m%d}"
    number = f"{area}19{order % 100:02}{day}{order:03}{check}"
    written = number.translate(FULL) if full_width else number
    assert redacted(f"{before}{written}怎么办") == f"{before}〔证件号〕怎么办"


@given(st.text("0123456789", min_size=16, max_size=19), st.booleans())
def test_card_numbers(number: str, grouped: bool) -> None:
    written = " ".join(number[at : at + 4] for at in range(0, len(number), 4)) if grouped else number
    kept = redacted(f"卡号{written}。")
    assert not any(character.isdigit() for character in kept)


@given(
    st.text(string.ascii_letters + string.digits + "._-", min_size=1, max_size=20).filter(lambda s: s.strip("._-")),
    st.sampled_from(["example.com", "mail.qinghe.cn", "a-b.org"]),
)
def test_addresses(name: str, host: str) -> None:
    kept = redacted(f"请发到{name}@{host}，谢谢")
    assert host not in kept
    assert "〔邮箱〕" in kept or "〔密钥〕" in kept


@pytest.mark.parametrize(
    "key",
    [
        "sk-proj-Ab12Cd34Ef56Gh78Ij90",
        "dm_0f3c2a9b7e1d_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFy",
        "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-DEF_123",
        "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    ],
)
def test_keys(key: str) -> None:
    kept = redacted(f"为什么 {key} 不能用？")
    assert kept == "为什么 〔密钥〕 不能用？"
    assert key[-12:] not in redacted(f"Authorization: Bearer {key}")


@pytest.mark.parametrize(
    "text",
    [
        "金叶会员的退货期限是15天，满59元免运费，不满的收6元",
        "2025年3月1日起执行，2025-03-01至2025-12-31有效",
        "型号X5-2000，价格12999.00元，编号00123",
        "客服热线400-820-8820，每天9:00-21:00",
        "What is the refund period for gold-leaf-members of well-known-bookstores?",
        "",
    ],
)
def test_what_tells_nobody_stays(text: str) -> None:
    assert redacted(text) == text


@given(st.text(max_size=200))
def test_twice_is_once(text: str) -> None:
    once = redacted(text)
    assert redacted(once) == once
