"""Sets, counts and extremes: complete answers over one attribute, compared as values."""

import re
from collections import defaultdict
from collections.abc import Sequence

from core.fact import Fact
from core.quantity import Quantity
from retrieval.conditions import stated_value
from retrieval.direct import far_end, quote_of, speaks_of_it
from retrieval.draft_answer import DraftAnswer, grade_of
from retrieval.fact_match import FactMatch
from retrieval.findings import Findings
from retrieval.quotes import Quote
from retrieval.wording import COUNTED, language_of, stated

_FAMILY_SHARE = 0.45
_GROUP_SHARE = 0.8
_LEAST_MEMBERS = 2
_YES = re.compile(r"^(?:支持|可以|有|是|参加|提供|能|√|✓|yes)", re.I)
_NO = re.compile(r"^(?:不|无|没有|未|否|×|✗|no)", re.I)
_NEGATED = re.compile(r"不(?:能|可以?|支持|参加|包括|含|提供|享受|适用)|没有|无法|除外")


def listing(findings: Findings) -> DraftAnswer | None:
    """Answer ``哪些…`` and ``有几种…`` with every member of the set, counted; ``None`` when there is no set."""
    family = _family(findings)
    members = _members(family, findings)
    if len(family) < _LEAST_MEMBERS or not members:
        return None
    facts = _once([item.fact for item in members])
    language = language_of(findings.question.text)
    lines = [COUNTED[language].format(count=len(facts)), *(f"- {_member(fact)}" for fact in facts)]
    return _draft(lines, facts, members[0].score, findings)


def extreme(findings: Findings) -> DraftAnswer | None:
    """Answer ``哪个…最…`` with the subject whose value is the largest or smallest."""
    family = _one_place(
        [item for item in _family(findings) if far_end(item.fact, findings.question.extreme or "max") is not None]
    )
    if len(family) < _LEAST_MEMBERS or findings.question.extreme is None:
        return None
    ends = {item.fact.id: far_end(item.fact, findings.question.extreme) for item in family}
    pick = max if findings.question.extreme == "max" else min
    best = pick(end for end in ends.values() if end is not None)
    chosen = [item for item in family if ends[item.fact.id] == best]
    facts = _once([item.fact for item in chosen])
    return _draft([_member(fact) for fact in facts], facts, chosen[0].score, findings)


def _family(findings: Findings) -> list[FactMatch]:
    """Return the matches of one attribute: the named one, else that of the best match that speaks of it."""
    wanted = _filter(findings)
    pool = [item for item in findings.matches if item.verdict != "contradicted" or wanted is not None]
    named = [item.fact.attribute for item in pool if item.named]
    spoken = [item.fact.attribute for item in pool if speaks_of_it(item)]
    attribute = next(iter(named or spoken), None)
    family = [item for item in pool if item.fact.attribute == attribute]
    best = max((item.score for item in family), default=0.0)
    return [item for item in family if item.score >= best * _FAMILY_SHARE]


def _one_place(family: Sequence[FactMatch]) -> list[FactMatch]:
    """Keep the members of one document and kind of source: an exception in prose is no row of the table."""
    groups: dict[tuple[str, str], list[FactMatch]] = defaultdict(list)
    for item in family:
        groups[(item.fact.document_id, item.fact.rule.partition(".")[0])].append(item)
    best = max((item.score for item in family), default=0.0)
    near = [group for group in groups.values() if max(item.score for item in group) >= best * _GROUP_SHARE]
    return max(near, key=len, default=[])


def _members(family: Sequence[FactMatch], findings: Findings) -> list[FactMatch]:
    wanted = _filter(findings)
    if wanted is not None:
        return [item for item in family if item.fact.quantity is not None and item.fact.quantity.overlaps(wanted)]
    negated = bool(_NEGATED.search(findings.question.text))
    if any(_YES.match(item.fact.value) or _NO.match(item.fact.value) for item in family):
        return [item for item in family if bool(_NO.match(item.fact.value)) == negated]
    # A set of those that do not take part is not told by the values of those that do.
    return [] if negated else list(family)


def _filter(findings: Findings) -> Quantity | None:
    """Return the quantity that limits the set (超过20个月), if the question states one."""
    stated_ones = [stated_value(asked.quantity) for asked in findings.question.quantities]
    return next((quantity for quantity in stated_ones if quantity.dimension not in {"number", "count"}), None)


def _once(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    seen: dict[tuple[str, str], Fact] = {}
    for fact in facts:
        seen.setdefault((fact.subject, fact.value), fact)
    return tuple(seen.values())


def _member(fact: Fact) -> str:
    return stated(fact, with_name=True)


def _draft(lines: Sequence[str], facts: tuple[Fact, ...], score: float, findings: Findings) -> DraftAnswer:
    quotes: dict[tuple[str, int], Quote] = {}
    for fact in facts:
        quote = quote_of(fact, findings)
        if quote:
            quotes.setdefault((quote.passage.chunk.id, quote.start), quote)
    return DraftAnswer("\n".join(lines), tuple(quotes.values()), "structured", grade_of(facts), score, facts)
