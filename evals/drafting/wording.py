"""What is drafted of one fact: a question and what it says, or the reason why there is none."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wording:
    """A question; ``conditional`` when it states a circumstance. ``words`` are cells that it says as they are."""

    question: str
    conditional: bool = False
    words: tuple[str, ...] = ()


class Unaskable(Exception):
    """No clear question can be made of a fact; the message is the reason, counted in the report."""
