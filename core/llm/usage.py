"""What asking a language model costs: requests, tokens and, where prices are set, money."""

import re
from dataclasses import dataclass
from decimal import Decimal
from threading import Lock

from core.settings import Settings

_MILLION = Decimal(1_000_000)
_WIDE = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")


@dataclass(frozen=True, slots=True)
class Usage:
    """Requests sent, how many of them were repetitions, and tokens; ``estimated`` when the service counted none."""

    requests: int = 0
    retries: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    estimated: bool = False

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.requests + other.requests,
            self.retries + other.retries,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.estimated or other.estimated,
        )

    def shared(self, weights: list[int]) -> list["Usage"]:
        """Split the tokens by ``weights``, nothing lost to rounding; the first share has all requests."""
        prompts, completions = _split(self.prompt_tokens, weights), _split(self.completion_tokens, weights)
        shares = [Usage(0, 0, *tokens, self.estimated) for tokens in zip(prompts, completions, strict=True)]
        return [Usage(self.requests, self.retries) + shares[0], *shares[1:]] if shares else []


class Meter:
    """Adds up usage while requests run, so that what was spent is known however they end."""

    def __init__(self) -> None:
        self._usage = Usage()
        self._lock = Lock()

    def add(self, usage: Usage) -> None:
        """Count ``usage`` too."""
        with self._lock:
            self._usage += usage

    @property
    def usage(self) -> Usage:
        """Return everything counted so far."""
        with self._lock:
            return self._usage


def estimated_tokens(text: str) -> int:
    """Return about how many tokens ``text`` has: one per wide character, one per four others."""
    wide = len(_WIDE.findall(text))
    return wide + -(-(len(text) - wide) // 4)


def cost_of(prompt_tokens: int, completion_tokens: int, settings: Settings) -> Decimal | None:
    """Return the price of these tokens in the currency the settings are in, ``None`` while they name no price."""
    asked, answered = settings.llm_price_in, settings.llm_price_out
    if asked is None and answered is None:
        return None
    return (prompt_tokens * (asked or Decimal(0)) + completion_tokens * (answered or Decimal(0))) / _MILLION


def _split(total: int, weights: list[int]) -> list[int]:
    whole = sum(weights) or 1
    done = 0
    shares: list[int] = []
    reached = 0
    for weight in weights:
        reached += weight
        upto = total * reached // whole
        shares.append(upto - done)
        done = upto
    return shares
