"""What a judge is told: a readable file per language, each with its version in the first line."""

import re
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).with_name("prompts")
_VERSION = re.compile(r"\A<!-- version: (\w+) -->\n")
_LANGUAGES = ("zh", "en")


def instructions(language: str) -> str:
    """Return the instructions in ``language``, ``zh`` or ``en``."""
    return _read(language)[1]


def version() -> str:
    """Return the version of the instructions; judgements of two versions are not the same measure."""
    (found,) = {_read(language)[0] for language in _LANGUAGES}
    return found


@cache
def _read(language: str) -> tuple[str, str]:
    text = (_FOLDER / f"judge.{language}.md").read_text(encoding="utf-8")
    head = _VERSION.match(text)
    if head is None:
        raise AssertionError(f"judge.{language}.md does not begin with its version")
    return head[1], text[head.end() :].strip()
