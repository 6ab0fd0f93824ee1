"""A drafted question with what a rewriting of it must keep."""

from dataclasses import dataclass

from evals.suite import Case


@dataclass(frozen=True, slots=True)
class Made:
    """A case, the name it asks about (empty where only its document tells), and words it must say as they are."""

    case: Case
    subject: str = ""
    words: tuple[str, ...] = ()
