"""Proposals as a vocabulary file to edit: YAML that can be imported, with what it rests on in comments."""

import unicodedata
from collections.abc import Iterator

import yaml

from synonyms.proposing.occurrence import Example, Proposal, Proposals

_HEAD = """\
# 由文档推出的词表初稿：请改名、并入或删去，再用 dianmian vocabulary import 导入。
# A first vocabulary inferred from documents: rename, merge or delete, then read it with dianmian vocabulary import.
# 别名会并到名称之下。 An alias leads to the name above it; move it out where that is wrong.
"""
_LONGEST = 120


def outline(found: Proposals) -> str:
    """Return ``found`` as YAML. What comes from documents stands in comments on one line each, or quoted."""
    lines = [_HEAD, "attributes:" if found.attributes else "attributes: []"]
    for item in found.attributes:
        lines += _entry(item)
    if found.left_out:
        lines += ["", "# 未列入 left out:"]
        lines += [f"# - {_line(item.name)} ({item.count}): {_line(item.reason)}" for item in found.left_out]
    return "\n".join(lines) + "\n"


def _entry(item: Proposal) -> Iterator[str]:
    subjects = "、".join(_line(subject) for subject in item.subjects)
    yield f"  # {item.count} 处 places · {item.documents} 个文档 documents · 主体 subjects: {subjects}"
    for example in item.examples:
        yield f"  #   {_example(example)}"
    yield f"  - name: {_scalar(item.name)}"
    if item.dimension:
        yield f"    dimension: {item.dimension}"
    if item.aliases:
        yield f"    aliases: [{', '.join(map(_scalar, item.aliases))}]"


def _example(example: Example) -> str:
    place = " › ".join(part for part in (example.document, example.heading) if part)
    return f"{_line(example.subject)}: {_line(example.value)} — {_line(place)}"


def _line(text: str) -> str:
    """Return ``text`` on one line without control characters: a line break would end the comment."""
    kept = "".join(" " if unicodedata.category(char)[0] in "CZ" else char for char in text)
    line = " ".join(kept.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def _scalar(text: str) -> str:
    """Return ``text`` as a quoted YAML scalar inside a list."""
    return str(yaml.safe_dump([text], allow_unicode=True, default_flow_style=True, width=10_000)).strip()[1:-1]
