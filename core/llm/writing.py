"""Running text from a model: templates filled in before, thinking left out after."""

import re
from collections.abc import Iterable, Iterator

from core.llm.port import Prompt

_PLACE = re.compile(r"\{\{\s*(\w+)\s*\}\}")
_BEGINS, _ENDS = "<think>", "</think>"


def messages_of(prompt: Prompt) -> list[dict[str, str]]:
    """Return ``prompt`` as messages. What is put into a template is never read as one."""

    def filled(template: str) -> str:
        return _PLACE.sub(lambda match: prompt.context.get(match[1], match[0]), template)

    return [{"role": "system", "content": filled(prompt.system)}, {"role": "user", "content": filled(prompt.user)}]


def without_thinking(pieces: Iterable[str]) -> Iterator[str]:
    """Yield ``pieces`` without the ``<think>…</think>`` that reasoning models put before their answer."""
    held, begun = "", False
    for piece in pieces:
        if begun:
            yield piece
            continue
        held += piece
        start = held.lstrip()
        if not start or _BEGINS.startswith(start[: len(_BEGINS)]):
            if _ENDS not in start:
                continue
            start = start.partition(_ENDS)[2].lstrip()
        if start:
            begun = True
            yield start
    if not begun and held.strip() and not held.lstrip().startswith(_BEGINS):
        yield held.lstrip()
