"""The records that fulfil a question's conditions, found in SQL over whole attributes, never among search results."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.fact import Fact
from core.quantity import find
from retrieval.sets.question import Criterion, SetQuestion
from retrieval.structured import limited
from store import fact_values
from store import facts as fact_store
from store.fact_values import LISTED, Holder
from store.facts import FactFilter
from store.reach import Reach
from store.session import Session

# Each member names its facts, and each fact its chunk; quoting hundreds of records would bury the answer.
SHOWN_QUOTES = 20


@dataclass(frozen=True, slots=True)
class Row:
    """One record of a selection with the facts that place it there. ``holds`` is the answer to a yes-no question."""

    subject: str
    document_id: str
    facts: tuple[Fact, ...]
    holds: bool = True


@dataclass(frozen=True, slots=True)
class Selection:
    """Every record asked for, in the order asked for. ``tied`` says that the last place is shared."""

    question: SetQuestion
    rows: tuple[Row, ...]
    tied: bool = False

    @property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(fact for row in self.rows for fact in row.facts)


def quoted_facts(selection: Selection) -> tuple[Fact, ...]:
    """Return the facts whose records an answer quotes."""
    return tuple(fact for row in selection.rows[:SHOWN_QUOTES] for fact in row.facts)


def select(session: Session, kb_id: int, question: SetQuestion, within: Reach | None = None) -> Selection | None:
    """Return the records that ``question`` asks for; ``None`` when a record named lacks what is asked of it."""
    if question.subjects:
        return _of_named(session, kb_id, question, within)
    chosen = _fulfilling(session, kb_id, question)
    if within is not None:
        chosen = {holder for holder in chosen if holder[0] in within.documents}
    if within is not None and within.chunks is not None:
        # A record lies in one chunk, or in the pieces of one: any of its facts tells where.
        chosen &= fact_values.holders(session, kb_id, limited(FactFilter(), within))
    ordered, tied = _ordered(session, kb_id, question, chosen)
    facts = _shown_facts(session, kb_id, question, ordered)
    return Selection(question, tuple(Row(subject, doc, facts[doc, subject]) for doc, subject in ordered), tied)


def _fulfilling(session: Session, kb_id: int, question: SetQuestion) -> set[Holder]:
    first = [criterion for criterion in question.criteria if not criterion.negated]
    if first:
        chosen = set.intersection(*(holding(session, kb_id, criterion) for criterion in first))
    else:
        attributes = [c.attribute for c in question.criteria] + ([question.order.attribute] if question.order else [])
        chosen = fact_values.holders(session, kb_id, FactFilter(attributes=tuple(attributes or question.asked)))
    for criterion in question.criteria:
        if criterion.negated:
            chosen = chosen & _having(session, kb_id, criterion) - holding(session, kb_id, criterion)
    return chosen


def _having(session: Session, kb_id: int, criterion: Criterion) -> set[Holder]:
    return fact_values.holders(session, kb_id, FactFilter(attributes=(criterion.attribute,)))


def holding(session: Session, kb_id: int, criterion: Criterion) -> set[Holder]:
    """Return the records that fulfil one condition, its negation left aside."""
    limits = criterion.quantity
    # 晚上10点 lies in the hours that a record is open; a limit (不超过2小时) holds for all of a record's value.
    point = limits if limits is not None and limits.kind == "exact" else None
    wanted = FactFilter(
        attributes=(criterion.attribute,),
        value_text=criterion.text,
        within=None if point else limits,
        overlaps=point,
    )
    found = fact_values.holders(session, kb_id, wanted, criterion.items)
    if criterion.quantity is None:
        return found
    # Values that say more than one quantity (周一至周日 09:00-21:00) have none of their own: read them as text.
    wordy = fact_values.worded(session, kb_id, criterion.attribute)
    return found | {holder for holder, value in wordy if _says(value, criterion)}


def _says(value: str, criterion: Criterion) -> bool:
    stated = criterion.quantity
    return stated is not None and any(found.quantity.contains(stated) for found in find(value))


def _ordered(session: Session, kb_id: int, question: SetQuestion, chosen: set[Holder]) -> tuple[list[Holder], bool]:
    if question.order is None:
        rows = sorted(chosen, key=lambda holder: (holder[1], holder[0]))
        return rows[: question.top], False
    order = question.order
    values: dict[Holder, float] = {}
    for holder, end in fact_values.far_ends(session, kb_id, order.attribute, descending=order.descending):
        if holder in chosen:
            values.setdefault(holder, end)
    rows = list(values)
    top = 1 if question.kind == "extreme" else question.top
    if top is None:
        return [*rows, *sorted(chosen - values.keys(), key=lambda holder: holder[1])], False
    if len(rows) <= top:
        return rows, False
    # Whoever shares the last place belongs to the answer as much as the one that happens to stand first.
    last = values[rows[top - 1]]
    kept = [row for at, row in enumerate(rows) if at < top or values[row] == last]
    return kept, len(kept) > top


def _shown_facts(
    session: Session, kb_id: int, question: SetQuestion, rows: Sequence[Holder]
) -> dict[Holder, tuple[Fact, ...]]:
    """Return the facts that show why each row was chosen, in the order of the conditions."""
    told = [criterion.attribute for criterion in question.criteria if not criterion.group]
    if question.order:
        told.append(question.order.attribute)
    attributes = tuple(dict.fromkeys([*told, *question.asked])) or tuple(c.attribute for c in question.criteria)
    wanted = FactFilter(
        subjects=tuple({subject for _, subject in rows}),
        attributes=attributes,
        document_ids=tuple({document for document, _ in rows}),
        limit=None,
    )
    found: dict[Holder, dict[str, Fact]] = defaultdict(dict)
    for fact in fact_store.select(session, kb_id, wanted) if rows else ():
        of_row = found[fact.document_id, fact.subject]
        if fact.attribute not in of_row or _bears_out(fact, question.criteria):
            of_row[fact.attribute] = fact
    return {row: tuple(found[row][name] for name in attributes if name in found[row]) for row in rows}


def _bears_out(fact: Fact, criteria: Iterable[Criterion]) -> bool:
    """Return whether ``fact`` is the part of a long list that holds what a condition asks for."""
    listed = set(fact.value.split(LISTED))
    return any(c.attribute == fact.attribute and listed & set(c.items) for c in criteria)


def _of_named(session: Session, kb_id: int, question: SetQuestion, within: Reach | None) -> Selection | None:
    order = (question.order.attribute,) if question.order else ()
    told = [criterion.attribute for criterion in question.criteria if not criterion.group]
    attributes = tuple(dict.fromkeys((*told, *order, *(question.asked if question.kind == "lookup" else ()))))
    if not attributes:
        return None
    wanted = limited(FactFilter(subjects=question.subjects, attributes=attributes, limit=None), within)
    facts: dict[str, list[Fact]] = defaultdict(list)
    for fact in fact_store.select(session, kb_id, wanted):
        facts[fact.subject].append(fact)
    if any(not facts[subject] for subject in question.subjects):
        return None
    rows = [Row(subject, facts[subject][0].document_id, tuple(facts[subject])) for subject in question.subjects]
    if question.kind == "yes_no":
        return _judged(session, kb_id, question, rows)
    return Selection(question, tuple(rows))


def _judged(session: Session, kb_id: int, question: SetQuestion, rows: Sequence[Row]) -> Selection | None:
    told = [criterion for criterion in question.criteria if not criterion.group]
    if not told or any(c.attribute not in {fact.attribute for row in rows for fact in row.facts} for c in told):
        return None
    sets = [(holding(session, kb_id, criterion), criterion.negated) for criterion in told]
    judged = tuple(
        Row(row.subject, row.document_id, row.facts, all(((row.document_id, row.subject) in s) != no for s, no in sets))
        for row in rows
    )
    return Selection(question, judged)
