"""What the rest of the program needs of a language model: a prompt in, a checked structure or running text out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from core.errors import UpstreamFailed
from core.llm.form import Form
from core.llm.usage import Meter

F = TypeVar("F", bound=Form)


@dataclass(frozen=True, slots=True)
class Prompt:
    """Two templates, and the words put where they say ``{{ name }}``.

    Text of documents goes into ``context`` only: templates are rendered, what is put into them is not.
    """

    system: str
    user: str
    context: Mapping[str, str] = field(default_factory=dict)


class UnusableReply(UpstreamFailed):
    """The model answers, but not with what was asked for. ``truncated``: the answer was cut off by its length."""

    def __init__(self, message: str, *, place: str = "", advice: str = "", truncated: bool = False) -> None:
        super().__init__(message, place=place, advice=advice)
        self.truncated = truncated


class LanguageModel(Protocol):
    """A language model. One object may be asked by several threads at once."""

    @property
    def name(self) -> str:
        """The model's name: part of the identity of everything it says."""
        ...

    def ask(self, prompt: Prompt, form: type[F], meter: Meter) -> F:
        """Return the answer as a filled ``form``.

        Args:
            prompt: What to ask.
            form: The structure of the answer. A reply that does not fit is asked for again, with the error.
            meter: Counts what is spent, also when this fails.

        Raises:
            UnusableReply: No reply fits, also after asking again, or the service will not take this prompt.
            UpstreamFailed: The service does not answer.
            RateLimited: It refuses more calls for now.
            ConfigurationError: It refuses the key, or does not know the model.
        """
        ...

    def write(self, prompt: Prompt, meter: Meter) -> Iterator[str]:
        """Yield running text piece by piece, as the model writes it.

        Closing the iterator ends the request. Pieces that were yielded before an error are not taken back.

        Raises:
            UnusableReply: It wrote nothing, was cut off by its length, or the service will not take this prompt.
            UpstreamFailed: The service does not answer, or not to the end in the time set.
            RateLimited: It refuses more calls for now.
            ConfigurationError: It refuses the key, or does not know the model.
        """
        ...
