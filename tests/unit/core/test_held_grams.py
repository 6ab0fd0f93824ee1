"""Asking whether tokens are held says the same as making the whole set."""

from hypothesis import given
from hypothesis import strategies as st

from core.text import gram_set, held_grams

TEXT = st.text(alphabet="退款到账帳时效 7天abA-2.，。１", max_size=30)


@given(TEXT, st.lists(TEXT, max_size=3))
def test_held_grams_are_those_of_the_set(text: str, others: list[str]) -> None:
    tokens = gram_set(text + "".join(others)) | {gram for other in others for gram in gram_set(other)}
    assert held_grams(text, tokens) == gram_set(text) & tokens


def test_no_gram_reaches_over_punctuation() -> None:
    assert held_grams("退，款", ["c:退款", "c:退", "c:款"]) == {"c:退", "c:款"}
