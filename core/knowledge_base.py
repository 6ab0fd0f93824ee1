"""A knowledge base: the set of documents, facts and words that one question is asked of."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Mode = Literal["open", "controlled"]


@dataclass(frozen=True, slots=True)
class KnowledgeBase:
    """One knowledge base of one tenant.

    ``mode`` says whether attributes found in documents are used at once (``open``) or wait until someone accepts
    them (``controlled``). ``space_id`` names the embedding space searched, ``None`` before the first vectors.
    ``revision`` grows whenever facts, vocabulary or synonyms change, so that caches know.
    """

    id: int
    name: str
    mode: Mode = "open"
    space_id: str | None = None
    revision: int = 0
    settings: Mapping[str, Any] = field(default_factory=dict)
