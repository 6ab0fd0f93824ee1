"""What happens while a question is answered, as the doors show it."""

from typing import Annotated

from msgspec import Meta, Struct

from core.errors import DianmianError
from retrieval.events import Done, Event, Sources, Token
from service.views.answer import AnswerView, CitationView, answer_view, citation_view
from service.views.problem import Problem, problem_of


class SourcesView(Struct, frozen=True):
    """Event `sources`: what the answer may cite, and the question as it was understood."""

    question: str
    sources: list[CitationView]


class TokenView(Struct, frozen=True):
    """Event `token`: a piece of text as it is written, not yet checked."""

    text: Annotated[str, Meta(description="Put behind the pieces before it.")]


def event_view(event: Event) -> tuple[str, SourcesView | TokenView | AnswerView]:
    """Return the name of ``event`` (``sources``, ``token``, ``done``) and what it holds."""
    match event:
        case Sources(question, citations):
            return "sources", SourcesView(question, [citation_view(citation) for citation in citations])
        case Token(text):
            return "token", TokenView(text)
        case Done(answer):
            return "done", answer_view(answer)


def failure_view(error: Exception) -> tuple[str, Problem]:
    """Return the event ``error`` of a failure after the first event; what nobody foresaw stays inside."""
    known = error if isinstance(error, DianmianError) else DianmianError("something went wrong", advice="see the log")
    return "error", problem_of(known)
