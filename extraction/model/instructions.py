"""The instructions a model is given: readable files, one per task and language, each with its version."""

import re
from functools import lru_cache
from pathlib import Path
from typing import Literal

Language = Literal["zh", "en"]
Task = Literal["facts", "records"]

_FOLDER = Path(__file__).with_name("prompts")
_VERSION = re.compile(r"\A<!-- version: (\w+) -->\n")
_HAN = re.compile(r"[\u3400-\u9fff]")
_LATIN_WORD = re.compile(r"[A-Za-z]{2,}")


def language_of(text: str) -> Language:
    """Return ``zh`` unless ``text`` has more English words than Chinese characters."""
    return "en" if len(_LATIN_WORD.findall(text)) > len(_HAN.findall(text)) else "zh"


def instructions(task: Task, language: Language) -> str:
    """Return the instructions for ``task``, a template with places such as ``{{ attributes }}``."""
    return _read(task, language)[1]


@lru_cache(maxsize=8)
def version(task: Task) -> str:
    """Return the version of the instructions, which is part of the identity of everything answered to them."""
    versions = {_read(task, language)[0] for language in ("zh", "en")}
    if len(versions) != 1:
        raise AssertionError(f"the instructions for {task} differ in version: {sorted(versions)}")
    return versions.pop()


@lru_cache(maxsize=8)
def _read(task: str, language: str) -> tuple[str, str]:
    text = (_FOLDER / f"{task}.{language}.md").read_text(encoding="utf-8")
    head = _VERSION.match(text)
    if head is None:
        raise AssertionError(f"{task}.{language}.md does not begin with its version")
    return head[1], text[head.end() :].strip()
