"""Sentences that name what they state and give different numbers for it, whether they were read as facts or not."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from core.document import Document
from core.quantity import Quantity, find
from core.text import clauses
from core.text.sentences import Piece
from extraction.diff.numbering import unnumbered
from extraction.diff.unit import key_of, masked
from extraction.inspected import Inspected, place_in
from extraction.lint.editions import apart, same_family
from extraction.lint.finding import Evidence
from extraction.lint.passage import Sentence, prose_sentences

# What shows the two sides of a contradiction, and in words: of what, and the two values.
Pair = tuple[Evidence, Evidence, tuple[str, str, str]]
_MEASURE = (
    "期限|时限|有效期|保修期|时间|时长|时效|周期|年限|金额|价格|售价|押金|定金|费用|运费|费|"
    "限额|额度|上限|下限|比例|费率|税率|折扣"
)
_COPULA = "(?:一般|通常|均|统一)?(?:为|是|不超过|不得超过|不少于|不低于|最长|最短|最高|最低|最多)"
# 电子普通发票的补开期限为…: a sentence that names what it is about and needs nothing before it.
_STATES = re.compile(rf"^(?P<topic>[\u4e00-\u9fffA-Za-z0-9]{{2,30}}(?:{_MEASURE})){_COPULA}")
_ENGLISH = re.compile(
    r"^(?:the |our )?(?P<topic>[a-z][a-z -]{2,40}"
    r"(?:deposit|fee|charge|fare|price|rent|rate|discount|limit|period|term|deadline|time))"
    r" (?:is|are|shall be|must be|will be|does not exceed|shall not exceed|is at most|is up to) ",
    re.IGNORECASE,
)
_FULL_NAME = re.compile(r"[\u4e00-\u9fffA-Za-z0-9]{4,}的")
_SHORTEST_TOPIC = 5


@dataclass(frozen=True, slots=True)
class _Statement:
    """``before`` is what the clause says before it, ``mask`` the statement without its number."""

    document: Document
    sentence: Sentence
    topic: str
    quantity: Quantity
    mask: str
    before: str


def agree(a: Quantity, b: Quantity) -> bool:
    """Return whether one may be the other in fewer words: 3至5天 and 5天内, 满7天 and 7天."""
    ends = [{end for end in (each.canonical_low, each.canonical_high) if end is not None} for each in (a, b)]
    return a.same_value(b) or ends[0] <= ends[1] or ends[1] <= ends[0]


def contradicting_statements(documents: Sequence[Inspected]) -> Iterator[Pair]:
    """Yield statements in the same words with different numbers (电子普通发票的补开期限为…90天, …60天)."""
    groups: dict[str, list[_Statement]] = defaultdict(list)
    for each in documents:
        for statement in _statements(each.document):
            groups[statement.mask].append(statement)
    for members in groups.values():
        cases = _has_cases(members)
        for one, other in combinations(members, 2):
            if _of_one_case(one, other, cases=cases) and not agree(one.quantity, other.quantity):
                yield _shown(one), _shown(other), (one.topic, one.quantity.raw, other.quantity.raw)


def _of_one_case(one: _Statement, other: _Statement, *, cases: bool) -> bool:
    """Return whether two statements speak of one case at one time, by what their clauses say before them."""
    if one.sentence == other.sentence or not one.quantity.comparable(other.quantity):
        return False
    if same_family(one.document, other.document) or apart(one.document, other.document):
        return False
    if one.before == other.before:
        return bool(one.before) or not cases
    # Said of one thing by its full name (电子普通发票的补开期限) it may follow on anything but a case of its own.
    both = one.before.endswith("的") and other.before.endswith("的")
    either = one.before.endswith("的") or other.before.endswith("的")
    return not cases and not both and (not either or bool(_FULL_NAME.match(one.topic)))


def _has_cases(members: Sequence[_Statement]) -> bool:
    """Return whether one document states it more than once in one section: each time for another case."""
    places = [(each.document.id, each.sentence.block.heading_path) for each in members]
    return len(set(places)) < len(places)


def _statements(document: Document) -> Iterator[_Statement]:
    for sentence in prose_sentences(document):
        for before, part in _parts(sentence.text):
            match = _STATES.match(part) or _ENGLISH.match(part)
            founds = find(part)
            if match and len(match["topic"]) >= _SHORTEST_TOPIC and len(founds) == 1:
                mask = masked(part)
                yield _Statement(document, sentence, match["topic"], founds[0].quantity, mask, before)


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Yield every part between commas, with what its clause says before it in the form that compares."""
    for clause in clauses(Piece(text, 0, len(text))):
        before = ""
        for part in re.split(r"[，,。]", clause.text):
            yield before, unnumbered(part.strip(" 。；;-*>"))
            before += key_of(unnumbered(part))


def _shown(statement: _Statement) -> Evidence:
    sentence = statement.sentence
    start = sentence.start
    return Evidence(place_in(statement.document, sentence.block, start, start + len(sentence.text)), sentence.text)
