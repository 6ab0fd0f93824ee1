"""Tokens of one reply: as the service counts them, else estimated."""

from typing import Any

from core.llm.usage import Usage, estimated_tokens


def counted(reply: Any, messages: Any) -> Usage:
    """Return what ``reply`` to ``messages`` took."""
    usage = getattr(reply, "usage", None)
    asked, answered = getattr(usage, "prompt_tokens", None), getattr(usage, "completion_tokens", None)
    if isinstance(asked, int) and isinstance(answered, int):
        return Usage(prompt_tokens=asked, completion_tokens=answered)
    return Usage(
        prompt_tokens=sum(estimated_tokens(str(message.get("content") or "")) for message in messages),
        completion_tokens=sum(estimated_tokens(_content(choice)) for choice in getattr(reply, "choices", None) or ()),
        estimated=True,
    )


def _content(choice: Any) -> str:
    return str(getattr(getattr(choice, "message", None), "content", None) or "")
