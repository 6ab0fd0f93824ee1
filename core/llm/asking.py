"""Asking for a structure through instructor: it puts the form into the prompt, checks the reply and asks again."""

import logging
from typing import Any, Protocol, TypeVar

import instructor
from instructor.core import IncompleteOutputException, InstructorRetryException
from pydantic import ValidationError

from core.errors import DianmianError
from core.llm.form import Form
from core.llm.port import Prompt, UnusableReply

F = TypeVar("F", bound=Form)
_SHOWN = 80

# It logs every failed reply as an error, text included; failures are reported by whoever asks.
logging.getLogger("instructor").setLevel(logging.CRITICAL + 1)


class Call(Protocol):
    """Sends messages and returns a ``ChatCompletion``; ``last`` is the text of the last reply, unrepaired."""

    last: str

    def __call__(self, *, messages: Any, **_more: Any) -> Any: ...


def ask_and_check(call: Call, prompt: Prompt, form: type[F], tries: int, place: str) -> F:
    """Return the reply as a filled ``form``, asked for at most ``tries`` more times with the error.

    Raises:
        UnusableReply: None of the replies fits.
        DianmianError: What ``call`` raised.
    """

    def create(*, messages: Any, **more: Any) -> Any:
        return call(messages=messages, **more)

    asked: Any = instructor.patch(create=create, mode=instructor.Mode.MD_JSON)
    messages = [{"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user}]
    try:
        # What the context holds is put in after the templates are read, so a document with {{ }} stays text.
        answer: F = asked(
            response_model=form, messages=messages, context=dict(prompt.context) or None, max_retries=tries
        )
    except IncompleteOutputException as error:
        raise UnusableReply("the reply was cut off by its length", place=place, truncated=True) from error
    except InstructorRetryException as error:
        if isinstance(error.__cause__, DianmianError):
            raise error.__cause__ from None
        raise UnusableReply(_why(error.__cause__, call.last), place=place) from error
    return answer


def _why(error: BaseException | None, reply: str) -> str:
    words = " ".join(reply.split())
    if not words:
        return "the reply is empty"
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        if first["type"] != "json_invalid":
            return f"the reply does not fit: {'.'.join(map(str, first['loc']))}: {first['msg']}"
    elif error is not None:
        return f"{type(error).__name__}: {error}"
    return f"the reply holds no JSON that can be read: {words[:_SHOWN]}"
