"""Stable identifiers and hashes."""

from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.identity import content_hash, stable_id


def test_ids_are_the_same_on_every_machine() -> None:
    assert stable_id("fct", "a", "b") == "fct_" + blake2b(b"a\x1fb\x1f", digest_size=10).hexdigest()


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (("ab", "c"), ("a", "bc")),
        (("a", "b"), ("b", "a")),
        (("a",), ("a", "")),
        ((), ("",)),
        (("00123",), ("123",)),
    ],
)
def test_parts_and_their_order_count(left: tuple[str, ...], right: tuple[str, ...]) -> None:
    assert stable_id("x", *left) != stable_id("x", *right)


@given(st.text(max_size=20), st.text(max_size=20))
def test_shape(left: str, right: str) -> None:
    made = stable_id("chk", left, right)
    prefix, _, digits = made.partition("_")
    assert prefix == "chk"
    assert len(digits) == 20
    assert set(digits) <= set("0123456789abcdef")
    assert made == stable_id("chk", left, right)


def test_a_lone_surrogate_has_an_id() -> None:
    assert stable_id("x", "\ud800") != stable_id("x", "\ud801")


def test_content_hash() -> None:
    assert content_hash("abc") == content_hash(b"abc")
    assert content_hash(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert content_hash("退款") != content_hash("退 款")
