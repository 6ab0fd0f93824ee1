"""What a caller limits a question to, in the words of the doors, as the filter that searches take."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from core.errors import InvalidInput
from core.filter import Filter

MOST_VALUES = 100


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits that all hold; one that is not given limits nothing, and of several values one is enough.

    ``where`` are conditions ``field=value`` on any field of documents and records, ``on`` a day written 2025-03-01.
    """

    documents: Sequence[str] | None = None
    category: Sequence[str] | None = None
    product_line: Sequence[str] | None = None
    tags: Sequence[str] | None = None
    where: Sequence[str] | None = None
    fields: Mapping[str, Sequence[str]] = field(default_factory=dict)
    on: str | date | None = None


def filter_of(limits: Limits) -> Filter:
    """Return the filter that ``limits`` mean.

    Raises:
        InvalidInput: A condition has no ``=``, a value is empty, there are more than 100, or the day is none.
    """
    fields: dict[str, tuple[str, ...]] = {}
    named = (("category", limits.category), ("product_line", limits.product_line), ("tags", limits.tags))
    for name, values in (*named, *limits.fields.items(), *_pairs(limits.where or ())):
        if values:
            fields[name] = (*fields.get(name, ()), *(_value(name, value) for value in values))
    documents = None if limits.documents is None else tuple(limits.documents)
    if sum(map(len, fields.values())) + len(documents or ()) > MOST_VALUES:
        raise InvalidInput(f"a filter has at most {MOST_VALUES} values", place="filter")
    return Filter(documents, fields, _day(limits.on))


def _pairs(where: Iterable[str]) -> list[tuple[str, Sequence[str]]]:
    pairs: list[tuple[str, Sequence[str]]] = []
    for condition in where:
        name, sign, value = condition.partition("=")
        if not sign or not name.strip():
            raise InvalidInput(f"{condition!r} is no condition", place="filter.where", advice="write field=value")
        pairs.append((name.strip(), (value,)))
    return pairs


def _value(name: str, value: str) -> str:
    if not value.strip():
        raise InvalidInput("the value is empty", place=f"filter.{name}", advice="give one, or leave the field out")
    return value.strip()


def _day(words: str | date | None) -> date | None:
    if words is None or isinstance(words, date):
        return words
    try:
        return date.fromisoformat(words.strip())
    except ValueError as error:
        raise InvalidInput(f"{words!r} is no day", place="filter.on", advice="write 2025-03-01") from error
