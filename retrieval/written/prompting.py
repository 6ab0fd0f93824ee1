"""The instructions a model is given: readable files, a part for the system and one for the user."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from core.llm import Prompt

_FOLDER = Path(__file__).with_name("prompts")
_DIVIDER = "<!-- user -->"


def prompt(name: str, context: Mapping[str, str]) -> Prompt:
    """Return the prompt in file ``name``; ``context`` is what its places such as ``{{ question }}`` hold."""
    return Prompt(*_parts(name), context)


@lru_cache(maxsize=8)
def _parts(name: str) -> tuple[str, str]:
    system, _, user = (_FOLDER / f"{name}.md").read_text(encoding="utf-8").partition(_DIVIDER)
    return system.strip(), user.strip()
