"""Messages of a chat to a question and the turns before it."""

from collections.abc import Sequence

from core.errors import InvalidInput
from retrieval.conversation import LONGEST_TURN, MOST_TURNS, Turn
from service.chat.request import ChatMessage
from service.chat.source_list import without_sources

_TEXT = ("text", "input_text", "output_text")


def conversation_of(messages: Sequence[ChatMessage]) -> tuple[str, list[Turn]]:
    """Return the question that ``messages`` end with, and the turns before it.

    Chats send all they have: of a long one the last 20 turns count, each up to 20,000 characters. What systems,
    developers and tools say is left out, for answers come from documents alone.

    Raises:
        InvalidInput: A part is no text, the last word is not the user's, or it is empty; the place names the message.
    """
    said = [
        (place, message.role, _text(message, place))
        for place, message in enumerate(messages)
        if message.role in ("user", "assistant")
    ]
    if not said or said[-1][1] != "user":
        place = f"messages[{len(messages) - 1}].role"
        raise InvalidInput("the last message must be the user's", place=place, advice="end with a question")
    last, _, question = said[-1]
    if not question.strip():
        raise InvalidInput("the question is empty", place=f"messages[{last}].content", advice="ask something")
    return question, _turns([(role, text) for _, role, text in said[:-1]])


def prompt_of(messages: Sequence[ChatMessage]) -> str:
    """Return all text of ``messages``, whoever says it."""
    return "\n".join(_plain(message) for message in messages)


def _turns(said: Sequence[tuple[str, str]]) -> list[Turn]:
    turns: list[Turn] = []
    for role, text in said:
        if role == "user" and text.strip():
            turns.append(Turn(text[:LONGEST_TURN]))
        elif role == "assistant" and turns:
            before = turns[-1]
            turns[-1] = Turn(before.question, (before.answer + without_sources(text))[:LONGEST_TURN])
    return turns[-MOST_TURNS:]


def _text(message: ChatMessage, place: int) -> str:
    parts = message.content if isinstance(message.content, list) else []
    for number, part in enumerate(parts):
        if message.role == "user" and (part.type not in _TEXT or part.text is None):
            raise InvalidInput(
                f"a part of type {part.type!r} cannot be read",
                place=f"messages[{place}].content[{number}].type",
                advice="send text alone",
            )
    return _plain(message)


def _plain(message: ChatMessage) -> str:
    if isinstance(message.content, str):
        return message.content
    return "\n".join(part.text for part in message.content or () if part.text is not None)
