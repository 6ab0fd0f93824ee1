"""A clause cut at its commas, and what each stretch does: state something, or say when it holds."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.quantity import Found, find
from core.text import Piece
from extraction.nouns import enumerator_length

_COMMAS = re.compile(r"[，,：:](?!\d{3})")
_MARKS = "，,：:；;。！!？? "
_STATES = re.compile(
    r"应当|必须|可以|不得|不(?:超过|低于|少于|高于|多于)|有权|不予|限于|(?<![认行以作成视])为(?!限|准|由|基数)|处(?![罚理分置于所])以?(?=.*(?:罚|拘))|享受|享有|支付|给予|"
    r"收取|加收|征收|提前|最[长短高低多少]|至少|至多|(?:期限?|费|金|额|率|价|假|间|速)[是约共]?\d"
)
_WHEN = re.compile(
    r"(?:的|时|时候|期间|部分|情况下|情形下|(?<=[的等之])(?:情况|情形)|之日起|以来|(?<!先|提|面|目|日|月|年)前|(?<!最|先|以|落)后|之后|以后|之前|者)$"
)
_SUPPOSES = re.compile(r"^(?:但是?)?(?:如果?|若|凡|一旦|除|因(?!公)|经.{2,}(?:批准|同意|核准|许可|确认|协商))")
_STEP = re.compile(r"满|以上|以下|超过|不足|大于|高于|低于|逾|达到?|小于|≥|≤|>|<|每")
_LIMIT = re.compile(r"^(?:应当?|可以)?(?:不得|不超|不低|不少|不高|不多|最|至多|至少)")
_CONSEQUENCE = re.compile(r"^(?:免|享|可以?|不|打|减|送|收|赠|升|按|为|返|补|扣|加|抵|得)[\u4e00-\u9fff\d]")
_PER = re.compile(r"^(?:按|得|收|加|减|抵|支付|增加|休|扣|送|返|补|处|罚|为)")
_GRADES = frozenset({"grade", "ordinal"})


@dataclass(frozen=True, slots=True)
class Segment:
    """One stretch between commas; offsets are those of the whole text. ``founds`` have whole-text offsets too."""

    text: str
    start: int
    end: int
    founds: tuple[Found, ...]

    @property
    def bare(self) -> str:
        """The text without the marks at its end."""
        return self.text.rstrip(_MARKS)

    def before(self, found: Found) -> str:
        """The segment's text up to ``found``."""
        return self.text[: found.start - self.start]

    def after(self, found: Found) -> str:
        """The segment's text from the end of ``found``."""
        return self.text[found.end - self.start :]


def segments_of(clause: Piece) -> tuple[Segment, ...]:
    """Cut a clause at commas and colons that stand outside numbers."""
    founds = tuple(
        Found(found.quantity, found.start + clause.start, found.end + clause.start) for found in find(clause.text)
    )
    cuts = [0]
    for match in _COMMAS.finditer(clause.text):
        at = match.end() + clause.start
        if not any(found.start < at < found.end for found in founds):
            cuts.append(match.end())
    cuts.append(len(clause.text))
    return tuple(
        _segment(clause, start, end, founds) for start, end in pairwise(cuts) if clause.text[start:end].strip()
    )


def unnumbered(segment: Segment) -> Segment:
    """Return ``segment`` without a list marker at its start (（一）结婚的 → 结婚的)."""
    skipped = enumerator_length(segment.text)
    return Segment(segment.text[skipped:], segment.start + skipped, segment.end, segment.founds) if skipped else segment


def states(segment: Segment) -> bool:
    """Return whether a segment lays something down: a modal, a copula, a sanction or a verb of giving."""
    return bool(_STATES.search(segment.bare))


def says_when(segments: Sequence[Segment], index: int) -> bool:
    """Return whether a segment states under which circumstances the others hold (已满10年的, 难产的, 因故障)."""
    bare, last = segments[index].bare, index == len(segments) - 1
    if bare.endswith("的部分") and not last:
        return True
    if bare.endswith("的"):
        return not re.search(r"(?:是|(?<![行作认以视])为)[^，]{0,8}的$", bare) or bool(re.search(r"[以将把].+为", bare))
    if last:
        return False
    if _SUPPOSES.match(bare):
        return True
    if bare.startswith("对"):
        return False
    if _STATES.search(bare):
        return bool(re.search(r"(?:时|情况下|情形下|期间)$", bare)) and not _ends_in_unit(segments[index])
    return (bool(_WHEN.search(bare)) and not _ends_in_unit(segments[index])) or _opens(segments, index)


def holds_locally(found: Found, segment: Segment) -> bool:
    """Return whether a condition and what follows from it stand in one segment: 满99元免运费, 5年以内每年检验1次."""
    raw, after = found.quantity.raw, segment.after(found)
    later = any(other.start > found.start for other in segment.founds)
    if later and re.search(r"每[\u4e00-\u9fff]{0,4}$", segment.before(found)) and _PER.match(after):
        return True
    if later and found.quantity.dimension in {"duration", "age"} and re.match(r"^(?:以内|以上|以下)?每", after):
        return True
    if (
        segment.before(found).endswith(("处", "处以"))
        or not _STEP.search(raw)
        or _LIMIT.match(raw)
        or raw.startswith("每")
    ):
        return False
    return bool(_CONSEQUENCE.match(after)) or (
        later and not after.lstrip("的").startswith(("罚", "拘", "有期", "，", "、"))
    )


def grades(found: Found, segment: Segment) -> bool:
    """Return whether a grade belongs to the thing another value is stated of (一级伤残为27个月)."""
    if found.quantity.dimension not in _GRADES:
        return False
    if found.quantity.dimension == "ordinal" and not re.match(r"[级档类等种阶梯]", segment.after(found)):
        return False
    return any(other.start > found.start and other.quantity.dimension not in _GRADES for other in segment.founds)


def _opens(segments: Sequence[Segment], index: int) -> bool:
    """Tell a step that later values belong to (三年以上固定期限的劳动合同，试用期…) from a value."""
    segment = segments[index]
    if any(holds_locally(found, segment) for found in segment.founds):
        return False
    later = any(other.founds for other in segments[index + 1 :])
    steps = [f for f in segment.founds if _STEP.search(f.quantity.raw) and not _LIMIT.match(f.quantity.raw)]
    return later and bool(steps) and len(steps) == len(segment.founds)


def _ends_in_unit(segment: Segment) -> bool:
    """Tell the 时 of 每小时 and 8时, which ends a quantity, from the one that ends a condition."""
    return any(
        found.end == segment.start + len(segment.bare) for found in segment.founds
    ) and not segment.bare.endswith(("的", "者"))


def _segment(clause: Piece, start: int, end: int, founds: Sequence[Found]) -> Segment:
    low, high = clause.start + start, clause.start + end
    inside = tuple(found for found in founds if low <= found.start < high)
    return Segment(clause.text[start:end], low, high, inside)
