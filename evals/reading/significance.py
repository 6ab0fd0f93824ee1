"""Paired tests: whether one ranking is better than another on the same questions, or only by chance."""

import random
from collections.abc import Sequence
from fractions import Fraction
from math import comb

_ROUNDS = 10_000
_SEED = 7


def sign_test(left: Sequence[bool], right: Sequence[bool]) -> float:
    """Return the exact two-sided p of the sign test (McNemar's, exact): ties count for neither.

    Raises:
        ValueError: Not the same number of questions.
    """
    pairs = list(zip(left, right, strict=True))
    wins = sum(a and not b for a, b in pairs)
    losses = sum(b and not a for a, b in pairs)
    tails = sum(comb(wins + losses, few) for few in range(min(wins, losses) + 1))
    return float(min(Fraction(1), Fraction(2 * tails, 2 ** (wins + losses))))


def randomisation_test(left: Sequence[float], right: Sequence[float], rounds: int = _ROUNDS) -> float:
    """Return the two-sided p of the paired randomisation test on the mean difference (Fisher; seeded).

    The names of the two rankings are swapped at random for each question, ``rounds`` times; p is the share of swaps
    that differ at least as much as what was seen, the seen one counted in.

    Raises:
        ValueError: Not the same number of questions.
    """
    gaps = [abs(a - b) for a, b in zip(left, right, strict=True) if a != b]
    seen = abs(sum(left) - sum(right)) - 1e-9
    chance = random.Random(_SEED)  # noqa: S311  a test's draw, not a secret
    extreme = 0
    for _ in range(rounds):
        signs = chance.getrandbits(len(gaps)) if gaps else 0
        moved = sum(gap if signs >> place & 1 else -gap for place, gap in enumerate(gaps))
        extreme += abs(moved) >= seen
    return (extreme + 1) / (rounds + 1)
