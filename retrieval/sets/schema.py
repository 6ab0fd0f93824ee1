"""What a knowledge base's records look like: attributes with what they measure, and the words their values are."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from core.text import fold
from retrieval.sets.wordings import FILLER
from store import fact_values
from store.fact_values import AttributeUse, ValueUse
from store.session import Session

# Records are complete and of one form; what prose says of a subject is neither.
RULES = ("record",)
_MOST_VALUES = 100_000
_SHORTEST, _LONGEST = 2, 40
# A class is a word that many records share: 酒店, 经济型.
_MOST_CLASSES, _LEAST_MEMBERS = 12, 5


@dataclass(frozen=True)
class Schema:
    """Attributes by name, and folded word → what it is a value of."""

    attributes: Mapping[str, AttributeUse]
    values: Mapping[str, tuple[ValueUse, ...]]

    @cached_property
    def lists(self) -> frozenset[str]:
        """Attributes whose values list several items."""
        items: dict[str, int] = defaultdict(int)
        for uses in self.values.values():
            for use in uses:
                items[use.attribute] += use.count
        return frozenset(name for name, many in items.items() if many > self.attributes[name].count)

    @cached_property
    def beside(self) -> dict[tuple[str, ...], Mapping[str, int]]:
        """Words for a kind of record → its attributes, kept as they are found."""
        return {}

    @cached_property
    def classes(self) -> frozenset[str]:
        """Attributes whose values are few words that many records share."""
        distinct: dict[str, int] = defaultdict(int)
        total: dict[str, int] = defaultdict(int)
        for uses in self.values.values():
            for use in uses:
                distinct[use.attribute] += 1
                total[use.attribute] += use.count
        few = (
            name for name, many in distinct.items() if many <= _MOST_CLASSES and total[name] >= many * _LEAST_MEMBERS
        )
        return frozenset(few) - self.lists

    def ends_in_class(self, folded: str) -> bool:
        """Return whether ``folded`` ends in a word for a kind of record: 500元以下的酒店 asks for all of them."""
        said = folded.rstrip("?。!")
        ends = (said[at:] for at in range(max(len(said) - _LONGEST, 0), len(said) - 1))
        return any(use.attribute in self.classes for end in ends for use in self.values.get(end, ()))

    @cached_property
    def _words(self) -> Any:
        import ahocorasick

        automaton: Any = ahocorasick.Automaton()
        for word in self.values:
            automaton.add_word(word, word)
        automaton.make_automaton()
        return automaton

    def words_in(self, folded: str) -> Iterable[tuple[int, int]]:
        """Yield (start, end) of every value that stands in ``folded``."""
        if self.values:
            for end, word in self._words.iter(folded):
                yield end - len(word) + 1, end + 1


def read_schema(session: Session, kb_id: int) -> Schema:
    """Read the schema of one knowledge base's records from its facts."""
    attributes = {use.attribute: use for use in fact_values.attribute_uses(session, kb_id, RULES)}
    values: dict[str, list[ValueUse]] = defaultdict(list)
    for use in fact_values.value_uses(session, kb_id, RULES, _MOST_VALUES):
        word = fold(use.item)
        if _SHORTEST <= len(word) <= _LONGEST and not word.isdigit() and FILLER.sub("", word):
            values[word].append(use)
    return Schema(attributes, {word: tuple(uses) for word, uses in values.items()})
