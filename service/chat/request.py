"""A request for a chat completion, as far as it means something here; whatever else clients send is ignored."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from core.errors import InvalidInput
from retrieval.retriever import MOST_RESULTS
from service.filter_body import FilterBody

Role = Literal["system", "developer", "user", "assistant", "tool", "function"]
_MOST_MESSAGES = 2000


class ContentPart(Struct, frozen=True):
    """A part of a message's content; only text can be read."""

    type: Annotated[str, Meta(description="`text`.", examples=["text"])]
    text: str | None = None


class ChatMessage(Struct, frozen=True):
    """A message of the conversation."""

    role: Annotated[Role, Meta(description="Only what user and assistant said counts.", examples=["user"])]
    content: Annotated[str | list[ContentPart] | None, Meta(examples=["金卡会员的退货期限是几天？"])] = None


class StreamOptions(Struct, frozen=True):
    """What a stream also says."""

    include_usage: bool | None = None


class ChatExtras(Struct, frozen=True, forbid_unknown_fields=True):
    """What no other service has."""

    sources: Annotated[bool, Meta(description="Whether the message ends with its list of sources.")] = True
    limit: Annotated[int, Meta(ge=1, le=MOST_RESULTS, description="At most this many passages.")] = 5
    filter: Annotated[FilterBody | None, Meta(description="What is searched; null for everything.")] = None


class ChatRequest(Struct, frozen=True):
    """A conversation that ends with a question."""

    model: Annotated[
        str, Meta(min_length=1, max_length=2000, description="Name of a knowledge base.", examples=["shop"])
    ]
    messages: Annotated[list[ChatMessage], Meta(min_length=1, max_length=_MOST_MESSAGES)]
    stream: Annotated[bool | None, Meta(description="Whether the answer comes as it is written; unset: whole.")] = None
    stream_options: StreamOptions | None = None
    n: Annotated[int | None, Meta(description="Only 1.")] = None
    tools: Annotated[list[Any] | None, Meta(description="Ignored: no function is ever called.")] = None
    tool_choice: Annotated[Any, Meta(description="Anything that demands a call is refused.")] = None
    response_format: Annotated[dict[str, Any] | None, Meta(description="Only text.")] = None
    dianmian: Annotated[ChatExtras | None, Meta(description="Settings of this service; may be left out.")] = None

    @property
    def extras(self) -> ChatExtras:
        """Return the settings of this service, their defaults where none were sent."""
        return self.dianmian or ChatExtras()


def check_request(request: ChatRequest) -> None:
    """Check that nothing is demanded that will not be given.

    Raises:
        InvalidInput: Several answers, a call of a function, or JSON; the place names the parameter.
    """
    if request.n not in (None, 1):
        raise InvalidInput("there is one answer to a question", place="n", advice="leave n out, or send 1")
    if request.tool_choice not in (None, "none", "auto"):
        raise InvalidInput(
            "no function can be called here", place="tool_choice", advice="leave it out, or send none or auto"
        )
    if request.response_format is not None and request.response_format.get("type", "text") != "text":
        raise InvalidInput(
            "an answer is text with its sources",
            place="response_format",
            advice="leave it out: facts and citations are in `dianmian` of the message",
        )
