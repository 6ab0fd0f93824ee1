"""Chat completions over HTTP."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from litestar import Controller, Request, Response, post
from litestar.params import JSONBody
from litestar.response import ServerSentEvent, ServerSentEventMessage
from litestar.status_codes import HTTP_200_OK

from retrieval.events import Event
from service.asked.asking import ask, ask_stream
from service.chat.completion import ChatCompletion, Frame, completion
from service.chat.conversation import conversation_of, prompt_of
from service.chat.failure import ChatProblem
from service.chat.models import kb_of_model
from service.chat.request import ChatRequest, check_request
from service.chat.stream import pieces
from service.filter_body import only_of
from service.http.contents import StreamedOperation
from service.http.parameters import App
from service.http.problems import problems
from service.http.scope import CHAT
from service.http.streaming import sent


class ChatController(Controller):
    """Ask a knowledge base as if it were a model."""

    path = "/v1/chat/completions"
    tags = ("chat",)
    # Chats send the whole conversation each time.
    request_max_body_size = 4_000_000

    @post(
        summary="对话 Chat completion",
        opt=CHAT,
        operation_class=StreamedOperation,
        status_code=HTTP_200_OK,
        responses=problems(400, 404, 409, 413, 502, shape=ChatProblem),
        sync_to_thread=True,
    )
    def complete(
        self, application: App, data: JSONBody[ChatRequest], request: Request[Any, Any, Any]
    ) -> Response[ChatCompletion]:
        """Answer the last message of a conversation, as `/v1/kbs/{kb}/ask` does, in the form of OpenAI's interface.

        `model` is the name of a knowledge base. With `"stream": true` the answer comes as server-sent events that end
        with `[DONE]`, the last piece carrying `dianmian`. Parameters that mean nothing here are ignored.
        """
        check_request(data)
        question, history = conversation_of(data.messages)
        with application.database.session() as session:
            kb = kb_of_model(session, data.model).name
        extras = data.extras
        frame = Frame(data.model, kb, str(request.base_url), prompt_of(data.messages), extras.sources)
        only = only_of(extras.filter)
        if not data.stream:
            answer = ask(application, "chat", kb, question, limit=extras.limit, history=history, only=only)
            return Response(completion(answer, frame))
        events = ask_stream(application, "chat", kb, question, limit=extras.limit, history=history, only=only)
        usage = bool(data.stream_options and data.stream_options.include_usage)
        stream: Any = _stream(events, frame, usage=usage)
        return stream  # type: ignore[no-any-return]


def _stream(events: Iterator[Event], frame: Frame, *, usage: bool) -> ServerSentEvent:
    # What fails before the first event is an ordinary error.
    first = next(events)
    data = pieces(chain([first], events), frame, usage=usage)
    return sent(ServerSentEventMessage(data=each) for each in data)
