"""What happens while a question is answered, in order: sources, pieces of text, the answer."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from core.answer import Answer, Citation


@dataclass(frozen=True, slots=True)
class Sources:
    """What the answer may cite, known before its first word. ``question`` is the question as it was understood."""

    question: str
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of text as it is written. Nothing of it has been checked yet."""

    text: str


@dataclass(frozen=True, slots=True)
class Done:
    """The answer, whole and checked. It holds even where it differs from the pieces before it."""

    answer: Answer


Event = Sources | Token | Done


def composed_events(answer: Answer) -> Iterator[Event]:
    """Yield the events of an answer that was composed without a model: its text is one piece."""
    yield Sources(answer.question, answer.citations)
    yield Token(answer.text)
    yield Done(answer)


def last_answer(events: Iterable[Event]) -> Answer:
    """Return the answer that ``events`` end with."""
    answers = [event.answer for event in events if isinstance(event, Done)]
    return answers[-1]
