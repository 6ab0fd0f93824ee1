"""A question with the values an answer must hold and the place it must come from."""

from dataclasses import dataclass

ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Gold:
    """A right place: a document's source name and a heading, table key or record id in it."""

    document: str
    anchor: str


@dataclass(frozen=True, slots=True)
class GoldFact:
    """A fact the point layer should hold; ``value`` as the source writes it."""

    subject: str
    attribute: str
    value: str


@dataclass(frozen=True, slots=True)
class Case:
    """One question. ``expect`` is empty and ``golds`` too when it must be refused (kind ``absent``).

    Attributes:
        expect: Every value the answer must state.
        golds: Every right place.
        texts: Groups of words; those of a group must stand together in one piece of a right document, such as a
            column's name, a row's name and the value. Attribution of misses needs them.
        facts: What the point layer should hold for it; none when the answer is found in the text alone.
        tags: For figures of their own.
    """

    id: str
    question: str
    kind: str
    expect: tuple[str, ...]
    golds: tuple[Gold, ...]
    texts: tuple[tuple[str, ...], ...] = ()
    facts: tuple[GoldFact, ...] = ()
    tags: tuple[str, ...] = ()

    @property
    def absent(self) -> bool:
        return self.kind == ABSENT
