"""The name a file arrives with."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InvalidInput
from service.uploads import LONGEST_NAME, clean_name


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("规则.md", "规则.md"),
        ("../../规则.md", "规则.md"),
        ("..\\..\\规则.md", "规则.md"),
        (" 规则\x00\x1b[31m\n.md ", "规则[31m.md"),
        ("\u202e规则.md", "规则.md"),
        ("e\u0301.md", "\u00e9.md"),
    ],
)
def test_folders_and_control_characters_go(sent: str, kept: str) -> None:
    assert clean_name(sent) == kept


@pytest.mark.parametrize("sent", ["", " ", ".", "..", "a/..", "\x00\x1f", "folder/"])
def test_a_name_that_is_none(sent: str) -> None:
    with pytest.raises(InvalidInput):
        clean_name(sent)


@given(st.text(max_size=400))
def test_what_is_kept_is_short_printable_and_stable(sent: str) -> None:
    try:
        kept = clean_name(sent)
    except InvalidInput:
        return
    assert 0 < len(kept) <= LONGEST_NAME
    assert not set(kept) & set("/\\\x00\n\r\x1b")
    assert clean_name(kept) == kept
