"""Facts of one clause: its conditions collected from left to right, a draft for every value."""

from collections.abc import Iterator, Sequence

from core.fact import Condition
from core.text import Piece
from extraction.circumstances import item_head, local_condition, qualifier, segment_conditions, with_condition
from extraction.draft import Draft
from extraction.frame import Frame
from extraction.segments import Segment, is_local, qualifies, role
from extraction.values import completed, value_draft
from extraction.word_rules import consequence, word_rules


def clause_facts(
    segments: Sequence[Segment], frame: Frame, inherited: tuple[Condition, ...], sentence: Piece
) -> Iterator[Draft]:
    """Yield the facts of a clause given as segments.

    Args:
        inherited: Conditions of the lead sentence; they hold for every value.
        sentence: What a fact of the clause quotes.
    """
    conditions = list(inherited)
    found_value = False
    previous: Draft | None = None
    head = item_head(segments, frame)
    conditions.extend(head)
    for index, segment in enumerate(segments):
        stated = False
        if head and index == 0:
            continue
        for condition in segment_conditions(segment, segments, index, frame.subject):
            conditions = with_condition(conditions, condition, kept=len(inherited))
        local: list[Condition] = []
        for found in segment.founds:
            if qualifies(found, segment):
                conditions = with_condition(conditions, qualifier(found, segment), kept=len(inherited))
            if is_local(found, segment):
                local.append(local_condition(found, segment, frame.subject))
            if role(found, segments, index) == "condition":
                continue
            rest = "".join(following.text for following in segments[index + 1 : index + 2])
            draft = value_draft(found, segment, frame, (*conditions, *local), sentence, rest)
            draft = completed(draft, previous, found, segment)
            found_value, previous, stated = True, draft, True
            if draft.attribute:
                yield draft
        if local and not stated:
            found_value = True
            yield from consequence(segment, frame, (*conditions, *local), sentence)
    if not found_value and any(condition.quantity for condition in conditions[len(inherited) :]):
        yield from word_rules(segments, frame, tuple(conditions), sentence)
