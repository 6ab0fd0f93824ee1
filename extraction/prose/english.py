# ruff: noqa: E501 (patterns read best unbroken)
"""English sentences: The warranty period is 24 months; Refunds are issued within 7 working days."""

import re
from collections.abc import Iterator

from core.fact import Condition
from core.quantity import find
from core.text import Piece
from extraction.draft import Draft

_LETTERS = re.compile(r"[A-Za-z]")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_IS = re.compile(
    r"^(?:the |a |an |our |your |all |each )?(?P<np>[A-Za-z][\w '’/-]{1,60}?) (?:is|are|was|costs?|lasts?|takes?|must be|shall be|will be|equals?|must not exceed|may not exceed|does not exceed)"
    r"(?: (?:up to|at least|at most|no more than|about|limited to))?\s*$",
    re.I,
)
_DONE = re.compile(
    r"^(?:the |a |an |our |your |all |each )?(?P<np>[A-Za-z][\w '’/-]{1,60}?) (?:is|are|must be|shall be|will be|can be|may be)(?: \w+ly)? (?P<done>\w+(?:ed|id|nt|en|ade|old))(?: [\w ]{0,30}?)?\s*$",
    re.I,
)
_IF = re.compile(r"^(?:if|when|where|for|unless|after|before) [^,]+, ?", re.I)


def is_english(text: str) -> bool:
    """Return whether a sentence is written in English."""
    return not _HAN.search(text) and len(_LETTERS.findall(text)) >= 8


def english_facts(sentence: Piece, home: str) -> Iterator[Draft]:
    """Yield the facts of an English sentence: a noun phrase, a verb of being and a value."""
    lead = _IF.match(sentence.text)
    skipped = lead.end() if lead else 0
    conditions = (Condition(lead[0].rstrip(", ")),) if lead else ()
    for found in find(sentence.text):
        before = (
            re.split(r"[,;:] |\band\b", sentence.text[skipped : found.start])[-1].strip()
            if found.start > skipped
            else ""
        )
        named = _names(before + " " if before else "", home)
        if named is None:
            continue
        yield Draft(
            named[0], named[1], found.quantity.raw, sentence.start, sentence.end, "prose.english", 0.7,
            found.quantity, conditions,
        )  # fmt: skip


def _names(before: str, home: str) -> tuple[str, str] | None:
    """Return subject and attribute; ``X of Y`` and ``Y's X`` are X of the subject Y."""
    stated = _IS.match(before.strip())
    if stated:
        name = stated["np"].strip()
        attribute, of, owner = name.partition(" of ")
        if of:
            return re.sub(r"^(?:the|a|an) ", "", owner, flags=re.I), attribute
        whose = re.match(r"^(.+?)['’]s (.+)$", name)
        return (whose[1], whose[2]) if whose else (home, name)
    done = _DONE.match(before.strip())
    return (done["np"].strip(), f"{done['done']} within") if done else None
