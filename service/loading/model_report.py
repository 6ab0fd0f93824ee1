"""What a language model did in one load."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from core.llm import Usage, cost_of
from core.settings import Settings

ModelState = Literal["none", "off", "done", "stopped"]


@dataclass(frozen=True, slots=True)
class ModelReport:
    """Counts of one load.

    ``state``: ``none``, no language model is set and facts come from rules alone; ``off``, this knowledge base does
    not use it; ``done``; ``stopped``, it answers no more and the rest waits for the next load. ``read``, ``cached``
    (known from an equal chunk), ``failed`` and ``waiting`` count chunks. ``facts`` were added, ``confirmed`` are
    rules' facts it agrees with, ``refused`` its statements that the text does not bear out. ``cost`` is ``None``
    while no price is set; tokens are ``estimated`` when the service did not count them.
    """

    state: ModelState
    model: str = ""
    read: int = 0
    cached: int = 0
    failed: int = 0
    waiting: int = 0
    facts: int = 0
    confirmed: int = 0
    refused: int = 0
    requests: int = 0
    retries: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    estimated: bool = False
    cost: Decimal | None = None


class ModelTally:
    """Counts as the work goes on."""

    def __init__(self) -> None:
        self.state: ModelState = "none"
        self.model = ""
        self.read = self.cached = self.failed = self.waiting = 0
        self.facts = self.confirmed = self.refused = 0
        self.usage = Usage()

    def report(self, settings: Settings) -> ModelReport:
        """Return what was counted so far."""
        usage = self.usage
        return ModelReport(
            state=self.state,
            model=self.model,
            read=self.read,
            cached=self.cached,
            failed=self.failed,
            waiting=self.waiting,
            facts=self.facts,
            confirmed=self.confirmed,
            refused=self.refused,
            requests=usage.requests,
            retries=usage.retries,
            prompt_tokens=usage.prompt_tokens,
            completion_tokens=usage.completion_tokens,
            estimated=usage.estimated,
            cost=cost_of(usage.prompt_tokens, usage.completion_tokens, settings),
        )
