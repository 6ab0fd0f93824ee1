"""As much of a passage as there is room for: all of it, else what says most about the question."""

from core.answer import Passage
from retrieval.findings import Findings
from retrieval.quotes import scored

_GAP = "\n…\n"


def excerpt(passage: Passage, findings: Findings, longest: int, seen: set[str]) -> str:
    """Return text of ``passage``, at most ``longest`` characters.

    The larger chunk around the passage is shown when it fits and is not in ``seen``, the ids of those shown before;
    it is then added there. Statements of a long passage keep their order; a table keeps its header.
    """
    parent = passage.parent
    if parent is not None and parent.id not in seen and len(parent.text) <= longest:
        seen.add(parent.id)
        return parent.text
    text = passage.chunk.text
    return text if len(text) <= longest else _best_of(passage, findings, longest)


def _best_of(passage: Passage, findings: Findings, longest: int) -> str:
    head = _head(passage) if passage.chunk.kind == "table" else ""
    room = longest - len(head)
    kept = []
    quotes = sorted(scored(passage, findings.question, findings.terms), key=lambda quote: (-quote.score, quote.start))
    for quote in quotes:
        if len(quote.text) + len(_GAP) <= room:
            kept.append(quote)
            room -= len(quote.text) + len(_GAP)
    kept.sort(key=lambda quote: quote.start)
    body = _GAP.join(quote.text for quote in kept)
    return head + body if body else passage.chunk.text[: max(longest, 0)]


def _head(passage: Passage) -> str:
    """Return a table up to the end of its delimiter line."""
    lines = passage.chunk.text.splitlines(keepends=True)
    first = next((at for at, line in enumerate(lines) if line.lstrip().startswith("|")), None)
    return "" if first is None else "".join(lines[: first + 2])
