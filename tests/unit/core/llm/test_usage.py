"""Tokens and money."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from core.llm import Usage, cost_of, estimated_tokens
from core.settings import load_settings

COUNTS = st.integers(0, 10**9)


@given(COUNTS, COUNTS, st.lists(st.integers(1, 9999), min_size=1, max_size=9))
def test_sharing_loses_nothing(asked: int, answered: int, weights: list[int]) -> None:
    usage = Usage(3, 1, asked, answered, estimated=True)
    shares = usage.shared(weights)
    assert len(shares) == len(weights)
    assert sum(shares, Usage()) == usage


def test_a_longer_text_bears_more() -> None:
    assert [share.prompt_tokens for share in Usage(prompt_tokens=100).shared([1, 3])] == [25, 75]


def test_cost_at_the_prices_set() -> None:
    settings = load_settings(_env_file=None, llm_price_in="2", llm_price_out="8")
    assert cost_of(1_000_000, 500_000, settings) == Decimal(6)
    assert cost_of(1, 0, settings) == Decimal("0.000002")


def test_no_price_no_cost() -> None:
    assert cost_of(1, 1, load_settings(_env_file=None)) is None


def test_estimates_count_characters_of_chinese_and_quarters_of_words() -> None:
    assert estimated_tokens("退款时间") == 4
    assert estimated_tokens("refund time!") == 3
    assert estimated_tokens("") == 0
