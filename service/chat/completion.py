"""An answer as a chat completion."""

import re
import time
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Annotated, Literal
from urllib.parse import quote

from msgspec import Meta, Struct

from core.answer import Answer, Grade, Route
from core.llm.usage import estimated_tokens
from service.chat.source_list import source_list
from service.views.answer import CitationView, citation_view
from service.views.fact import FactView, fact_view

_MARK = re.compile(r"\[(\d+)\]")


class UrlCitation(Struct, frozen=True):
    """Where the source of a mark is opened."""

    start_index: Annotated[int, Meta(description="First character of the mark in the content, from 0.")]
    end_index: int
    url: Annotated[str, Meta(description="The cited chunk, in this service.")]
    title: str


class Annotation(Struct, frozen=True):
    """A mark such as [1] in the content, and its source."""

    url_citation: UrlCitation
    type: Literal["url_citation"] = "url_citation"


class ChatMetadata(Struct, frozen=True):
    """What an answer stands on, for programs; see the fields of the same names of `/v1/kbs/{kb}/ask`."""

    id: str
    grade: Grade
    confidence: float
    route: Route
    refused: bool
    reason: str
    citations: list[CitationView]
    facts: list[FactView]
    degraded: list[str]
    warnings: list[str]
    conflicts: list[str]
    completed_question: str


class AssistantMessage(Struct, frozen=True):
    """The answer, with [1] for its sources and their list at the end."""

    content: str
    dianmian: ChatMetadata
    annotations: list[Annotation]
    role: Literal["assistant"] = "assistant"
    refusal: None = None


class Choice(Struct, frozen=True):
    """The one choice. A refusal is an ordinary message; `dianmian.refused` says so."""

    message: AssistantMessage
    index: Literal[0] = 0
    finish_reason: Literal["stop"] = "stop"
    logprobs: None = None


class ChatUsage(Struct, frozen=True):
    """Estimated tokens of the messages sent and of the content returned: one a wide character, one per four others.

    They say how long texts were. What a language model behind the service was sent is not in them.
    """

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class ChatCompletion(Struct, frozen=True):
    """The whole answer."""

    id: str
    created: Annotated[int, Meta(description="Seconds since 1970.")]
    model: str
    choices: list[Choice]
    usage: ChatUsage
    object: Literal["chat.completion"] = "chat.completion"


@dataclass(frozen=True, slots=True)
class Frame:
    """What all pieces of one completion have in common.

    Attributes:
        model: The model as it was asked for.
        kb: The knowledge base it is.
        base_url: Address of the service, ending with a slash.
        prompt: Text of all messages.
        sources: Whether the list of sources is put behind the text.
    """

    model: str
    kb: str
    base_url: str
    prompt: str
    sources: bool = True
    id: str = field(default_factory=lambda: f"chatcmpl-{token_hex(12)}")
    created: int = field(default_factory=lambda: int(time.time()))

    def usage(self, content: str) -> ChatUsage:
        """Return how long the messages and ``content`` are."""
        asked, answered = estimated_tokens(self.prompt), estimated_tokens(content)
        return ChatUsage(asked, answered, asked + answered)

    def ending(self, answer: Answer) -> str:
        """Return what is put behind the text of ``answer``."""
        return source_list(answer.citations) if self.sources else ""


def completion(answer: Answer, frame: Frame) -> ChatCompletion:
    """Return ``answer`` as a completion."""
    content = answer.text + frame.ending(answer)
    message = AssistantMessage(content, metadata(answer), annotations(answer, frame))
    return ChatCompletion(frame.id, frame.created, frame.model, [Choice(message)], frame.usage(content))


def metadata(answer: Answer) -> ChatMetadata:
    """Return what ``answer`` stands on."""
    return ChatMetadata(
        id=answer.id,
        grade=answer.grade,
        confidence=answer.confidence,
        route=answer.route,
        refused=answer.refused,
        reason=answer.reason,
        citations=[citation_view(citation) for citation in answer.citations],
        facts=[fact_view(fact) for fact in answer.facts],
        degraded=list(answer.degraded),
        warnings=list(answer.warnings),
        conflicts=list(answer.conflicts),
        completed_question=answer.completed_question,
    )


def annotations(answer: Answer, frame: Frame, offset: int = 0) -> list[Annotation]:
    """Return every mark in the text of ``answer`` with the address of its source; ``offset`` stands before the text."""
    cited = {str(citation.number): citation for citation in answer.citations}
    return [
        Annotation(
            UrlCitation(
                offset + mark.start(),
                offset + mark.end(),
                f"{frame.base_url}v1/kbs/{quote(frame.kb, safe='')}/chunks/{quote(citation.chunk_id, safe='')}",
                citation.title or citation.source_name,
            )
        )
        for mark in _MARK.finditer(answer.text)
        if (citation := cited.get(mark[1]))
    ]
