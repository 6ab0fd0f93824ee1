"""What a judge says of one answer: plain values, kept in the run so that a figure can be looked into."""

from dataclasses import dataclass
from typing import Literal

State = Literal["judged", "failed", "refused"]


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the judge says of one statement of the answer."""

    statement: str
    supported: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What came of judging one answer.

    Attributes:
        state: ``judged``; ``failed``, no usable judgement came, which never counts in the answer's favour; ``refused``,
            the answer was a refusal, which states nothing, and nobody was asked.
        opinions: One a statement, in the order of the answer.
        correct: The answer says what the suite expects; of a refusal, whether a refusal was expected.
        reason: Why it is correct or not, or why the judgement failed.
    """

    state: State
    opinions: tuple[Opinion, ...] = ()
    correct: bool = False
    reason: str = ""

    @property
    def faithfulness(self) -> float | None:
        """Share (0–1) of the statements that are supported, 0 when judging failed; ``None`` where nothing is stated."""
        if self.state == "failed":
            return 0.0
        return sum(one.supported for one in self.opinions) / len(self.opinions) if self.opinions else None

    @property
    def faithful(self) -> bool:
        """Whether there is a judgement and every statement is supported."""
        return self.state == "judged" and all(one.supported for one in self.opinions)
