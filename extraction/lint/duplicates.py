"""Passages that stand in two places."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from rapidfuzz import fuzz

from core.document import Block, Document
from core.quantity import find
from extraction.diff.numbering import unnumbered
from extraction.diff.unit import key_of, masked
from extraction.inspected import Inspected, place_in
from extraction.lint.editions import same_family
from extraction.lint.finding import Evidence, Finding, Saying, Severity, finding
from extraction.nearness import near

_LEAST = 94.0
_LENGTHS = 0.9
# What stands in this many documents is a notice of the house, not a slip.
_BOILERPLATE = 4
_LEANS = re.compile(r"前款|前条|前项|上述|下列|以下情形|如下")
# An item of a statute ends the sentence of its lead; 违反本法规定 means another law in every law.
_STATUTE_ITEM = re.compile(r"^[（(][一二三四五六七八九十]+[）)]")
_OWN = re.compile(r"本(?:法|条例|规定|办法|细则|规则|政策|制度)")
_DENIAL = re.compile(r"[不未无非]")
_SENTENCE = re.compile(r"[。！？]")
_FIRST_CLAUSE = re.compile(r"[，,：:。；;]")
_ONE_PLACE = Saying("保留一处，另一处改为引用。", "Keep one of them and refer to it from the other.")


@dataclass(frozen=True, slots=True)
class _Passage:
    """A block, or a field of a record; ``number`` counts them in their document."""

    document: Document
    block: Block
    number: int
    text: str
    key: str


def duplicates(documents: Sequence[Inspected], shortest: int) -> tuple[Finding, ...]:
    """Report nearly identical passages of ``shortest`` characters or more; versions of one document are let be."""
    passages = [passage for each in documents for passage in _passages(each.document) if len(passage.key) >= shortest]
    groups = [group for group in _groups(passages) if len({passages[at].document.id for at in group}) < _BOILERPLATE]
    return tuple(_report([[passages[at] for at in side] for side in run]) for run in _runs(passages, groups))


def _passages(document: Document) -> Iterator[_Passage]:
    number = 0
    for block in document.blocks:
        if block.kind in ("title", "table", "code", "formula"):
            number += 1
            continue
        for text in _prose_fields(block) if block.kind == "record" else [block.text]:
            number += 1
            if _counts(text.strip()):
                yield _Passage(document, block, number, text, key_of(unnumbered(text)))


def _prose_fields(block: Block) -> list[str]:
    """Return the fields that hold sentences; a list of names or services is no passage."""
    return [value for _, value in block.fields if _SENTENCE.search(value)]


def _counts(text: str) -> bool:
    """Return whether a passage says something of its own; what leans on its neighbours is no copy."""
    if text.endswith(("：", ":")):
        return False
    return not _LEANS.search(text) and not _STATUTE_ITEM.match(text)


def _groups(passages: Sequence[_Passage]) -> list[tuple[int, ...]]:
    """Return the passages that are alike, each group in order."""
    home = list(range(len(passages)))

    def root(at: int) -> int:
        while home[at] != at:
            home[at] = home[home[at]]
            at = home[at]
        return at

    for i, j in _pairs(passages):
        home[max(root(i), root(j))] = min(root(i), root(j))
    members: dict[int, list[int]] = defaultdict(list)
    for at in range(len(passages)):
        members[root(at)].append(at)
    return [tuple(group) for group in members.values() if len(group) > 1]


def _pairs(passages: Sequence[_Passage]) -> Iterator[tuple[int, int]]:
    keys = [passage.key for passage in passages]
    for i, j in near(keys, keys):
        one, other = passages[i], passages[j]
        if i >= j or same_family(one.document, other.document):
            continue
        shorter, longer = sorted((len(one.key), len(other.key)))
        near_length = shorter >= _LENGTHS * longer
        alike = near_length and fuzz.ratio(one.key, other.key, score_cutoff=_LEAST)
        if alike and _same_topic(one.text, other.text) and not _of_their_own(one, other):
            yield i, j


def _of_their_own(one: _Passage, other: _Passage) -> bool:
    """Return whether two passages say the same of two things, or the contrary of each other."""
    if one.document is not other.document and _OWN.search(one.text):
        return True
    denials = [len(_DENIAL.findall(each.text)) for each in (one, other)]
    return denials[0] != denials[1]


def _same_topic(one: str, other: str) -> bool:
    """Return whether both begin alike: 商业银行 and 商业银行分支机构 may have the same rule, which is no copy."""
    a, b = (masked(_FIRST_CLAUSE.split(unnumbered(text), maxsplit=1)[0]) for text in (one, other))
    changes = SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
    return all(tag == "equal" or max(i2 - i1, j2 - j1) == 1 for tag, i1, i2, j1, j2 in changes)


def _runs(passages: Sequence[_Passage], groups: Sequence[tuple[int, ...]]) -> list[list[list[int]]]:
    """Join groups whose passages follow each other in every place; one list of passages a place."""
    runs: list[list[list[int]]] = []
    for group in sorted(groups):
        last = runs[-1] if runs else []
        if len(last) == len(group) and all(
            _follows(passages, side[-1], at) for side, at in zip(last, group, strict=True)
        ):
            for side, at in zip(last, group, strict=True):
                side.append(at)
        else:
            runs.append([[at] for at in group])
    return runs


def _follows(passages: Sequence[_Passage], one: int, other: int) -> bool:
    a, b = passages[one], passages[other]
    return a.document is b.document and b.number == a.number + 1


def _report(sides: Sequence[Sequence[_Passage]]) -> Finding:
    differ = len({tuple(_numbers(side)) for side in sides}) > 1
    severity: Severity = "warning" if differ else "note"
    length = sum(len(passage.key) for passage in sides[0])
    copied = Saying(
        f"同一段文字（{length}字）出现在{len(sides)}处。",
        f"The same passage ({length} characters) stands in {len(sides)} places.",
    )
    changed = Saying("几处文字几乎相同，数字却不同。", "Passages are nearly identical, but their numbers differ.")
    return finding(
        "duplicate", severity, changed if differ else copied, _ONE_PLACE, [_evidence(side) for side in sides]
    )


def _numbers(passages: Sequence[_Passage]) -> Iterator[str]:
    for passage in passages:
        yield from (key_of(found.quantity.raw) for found in find(unnumbered(passage.text)))


def _evidence(passages: Sequence[_Passage]) -> Evidence:
    first, last = passages[0], passages[-1]
    place = place_in(first.document, first.block, first.block.span.char_start, last.block.span.char_end)
    return Evidence(place, "\n".join(passage.text for passage in passages))
