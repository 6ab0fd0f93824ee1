"""When a question must name its document, and how."""

import re

from core.fact import Fact
from core.text import fold
from evals.drafting.material import Material
from evals.drafting.phrasing import pick

_STATE = re.compile(r"^中华人民共和国")
_EDITION = re.compile(r"[（(][^（）()]*[)）]$")
_MODEL = re.compile(r"[A-Za-z]+\s?\d|\d+\s?[A-Za-z]+|[一-龥]\d{2,}")
_ITEM = re.compile(r"^\s*[（(][一二三四五六七八九十\d]+[)）]")
_GENERIC = frozenset({"常见问题", "faq", "问答"})


def needs_title(fact: Fact, material: Material) -> bool:
    """Return whether the subject alone does not say what is spoken of.

    True of a subject nobody chose for the vocabulary, of one several documents speak of where there is no
    vocabulary, and of one that is no more than the document's topic.
    """
    spellings = material.spellings
    if spellings.curated:
        return fold(fact.subject) not in spellings.curated
    if is_topic(fact, material) or _ITEM.search(fact.quote):
        return True
    if not spellings.stands_in(fact.subject, fact.quote):
        return True
    return material.spread.get(fold(fact.subject), 0) > 1 and not _MODEL.search(fact.subject)


def is_topic(fact: Fact, material: Material) -> bool:
    """Return whether the subject is what its document is about, and no one the sentence speaks of."""
    title = material.sources[fact.document_id].title
    return fold(fact.subject) not in material.spellings.curated and fold(fact.subject) in fold(title)


def short_title(fact: Fact, material: Material) -> str:
    """Return the title of a fact's document as people say it, without the state's name and the edition."""
    return plain_title(material.sources[fact.document_id].title)


def plain_title(title: str) -> str:
    """Return ``title`` without the state's name and the edition: 劳动法, 保修服务手册."""
    return _EDITION.sub("", _STATE.sub("", title)) or title


def says_nothing(title: str) -> bool:
    """Return whether ``title`` would tell nobody which matter is meant."""
    return fold(title) in _GENERIC


def titled(question: str, title: str, draw: str) -> str:
    """Return ``question`` with the document it is asked of."""
    if says_nothing(title):
        return question
    return pick((f"按《{title}》，{question}", f"根据《{title}》，{question}"), draw + "title")
