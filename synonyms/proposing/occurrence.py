"""What a vocabulary is inferred from, and what is inferred."""

from dataclasses import dataclass
from typing import Literal

Source = Literal["table", "row_name", "pair", "prose", "title", "heading"]


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place where a document says something under an attribute's name.

    ``source`` is how: a table column, the column that names the rows, a line ``键：值``, a sentence, a title of the
    form 甲的乙, or another name for what was read already (a heading, a word inside a cell), which counts for nothing
    by itself. ``dimension`` is that of the value, empty for words. ``passage`` is the chunk's id.
    """

    name: str
    subject: str
    value: str
    dimension: str
    source: Source
    document: str
    heading: str
    passage: str


@dataclass(frozen=True, slots=True)
class Example:
    """A value with the place it stands in."""

    subject: str
    value: str
    document: str
    heading: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """An attribute for the vocabulary.

    Attributes:
        name: The canonical name.
        aliases: What else the documents call it, by frequency; the spelling of table headers over two lines included.
        dimension: The commonest dimension of its values, empty for words.
        count: How often it occurs.
        documents: How many documents it occurs in.
        subjects: What it is said of, the commonest first.
        examples: A few values with their places.
    """

    name: str
    aliases: tuple[str, ...]
    dimension: str
    count: int
    documents: int
    subjects: tuple[str, ...]
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A name that is no attribute, and why, in Chinese and English."""

    name: str
    count: int
    reason: str


@dataclass(frozen=True, slots=True)
class Proposals:
    """All of it: attributes by importance, and what was left out."""

    attributes: tuple[Proposal, ...]
    left_out: tuple[LeftOut, ...]
