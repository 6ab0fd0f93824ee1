"""A question over records to its conditions, order and number; ``None`` where one part stays unexplained."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from core.quantity import Quantity, parse
from core.question import Mention
from core.text import fold
from retrieval.phrases import ASKING
from retrieval.sets import wordings
from retrieval.sets.question import Criterion, Order, SetKind, SetQuestion
from retrieval.sets.schema import Schema
from retrieval.sets.spans import Stretch, stretches
from store.fact_values import ValueUse

_ADJACENT = 12


@dataclass(frozen=True)
class Reader:
    """Reads questions over the records of one knowledge base.

    Args:
        schema: What the records look like.
        used_by: Criteria of kind → attribute → how many records of that kind have it.
        saying: Text → attribute → how many values hold it.
    """

    schema: Schema
    used_by: Callable[[Sequence[Criterion]], Mapping[str, int]]
    saying: Callable[[str], Mapping[str, int]]

    def read(self, text: str, mentions: Sequence[Mention]) -> SetQuestion | None:
        """Return what is asked, or ``None`` when it is no such question or a word of it stays unexplained."""
        folded = fold(text)
        told = {mention.kind for mention in mentions}
        if not self.schema.attributes or not (
            told >= {"subject", "attribute"} or _may_ask(folded) or self.schema.ends_in_class(folded)
        ):
            return None
        parts = stretches(folded, self.schema, mentions)
        groups = [_group(folded, part, self.schema) for part in parts if part.kind == "group"]
        attributes = self.used_by(groups) if groups else {n: u.count for n, u in self.schema.attributes.items()}
        reading = _Reading(folded, parts, self.schema, attributes, self.saying)
        return reading.question(groups)


def _may_ask(folded: str) -> bool:
    patterns = (wordings.LIST, wordings.COUNT, wordings.SORT, wordings.COMPARE, wordings.YES_NO)
    return any(pattern.search(folded) for pattern in patterns)


def _group(folded: str, part: Stretch, schema: Schema) -> Criterion:
    word = folded[part.start : part.end]
    # The word that most records share says what they are.
    use = max((u for u in schema.values[word] if u.attribute in schema.classes), key=lambda u: u.count)
    items = tuple(u.item for u in schema.values[word] if u.attribute == use.attribute)
    negated = bool(wordings.NEGATION.search(folded[: part.start]))
    return Criterion(use.attribute, word, items=items, negated=negated, group=not negated)


class _Reading:
    """One question being read."""

    def __init__(
        self,
        folded: str,
        parts: Sequence[Stretch],
        schema: Schema,
        attributes: Mapping[str, int],
        saying: Callable[[str], Mapping[str, int]],
    ) -> None:
        self._text = folded
        self._schema = schema
        self._attributes = attributes
        self._saying = saying
        # A word that is a value of other records only is none here; it may still stand in a longer text.
        self._parts = [part for part in parts if part.kind != "value" or self._uses(part)]

    def question(self, groups: Sequence[Criterion]) -> SetQuestion | None:
        subjects = self._subjects(bool(groups))
        kind = self._kind(subjects)
        if kind is None or (not groups and not subjects and not self._named_attributes()):
            return None
        order, top = self._order()
        if kind == "compare" and order is None:
            order = self._compared()
        found: list[Criterion] = []
        for part in self._parts:
            if part.kind == "quantity":
                criterion = self._measured(part)
                if criterion is not None:
                    found.append(criterion)
                elif not self._only_counts(part):
                    return None
            elif part.kind == "value" and not self._is_subject(part, subjects):
                found.append(self._listed(part))
        said = self._said()
        if said is None:
            return None
        criteria = (*groups, *found, *said)
        if kind == "lookup" and (found or said):
            return None
        if kind in ("compare", "extreme") and order is None:
            return None
        if kind == "list" and order is None and not found and not said and not wordings.LIST.search(self._text):
            return None
        asked = tuple(dict.fromkeys(name for name in self._named_attributes() if name in self._attributes))
        return SetQuestion(kind, criteria, order, top, subjects, asked, self._measure())

    def _kind(self, subjects: Sequence[str]) -> SetKind | None:
        if len(subjects) > 1:
            return "compare" if wordings.COMPARE.search(self._text) else None
        if subjects:
            if wordings.YES_NO.search(self._text):
                return "yes_no"
            named = any(part.kind == "attribute" for part in self._parts)
            return "lookup" if named and not wordings.SORT.search(self._text) else None
        if wordings.COUNT.search(self._text):
            return "count"
        sort = wordings.SORT.search(self._text)
        if sort and not sort["number"] and not sort["first"] and sort["word"]:
            return "extreme"
        asks = sort or wordings.LIST.search(self._text) or self._schema.ends_in_class(self._text)
        return "list" if asks else None

    def _subjects(self, grouped: bool) -> tuple[str, ...]:
        """Return the records asked about: those named, but not where they only say what others lie near."""
        found: list[str] = []
        values = {(part.start, part.end) for part in self._parts if part.kind == "value"}
        for part in self._parts:
            if part.kind != "subject":
                continue
            near = (
                wordings.NEARBY.match(self._text[part.end : part.end + 3])
                or self._text[part.start - 1 : part.start] == "离"
            )
            also_value = (part.start, part.end) in values
            asks_set = wordings.LIST.search(self._text) or wordings.COUNT.search(self._text)
            if not (also_value and (near or (grouped and asks_set and not wordings.COMPARE.search(self._text)))):
                found.append(part.names[0])
        return tuple(dict.fromkeys(found))

    def _is_subject(self, part: Stretch, subjects: Sequence[str]) -> bool:
        twins = [o for o in self._parts if o.kind == "subject" and (o.start, o.end) == (part.start, part.end)]
        return any(twin.names[0] in subjects for twin in twins)

    def _named_attributes(self) -> list[str]:
        return [part.names[0] for part in self._parts if part.kind in ("attribute", "part")]

    def _only_counts(self, part: Stretch) -> bool:
        """Tell the 两家 of 哪两家, which counts records, from a condition on one."""
        return part.quantity is not None and part.quantity.dimension in ("count", "ordinal")

    def _left_attribute(self, at: int, within: int = 100) -> str | None:
        left = [p for p in self._parts if p.kind in ("attribute", "part") and at - within <= p.end <= at]
        return next((p.names[0] for p in reversed(left) if p.names[0] in self._attributes), None)

    def _order(self) -> tuple[Order | None, int | None]:
        match = wordings.SORT.search(self._text)
        if match is None:
            return None, None
        number = match["number"] or match["first"]
        amount = parse(f"{number}个") if number else None
        top = int(amount.low) if amount is not None and amount.low is not None else None
        attribute = self._left_attribute(match.start()) or self._meant(match[0])
        word = match["word"] or match["from"]
        if attribute is None and word is None:
            attribute = next((n for n in self._named_attributes() if n in self._attributes), None)
        falling = word in wordings.FALLING if word else not match["rising"]
        return (Order(attribute, falling) if attribute else None), top

    def _compared(self) -> Order | None:
        match = wordings.COMPARE.search(self._text)
        if match is None:
            return None
        word = match["word"] or match["than"] or ""
        named = next((n for n in self._named_attributes() if n in self._attributes), None)
        attribute = named or self._meant(f"最{word}")
        return Order(attribute, word in wordings.FALLING or not word) if attribute else None

    def _meant(self, words: str) -> str | None:
        if wordings.PRICE_WORDS.search(words):
            return self._best(
                lambda name: bool(wordings.PRICE.search(name)) or self._dimension(name).startswith("money")
            )
        if wordings.TIME_WORDS.search(words):
            return self._best(lambda name: self._dimension(name) == "duration")
        if wordings.WORTH_WORDS.search(words):
            return self._best(lambda name: bool(wordings.WORTH.search(name)))
        return None

    def _best(self, fits: Callable[[str], bool]) -> str | None:
        fitting = [name for name in self._attributes if fits(name) and self._dimension(name)]
        return max(fitting, key=lambda name: self._attributes[name], default=None)

    def _dimension(self, name: str) -> str:
        use = self._schema.attributes.get(name)
        return use.dimension if use else ""

    def _measured(self, part: Stretch) -> Criterion | None:
        quantity = part.quantity
        if quantity is None:
            return None
        for attribute in (self._left_attribute(part.start), self._of_dimension(quantity)):
            on_scale = scaled(quantity, self._dimension(attribute)) if attribute else None
            if attribute and on_scale:
                return Criterion(attribute, f"{attribute}：{self._text[part.start : part.end]}", quantity=on_scale)
        return None

    def _of_dimension(self, quantity: Quantity) -> str | None:
        if quantity.dimension == "time_of_day":
            open_at = [name for name in self._attributes if wordings.OPENING.search(name)]
            return max(open_at, key=lambda name: self._attributes[name], default=None)
        exact = self._best(lambda name: self._dimension(name) == quantity.dimension)
        return self._meant("价钱") if exact is None and quantity.dimension.startswith("money") else exact

    def _uses(self, part: Stretch) -> list[ValueUse]:
        word = self._text[part.start : part.end]
        return [use for use in self._schema.values[word] if use.attribute in self._attributes]

    def _listed(self, part: Stretch) -> Criterion:
        word = self._text[part.start : part.end]
        uses = self._uses(part)
        around = self._text[max(part.start - 3, 0) : part.start] + self._text[part.end : part.end + 3]
        near = [use for use in uses if wordings.NEAR_ATTRIBUTE.search(use.attribute)]
        named = self._left_attribute(part.start, _ADJACENT)
        if wordings.NEARBY.search(around) and near:
            uses = near
        elif any(use.attribute == named for use in uses):
            uses = [use for use in uses if use.attribute == named]
        attribute = max(uses, key=lambda use: use.count).attribute
        items = tuple(use.item for use in uses if use.attribute == attribute)
        negated = bool(wordings.NEGATION.search(self._text[: part.start]))
        if attribute not in self._schema.lists:
            # A station is named for all its exits, a street for all its houses.
            return Criterion(attribute, _shown(attribute, word, negated=negated), text=items[0], negated=negated)
        return Criterion(attribute, _shown(attribute, word, negated=negated), items=items, negated=negated)

    def _said(self) -> list[Criterion] | None:
        """Return what the words that nothing explains restrict: 朝阳区, 东直门."""
        kept = list(self._text)
        for part in self._parts:
            kept[part.start : part.end] = "\0" * (part.end - part.start)
        rest = "".join(kept)
        for pattern in (wordings.YES_NO, wordings.COMPARE, ASKING):
            rest = pattern.sub("\0", rest)
        found: list[Criterion] = []
        for word in filter(None, wordings.FILLER.sub("\0", rest).split("\0")):
            if len(word) < 2:
                continue
            counts = {name: many for name, many in self._saying(word).items() if name in self._attributes}
            at = self._text.find(word)
            if not counts:
                return None
            named = self._left_attribute(at, _ADJACENT)
            attribute = named if named in counts else max(counts, key=lambda name: counts[name])
            negated = bool(wordings.NEGATION.search(self._text[:at]))
            found.append(Criterion(attribute, _shown(attribute, word, negated=negated), text=word, negated=negated))
        return found

    def _measure(self) -> str:
        for pattern, names in ((wordings.COUNT, ("measure",)), (wordings.SORT, ("measure", "measure2"))):
            match = pattern.search(self._text)
            if match and (word := next((match[name] for name in names if match[name]), None)):
                return word
        return "项"


def scaled(quantity: Quantity, dimension: str) -> Quantity | None:
    """Return ``quantity`` on the scale of an attribute; bare numbers are compared as the unit's name is left out."""
    if quantity.dimension == dimension or (not dimension and quantity.dimension == "time_of_day"):
        return quantity
    counts_records = quantity.dimension == "count" and quantity.unit in wordings.MEASURES
    bare = quantity.dimension in ("number", "count", "grade", "money.CNY")
    if dimension != "number" or counts_records or not bare:
        return None
    money = quantity.dimension == "money.CNY"
    low, high = (quantity.canonical_low, quantity.canonical_high) if money else (quantity.low, quantity.high)
    return replace(
        quantity, low=low, high=high, unit="", dimension="number", canonical_low=low, canonical_high=high,
        canonical_unit="",
    )  # fmt: skip


def _shown(attribute: str, word: str, *, negated: bool) -> str:
    return f"{attribute}：{'非' if negated else ''}{word}"
