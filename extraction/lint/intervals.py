"""Rules for intervals of one condition: two for the same case, and cases without any."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from core.document import Document
from core.fact import Condition
from core.quantity import Found, Quantity, find
from extraction.diff.unit import key_of
from extraction.inspected import Inspected
from extraction.lint.claim import Claim, claims
from extraction.lint.finding import Evidence, Finding, Saying, Severity, finding
from extraction.lint.passage import Sentence, prose_sentences
from extraction.lint.step import Step, both_claim, farther, from_below, gap_between, shared_edge

_ONE_RULE = Saying("划清界限，让每种情形只落在一档。", "Draw the line so that every case falls into one step.")
_SAY_IT = Saying("写明这一段适用什么，或把界限接上。", "Say what holds in between, or join the steps.")
_CASE = re.compile(r"(?:[\u4e00-\u9fff]{1,3})?的[，,]")
_BEFORE = re.compile(r"[\u4e00-\u9fff]*$")
_NEVER_STEPS = frozenset({"date", "time_of_day", "ordinal", "grade", "number"})

Key = tuple[str, ...]


def interval_faults(documents: Sequence[Inspected]) -> tuple[Finding, ...]:
    """Report steps of one scale that overlap or leave a gap; a pair of rows has one id, whatever its columns say."""
    scales = (*_scales_of_facts(documents), *(s for each in documents for s in _scales_of_sentences(each.document)))
    return tuple(fault for steps in scales for fault in (*_overlaps(steps), *_gaps(steps)))


def _scales_of_facts(documents: Sequence[Inspected]) -> Iterator[list[Step]]:
    """Yield the steps that belong to one scale: one subject, attribute and section, and one further condition."""
    groups: dict[Key, list[Step]] = defaultdict(list)
    for claim in claims(documents):
        # Two intervals make a grid of cases, which is no scale.
        if len(claim.intervals) != 1 or claim.depends_on_place:
            continue
        condition = claim.intervals[0]
        if condition.quantity is not None:
            at = claim.place.span.char_start
            step = Step(condition.quantity, claim.fact.value, claim.evidence, at)
            groups[_key(claim, condition, condition.quantity)].append(step)
    for steps in groups.values():
        unique = {(step.ends, key_of(step.value)): step for step in steps}
        if len(unique) > 1:
            yield list(unique.values())


def _key(claim: Claim, condition: Condition, quantity: Quantity) -> Key:
    # In a table of steps the row is named after the step itself.
    named = key_of(quantity.raw) == key_of(claim.fact.subject)
    own = "" if named else key_of(claim.fact.subject)
    table = claim.fact.rule == "table"
    return (
        claim.document.id, *claim.place.heading_path, "\x1f", own, key_of(claim.fact.attribute),
        key_of(condition.attribute) if table else "", quantity.dimension, quantity.canonical_unit, str(table),
        *sorted(claim.circumstances),
    )  # fmt: skip


def _scales_of_sentences(document: Document) -> Iterator[list[Step]]:
    """Yield the cases of one sentence that measure the same, whoever acts in them: 3天以下的，…；3天以上的，…."""
    for sentence in prose_sentences(document):
        cases = [found for found in find(sentence.text) if _is_case(sentence.text, found)]
        run: list[Found] = []
        for found in cases:
            if run and not _goes_on(sentence.text, run[0], found):
                yield _steps(document, sentence, run)
                run = []
            run.append(found)
        yield _steps(document, sentence, run)


def _is_case(text: str, found: Found) -> bool:
    quantity = found.quantity
    ranged = quantity.kind != "exact" and quantity.dimension not in _NEVER_STEPS
    return ranged and not quantity.raw.startswith(("每", "约")) and bool(_CASE.match(text, found.end))


def _goes_on(text: str, one: Found, other: Found) -> bool:
    """Return whether the second case measures what the first of them does, by the words before their numbers."""
    a, b = (_BEFORE.search(text[: found.start]) for found in (one, other))
    words = [key_of(match.group()) if match else "" for match in (a, b)]
    same = words[0].startswith(words[1]) or words[0][-2:] == words[1][-2:]
    return same and words[0] != "" and one.quantity.comparable(other.quantity)


def _steps(document: Document, sentence: Sentence, cases: Sequence[Found]) -> list[Step]:
    evidence = Evidence(sentence.place(document), sentence.text)
    return [Step(found.quantity, str(found.start), evidence, sentence.start + found.start) for found in cases]


def _overlaps(steps: Sequence[Step]) -> Iterator[Finding]:
    for one, other in combinations(steps, 2):
        if not both_claim(one, other):
            continue
        a, b = one.quantity, other.quantity
        edge = shared_edge(a, b)
        problem = Saying(
            f"两条规则管同一情形：“{a.raw}”与“{b.raw}”{'都含' + edge if edge else '有重叠'}。",
            f"Two rules for one case: “{a.raw}” and “{b.raw}” {'both hold ' + edge if edge else 'overlap'}.",
        )
        severity: Severity = "warning" if edge else "error"
        yield finding("overlap", severity, problem, _ONE_RULE, _both(one, other), f"{a.raw}|{b.raw}")


def _gaps(steps: Sequence[Step]) -> Iterator[Finding]:
    ordered = sorted(steps, key=from_below)
    reach = ordered[0] if ordered else None
    for lower, upper in pairwise(ordered):
        reach = farther(reach or lower, lower)
        if gap := gap_between(reach.quantity, upper.quantity):
            a, b = reach.quantity.raw, upper.quantity.raw
            problem = Saying(
                f"{gap}没有规定：前一档是“{a}”，后一档是“{b}”。",
                f"Nothing is said of {gap}: one step is “{a}”, the next “{b}”.",
            )
            yield finding("gap", "warning", problem, _SAY_IT, _both(reach, upper), f"{a}|{b}")


def _both(one: Step, other: Step) -> list[Evidence]:
    """Return the sentences or rows of the steps in the order of the text; one sentence stands once."""
    return list(dict.fromkeys(step.evidence for step in sorted((one, other), key=lambda step: step.at)))
