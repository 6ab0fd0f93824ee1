"""A question in its parts: what it names, what it asks about, and where it begins to ask."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from core.quantity import Found, find
from core.question import MentionKind
from core.text import fold
from retrieval.follow_up.phrases import ASK, ENGLISH_ASK, PARTICLE
from retrieval.wording import language_of
from synonyms.matcher import Matcher


@dataclass(frozen=True, slots=True)
class Named:
    """A known name where it stands: ``text[start:end]``."""

    canonical: str
    kind: MentionKind
    start: int
    end: int


@dataclass(frozen=True)
class Parts:
    """``text`` taken apart. ``head`` is what stands before it begins to ask, ``ask`` the rest."""

    text: str
    names: tuple[Named, ...]

    @cached_property
    def chinese(self) -> bool:
        return language_of(self.text) == "zh"

    @cached_property
    def subjects(self) -> tuple[Named, ...]:
        return tuple(name for name in self.names if name.kind == "subject")

    @cached_property
    def attributes(self) -> tuple[Named, ...]:
        taken = {(name.start, name.end) for name in self.subjects}
        return tuple(name for name in self.names if name.kind == "attribute" and (name.start, name.end) not in taken)

    @cached_property
    def quantities(self) -> tuple[Found, ...]:
        return find(self.text)

    @cached_property
    def ask_start(self) -> int:
        """Where it begins to ask; the end of the text when it does not."""
        match = (ASK.search if self.chinese else ENGLISH_ASK.search)(self.text)
        return match.start() if match else len(self.text)

    @cached_property
    def asks(self) -> bool:
        return self.ask_start < len(self.text)

    @cached_property
    def head(self) -> str:
        return PARTICLE.sub("", self.text[: self.ask_start])

    def words(self, name: Named) -> str:
        """Return a name as the question writes it."""
        return self.text[name.start : name.end]


def parts(text: str, matcher: Matcher) -> Parts:
    """Return ``text`` in its parts, under the names of one knowledge base."""
    places = _places(text)
    names = [
        Named(mention.canonical, mention.kind, places[mention.start], places[mention.end - 1] + 1)
        for mention in matcher.mentions(text)
        if mention.kind in ("subject", "attribute") and mention.end <= len(places)
    ]
    return Parts(text, tuple(sorted(names, key=lambda name: (name.start, name.end))))


def _places(text: str) -> Sequence[int]:
    """Return for each character of the folded text the one of ``text`` that it comes from."""
    return [at for at, char in enumerate(text) for _ in fold(char)]
