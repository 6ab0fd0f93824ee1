"""How likely two names mean one attribute, 0–1, from their words, their values and where they stand."""

from core.text import gram_set
from synonyms.proposing.entry import Entry

LEAST = 0.6
_SAME_STEM, _TITLE, _OBJECT, _CONTAINED, _GRAMS, _SAME_ROWS = 1.0, 0.75, 0.75, 0.65, 0.65, 0.7
_SAME_TAIL, _SAME_DOCUMENT = 0.15, 0.1
_LEAST_GRAMS = 0.65


def likeness(one: Entry, other: Entry) -> float:
    """Return 0 for columns of one table and for values that do not compare, whatever the names look like.

    What both share must be more than a tail: 到账期限 and 申请期限 have nothing in common.
    """
    if one.contrasts(other) or not one.measures_like(other) or not _one_family(one, other):
        return 0.0
    if one.parts.stem == other.parts.stem:
        return _SAME_STEM
    score = max(_contained(one, other), _same_object(one, other), _same_grams(one, other), _same_rows(one, other))
    score = max(score, _titled(one, other), _titled(other, one))
    if not score:
        return 0.0
    tail = _SAME_TAIL if one.parts.tail and one.parts.tail == other.parts.tail else 0.0
    return min(score + tail + (_SAME_DOCUMENT if one.documents & other.documents else 0.0), 0.99)


def _one_family(one: Entry, other: Entry) -> bool:
    families = {one.parts.family, other.parts.family}
    return len(families) == 1 or "" in families


def _contained(one: Entry, other: Entry) -> float:
    """到账 ends 退款到账; the end must be whole words and more than one character."""
    short, long = sorted((one.parts, other.parts), key=lambda parts: len(parts.stem))
    ends = len(short.stem) > 1 and long.words[-len(short.words) :] == short.words
    return _CONTAINED if ends and long.stem != short.stem else 0.0


def _same_object(one: Entry, other: Entry) -> float:
    """开具 and 开具电子发票, 开具电子发票 and 开具新发票: one act, and what it is done to."""
    first, second = one.parts, other.parts
    if not first.words or not second.words or first.words[0] != second.words[0] or len(first.words[0]) < 2:
        return 0.0
    if not (first.nouns_after_first and second.nouns_after_first):
        return 0.0
    bare = len(first.words) == 1 or len(second.words) == 1
    return _OBJECT if bare or first.words[-1] == second.words[-1] else 0.0


def _same_grams(one: Entry, other: Entry) -> float:
    alike = dice(one.parts.stem, other.parts.stem) >= _LEAST_GRAMS
    return _GRAMS if alike and not _told_apart(one, other) else 0.0


def _same_rows(one: Entry, other: Entry) -> float:
    """Columns of two tables over the same rows, whose names have a part in common."""
    if not one.columns or not other.columns or len(one.subjects & other.subjects) < 2:
        return 0.0
    shared = len(one.subjects & other.subjects) / len(one.subjects | other.subjects)
    ends = one.parts.words[-1:] == other.parts.words[-1:]
    alike = shared >= 0.5 and ends and dice(one.parts.stem, other.parts.stem) >= 0.3
    return _SAME_ROWS if alike and not _told_apart(one, other) else 0.0


def _told_apart(one: Entry, other: Entry) -> bool:
    """线上售价 and 门店售价, 退款到账 and 回收款到账: one head under two modifiers is two attributes."""
    left, right = list(one.parts.words), list(other.parts.words)
    while left and right and left[-1] == right[-1]:
        left.pop()
        right.pop()
    return bool(left) and bool(right) and len(left) < len(one.parts.words)


def _titled(title: Entry, inner: Entry) -> float:
    """甲的充电功率 heads a passage that speaks of 有线快充: the title names what the passage measures."""
    if any(item.source != "title" for item in title.occurrences) or not title.passages & inner.passages:
        return 0.0
    return _TITLE if set(title.parts.stem) & set(inner.parts.stem) else 0.0


def dice(one: str, other: str) -> float:
    """Return how much two texts share of their characters and pairs of characters, 0–1."""
    left, right = gram_set(one), gram_set(other)
    return 2 * len(left & right) / (len(left) + len(right)) if left and right else 0.0
