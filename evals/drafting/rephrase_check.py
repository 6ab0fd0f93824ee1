"""Whether a rewriting asks for the same: nothing given away, nothing lost, one short question in the same language."""

import re

from core.quantity import Quantity, find
from core.text import fold
from evals.drafting.made import Made
from evals.drafting.spelling import Spellings
from evals.values import states

LONGEST = 60
_HAN = re.compile(r"[\u3400-\u9fff]")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_NAMED = re.compile(r"《([^》]+)》")
_STOPS = re.compile(r"[。！!；;\n\r]|[?？](?=.*[^\s”\"'])")
_CONTENT = 2


def fault_of(rewriting: str, made: Made, spellings: Spellings) -> str:
    """Say what is wrong with ``rewriting``, nothing when it may stand in the place of the question.

    Args:
        rewriting: What the model wrote.
        made: The question as it was made by rule, with the values it expects and the words it must keep.
        spellings: Aliases, one of which may stand for the subject.
    """
    words, question = rewriting.strip(), made.case.question
    if not words or _STOPS.search(words.rstrip("?？ ")) or len(_HAN.findall(words)) + len(words.split()) < _CONTENT:
        return "it is not one question"
    if len(words) >= LONGEST:
        return f"it has {LONGEST} characters or more"
    if bool(_HAN.search(words)) != bool(_HAN.search(question)):
        return "it is in another language"
    if any(states(words, value) or fold(value) in fold(words) for value in made.case.expect if fold(value)):
        return "it gives the expected value away"
    if not _same_numbers(words, question):
        return "it loses or adds a number"
    if any(fold(title) not in fold(words) for title in _NAMED.findall(question)):
        return "it loses the document"
    if _loses(made.subject, words, question, spellings):
        return "it loses the subject"
    if any(fold(word) not in fold(words) for word in made.words if not find(word)):
        return "it loses a circumstance"
    return ""


def _loses(subject: str, words: str, question: str, spellings: Spellings) -> bool:
    said = bool(subject) and spellings.stands_in(subject, question)
    return said and not spellings.stands_in(subject, words)


def _same_numbers(words: str, question: str) -> bool:
    """Compare quantities by value, and other numbers (X5, 00123) as they are written."""
    mine, theirs = _quantities(words), _quantities(question)
    kept = all(any(one.same_value(other) for other in mine) for one in theirs)
    added = any(not any(one.same_value(other) for other in theirs) for one in mine)
    known = set(_NUMBER.findall(fold(question)))
    strange = set(_NUMBER.findall(fold(words))) - known
    lost = known - set(_NUMBER.findall(fold(words)))
    if not theirs and not mine:
        return not strange and not lost
    raw = {number for one in (*theirs, *mine) for number in _NUMBER.findall(fold(one.raw))}
    return kept and not added and not (strange - raw) and not (lost - raw)


def _quantities(text: str) -> list[Quantity]:
    return [found.quantity for found in find(text)]
