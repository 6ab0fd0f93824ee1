"""Two statements of one thing that cannot both be right."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from rapidfuzz import fuzz

from core.document import Span
from core.fact import Scope
from core.text import fold
from extraction.diff.numbering import unnumbered
from extraction.diff.unit import key_of, masked
from extraction.draft import Surroundings
from extraction.inspected import Inspected, Place
from extraction.lint.claim import Claim, claims, starts
from extraction.lint.editions import same_family
from extraction.lint.finding import Evidence, Finding, Saying, finding
from extraction.lint.statements import Pair, agree, contradicting_statements
from extraction.prose.reading import subject_of_document

_NAMED = ("table", "key_value", "prose.measure", "prose.item", "prose.share", "record.key_value")
_ALIKE = 88.0
_MANY, _SHOWN = 8, 3
_SETTLE = Saying("核实哪一个正确，改正另一处。", "Find out which is right and correct the other.")
_OPPOSITES = frozenset(
    tuple(pair.split("/"))
    for pair in (
        "支持/不支持 是/否 有/无 可/不可 可以/不可以 适用/不适用 提供/不提供 免费/收费 需要/不需要 允许/不允许 yes/no"
    ).split()
)


Rows = dict[tuple[str, Span], dict[str, str]]
Section = tuple[str, tuple[str, ...]]


def contradictions(documents: Sequence[Inspected]) -> tuple[Finding, ...]:
    """Report facts of one subject, attribute and condition with different values, and sentences that say so.

    Two tables that differ in many rows are one finding.
    """
    found: dict[frozenset[tuple[str, int]], Pair] = {}
    for pair in (*_of_facts(documents), *contradicting_statements(documents)):
        one, other, _ = pair
        places = frozenset(((one.place.file, _row(one.place)), (other.place.file, _row(other.place))))
        found.setdefault(places, pair)
    return tuple(fault for pairs in _by_section(found.values()).values() for fault in _findings(pairs))


def _by_section(pairs: Iterable[Pair]) -> dict[tuple[Section, Section], list[Pair]]:
    sections: dict[tuple[Section, Section], list[Pair]] = defaultdict(list)
    for one, other, said in pairs:
        here, there = ((each.place.file, each.place.heading_path) for each in (one, other))
        sections[here, there].append((one, other, said))
    return sections


def _findings(pairs: Sequence[Pair]) -> Iterator[Finding]:
    if len(pairs) <= _MANY:
        yield from (_finding(*pair) for pair in pairs)
        return
    first = pairs[0][2]
    problem = Saying(
        f"两处有{len(pairs)}个不同的说法，例如“{first[0]}”：{first[1]}和{first[2]}。",
        f"Two places differ in {len(pairs)} values, such as “{first[0]}”: {first[1]} and {first[2]}.",
    )
    shown = [evidence for one, other, _ in pairs[:_SHOWN] for evidence in (one, other)]
    yield finding("contradiction", "error", problem, _SETTLE, shown, str(len(pairs)))


def _row(place: Place) -> int:
    return place.span.char_start


def _finding(one: Evidence, other: Evidence, said: tuple[str, str, str]) -> Finding:
    what, first, second = said
    problem = Saying(
        f"“{what}”有两个不同的说法：{first}和{second}。", f"“{what}” has two different values: {first} and {second}."
    )
    return finding("contradiction", "error", problem, _SETTLE, [one, other], what)


def _of_facts(documents: Sequence[Inspected]) -> Iterator[Pair]:
    groups: dict[tuple[str, str, frozenset[str]], list[Claim]] = defaultdict(list)
    rows: Rows = defaultdict(dict)
    for claim in claims(documents):
        if not claim.depends_on_place and _is_name(claim.fact.subject) and _is_name(claim.fact.attribute):
            case = claim.circumstances - starts(claim.fact)
            groups[key_of(claim.fact.subject), key_of(claim.fact.attribute), case].append(claim)
            rows[claim.place.file, claim.place.span][key_of(claim.fact.attribute)] = key_of(claim.fact.value)
    for members in groups.values():
        if _has_twins(members):
            continue
        unclear = _unclear(members)
        for one, other in combinations(members, 2):
            if one.document is not other.document and {one.document.id, other.document.id} & unclear:
                continue
            if _contradict(one, other) and _speak_of_one_thing(one, other) and not _two_cases(one, other, rows):
                what = f"{one.fact.subject} {one.fact.attribute}"
                yield one.evidence, other.evidence, (what, one.fact.value, other.fact.value)


def _is_name(text: str) -> bool:
    """Tell a name from a running number, which names another thing in every table."""
    return sum(char.isalpha() for char in text) > 1


def _has_twins(members: Sequence[Claim]) -> bool:
    """Return whether a row states it more than once: its columns have one name, and no one knows which is meant."""
    rows = [(each.document.id, each.place.span) for each in members if each.fact.rule == "table"]
    return len(set(rows)) < len(rows)


def _unclear(members: Sequence[Claim]) -> set[str]:
    """Return the documents whose tables give several values for it: what tells their rows apart is not known."""
    values: dict[str, set[str]] = defaultdict(set)
    for each in members:
        if each.fact.rule == "table":
            values[each.document.id].add(key_of(each.fact.value))
    return {document for document, said in values.items() if len(said) > 1}


def _two_cases(one: Claim, other: Claim, rows: Rows) -> bool:
    """Return whether two rows of one table differ in more than one cell: then one of the cells names the case."""
    if one.document is not other.document or one.fact.rule != "table" or other.fact.rule != "table":
        return False
    a, b = (rows[each.place.file, each.place.span] for each in (one, other))
    return sum(a[name] != b.get(name, a[name]) for name in a) > 1


def _contradict(one: Claim, other: Claim) -> bool:
    a, b = one.fact.quantity, other.fact.quantity
    if a is None or b is None:
        pair = (fold(one.fact.value), fold(other.fact.value))
        return a is None and b is None and (pair in _OPPOSITES or pair[::-1] in _OPPOSITES)
    return a.comparable(b) and not agree(a, b)


def _speak_of_one_thing(one: Claim, other: Claim) -> bool:
    if not _same_conditions(one, other) or not _at_one_time(one.fact.scope, other.fact.scope):
        return False
    if _one_sentence(one, other) or same_family(one.document, other.document):
        return False
    alike = fuzz.ratio(masked(one.fact.quote), masked(other.fact.quote)) >= _ALIKE
    here = one.document is other.document
    if here and _is_item(one) and _is_item(other):
        # The items of a list are cases; only what is worded alike but for the number speaks of one.
        return masked(unnumbered(one.fact.quote)) == masked(unnumbered(other.fact.quote))
    if here and one.place.heading_path != other.place.heading_path:
        # Another heading is another condition, and the document is what every section of it is about; but a sentence
        # that names subject and attribute in full (听泉厅的租金为…) says the same under any heading.
        full = alike or (one.fact.rule != other.fact.rule and (_in_full(one) or _in_full(other)))
        return full and not _is_home(one) and _named(one) and _named(other)
    return alike or (_named(one) and _named(other) and not _is_home(one))


def _in_full(claim: Claim) -> bool:
    return claim.fact.rule == "prose.measure" and f"{claim.fact.subject}的{claim.fact.attribute}" in claim.fact.quote


def _is_item(claim: Claim) -> bool:
    return unnumbered(claim.fact.quote) != claim.fact.quote.strip()


def _named(claim: Claim) -> bool:
    return claim.fact.rule.removeprefix("record.") in _NAMED or claim.fact.rule.startswith("record.key")


def _is_home(claim: Claim) -> bool:
    around = Surroundings(claim.document.title, (), {})
    return key_of(claim.fact.subject) == key_of(subject_of_document(around))


def _one_sentence(one: Claim, other: Claim) -> bool:
    return one.document is other.document and one.place.span == other.place.span


def _same_conditions(one: Claim, other: Claim) -> bool:
    """Equal, but for what a time runs from, which one of them may leave unsaid."""
    if len(one.intervals) != len(other.intervals) or not all(
        any(a.quantity and b.quantity and a.quantity.same_value(b.quantity) for b in other.intervals)
        for a in one.intervals
    ):
        return False
    differ = one.circumstances ^ other.circumstances
    unsaid = starts(one.fact) | starts(other.fact)
    both = (one.circumstances - other.circumstances) and (other.circumstances - one.circumstances)
    return not differ or (differ <= unsaid and not both)


def _at_one_time(one: Scope, other: Scope) -> bool:
    """Return whether both may hold for the same thing on the same day."""
    pairs = (
        (one.product_line, other.product_line), (one.region, other.region), (one.channel, other.channel),
        (one.customer_type, other.customer_type),
    )  # fmt: skip
    if any(a and b and a != b for a, b in pairs):
        return False
    before = one.valid_to and other.valid_from and one.valid_to < other.valid_from
    after = other.valid_to and one.valid_from and other.valid_to < one.valid_from
    return not (before or after)
