"""Absent questions for a draft: of every sort in turn, checked against the whole knowledge base."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

from core.answer import Answer
from core.identity import content_hash
from core.knowledge_base import KnowledgeBase
from core.text import fold
from evals.drafting.absence import Absent
from evals.drafting.absent_attributes import absent_attributes
from evals.drafting.absent_conditions import absent_conditions
from evals.drafting.absent_subjects import absent_subjects
from evals.drafting.from_facts import DRAFT
from evals.drafting.made import Made
from evals.drafting.material import Material
from evals.drafting.presence import unspoken, verdict_of
from evals.suite import Case
from store.session import Session

TO_CHECK = "to_check"
_TRIED = 12


def draft_absent(
    session: Session,
    kb: KnowledgeBase,
    material: Material,
    ask: Callable[[str], Answer],
    count: int,
    seed: int,
    left_out: Counter[str],
) -> tuple[Made, ...]:
    """Return up to ``count`` absent questions, tagged by sort; ``to_check`` where the product says something.

    Args:
        session: An open session.
        kb: The knowledge base.
        material: Its facts.
        ask: The product itself.
        count: How many at most.
        seed: Another one draws others.
        left_out: Counts what turned out to be spoken of.
    """
    sorts = (absent_attributes(material), absent_subjects(material), absent_conditions(material))
    drawn = [_drawn(found, count * _TRIED, seed) for found in sorts]
    silent = unspoken(session, kb, [candidate for sort in drawn for candidate in sort], material)
    left_out["an absent question that a document speaks of"] += sum(map(len, drawn)) - len(silent)
    queues = [[candidate for candidate in silent if candidate.sort == sort[0].sort] for sort in drawn if sort]
    cases: list[Made] = []
    for candidate in _in_turn(queues):
        if len(cases) >= count:
            break
        verdict = verdict_of(candidate, ask, material)
        if verdict == "answered":
            left_out["an absent question that is answered"] += 1
            continue
        tags = (DRAFT, candidate.sort, *((TO_CHECK,) if verdict == "other" else ()))
        case = Case(f"N{len(cases) + 1:03}", candidate.question, "absent", (), (), tags=tags)
        cases.append(Made(case, candidate.subject))
    return tuple(cases)


def _drawn(found: Iterator[Absent], most: int, seed: int) -> list[Absent]:
    """Draw ``most`` questions, one a subject before a second of any."""
    once = {fold(one.question): one for one in found}
    ordered = sorted(once.values(), key=lambda one: content_hash(f"{seed}:{one.question}"))
    turns: Counter[str] = Counter()
    ranked: list[tuple[int, int, Absent]] = []
    for place, one in enumerate(ordered):
        turns[one.subject] += 1
        ranked.append((turns[one.subject], place, one))
    return [one for _, _, one in sorted(ranked, key=lambda entry: entry[:2])[:most]]


def _in_turn(queues: Sequence[Sequence[Absent]]) -> Iterator[Absent]:
    asked_for: set[tuple[str, str]] = set()
    for turn in zip_longest(*queues):
        for one in turn:
            if one is not None and (one.sort, one.subject) not in asked_for:
                asked_for.add((one.sort, one.subject))
                yield one
