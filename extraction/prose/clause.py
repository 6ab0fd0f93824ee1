"""Facts of one clause: its conditions collected from left to right, a draft for every value that is stated."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from core.fact import Condition
from core.quantity import Found
from core.text import Piece
from core.text.tagging import tagged
from extraction.draft import Draft
from extraction.prose.actors import actor, as_actor, can_be_punished, punished
from extraction.prose.conditions import (
    circumstance,
    exception,
    grade_condition,
    local_condition,
    stated_conditions,
    with_condition,
)
from extraction.prose.constructions import read
from extraction.prose.frame import Frame
from extraction.prose.phrase import MEASURE
from extraction.prose.place import Place, Reading
from extraction.prose.segments import Segment, grades, holds_locally, says_when, states
from extraction.prose.word_rules import consequence, word_rules

_PARTNER = re.compile(r"^(?:或者|或|和|及|并且|且|以及|、|至|，)(?P<measure>[^，,；;。]{0,8})$")
_DEPENDENT = re.compile(
    r"^(?:但|情节|逾期|拒不|仍|有违法所得|没有违法所得|违法所得|造成|构成|后果|经.*仍|特别|尚不|没有|(?:非法|违法)经营额|[^，]{0,20}货值金额|数额|再次|两次|多次|有前款|其中)"
)
_CONTINUES = re.compile(_DEPENDENT.pattern + r"|^(?:没收|责令|吊销|并(?!购)|由|可以|处|对|给予|同时|但)")
_OWN = re.compile(r"^(?:违反|未|擅自|非法|拒不|对|以|在|伪造|将)")
_PUNISHES = re.compile(r"处以?[^，]*(?:罚款|拘留)")
_SANCTION = re.compile(
    r"^(?:由|责令|没收|吊销|撤销|给予|处|并|可以|依法|予以|收缴|追究|列入|通报|扣留|强制|拆除|查封|取缔|处分)|责令|依法给予"
)
_JOINED = re.compile(r"^(?:或者?|并|且|以及|和)")
_CRIME = re.compile(r"[，,](?:(?:构成犯罪|触犯刑律)|(?:其他)?(?:有关)?法律、(?:行政)?法规[^，]{0,14}有规定)的$")
_BOUNDS = re.compile(r"(?:均|各|应当?|不得|不|为|是|最高|最低|至少|至多|超过|低于|少于|多于)+$")
_START = re.compile(r"^(?:并|且)(?:自|从).*起$")
_ELSEWHERE = re.compile(r"^(?:其他)?(?:有关)?法律、(?:行政)?法规[^，]{0,14}有规定的$")
_SPAN = re.compile(r"自.{2,24}至.{2,24}止$")
_BOUND_TO = re.compile(r"^(?:应当?|必须|可以|不得|有权|并?处|由|自|在|从|对|须|至迟|最迟)")
_SCENE = re.compile(r"^(?:对|除|因|经|按|未|违反|发生|造成|线上|线下|没有|同)")
_WHICHEVER = re.compile(r"^[，,]?以[^，]{1,8}者?为准")


@dataclass(slots=True)
class ClauseReader:
    """Reads the segments of one clause after another; what one clause says of the others stays with the sentence."""

    sentence: Piece
    frame: Frame
    inherited: tuple[Condition, ...]
    offence: tuple[Condition, ...] = ()
    named: bool = False
    _conditions: list[Condition] = field(default_factory=list)
    _drafts: list[Draft] = field(default_factory=list)
    _pending: list[Segment] = field(default_factory=list)
    _supposed: tuple[Condition, ...] = ()
    _opened_at: int = 0

    def facts(self, segments: Sequence[Segment]) -> list[Draft]:
        """Return the facts of a clause; ``frame.subject`` and ``offence`` are carried to the next one."""
        first = segments[0].bare if segments else ""
        base = self.offence if _CONTINUES.match(first) else ()
        self._conditions = [*self.inherited, *(held for held in base if held not in self.inherited)]
        self._drafts = []
        kept = len(self._conditions)
        self._pending, self._supposed = [], ()
        for index, segment in enumerate(segments):
            if limit := exception(segment):
                self._drafts = [replace(draft, conditions=(*draft.conditions, limit)) for draft in self._drafts]
            elif says_when(segments, index):
                self._circumstances(segment, kept)
            elif _is_open(segments, index):
                if not self._pending:
                    self._opened_at = index
                self._pending.append(segment)
            else:
                self._statement(segments, index, kept)
        if not self._drafts and any(condition.quantity for condition in self._conditions[kept:]):
            self._drafts = list(word_rules(segments, self.frame, tuple(self._conditions), self.sentence))
        if self._supposed and (not self.offence or _OWN.match(first) or actor(first)):
            self.offence = tuple(held for held in self._supposed if not _DEPENDENT.match(held.text))
        return self._drafts

    def _with_offence(self, conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
        """Put the offence of the sentence before what a penalty of a later clause says of its own case."""
        own = tuple(held for held in conditions if held not in self.inherited)
        if any(held in own for held in self.offence) or any(actor(held.text) for held in own):
            return conditions
        return (*self.inherited, *self.offence, *own)

    def _circumstances(self, segment: Segment, kept: int) -> None:
        words = self._opened(segment)
        named = [actor(part.text) for part in (*self._pending, segment) if not _JOINED.match(part.text)]
        who = next(filter(can_be_punished, named), next(filter(None, named), ""))
        if who and not _DEPENDENT.match(words):
            self._names(who)
        self._pending = []
        if self._drafts and not _DEPENDENT.match(words):
            first = self._supposed if self._drafts[-1].rule == "prose.penalty" else ()
            self._conditions = [*self._conditions[:kept], *(c for c in first if c not in self._conditions[:kept])]
        for found in segment.founds:
            if grades(found, segment):
                self._add(grade_condition(found, segment), kept)
        if _ELSEWHERE.match(words):
            return
        for condition in stated_conditions(segment, self.frame.subject, words):
            self._add(condition, kept)
        if not self._drafts:
            self._supposed = tuple(self._conditions[len(self.inherited) :])

    def _opened(self, segment: Segment) -> str:
        """Return the words of circumstances that began in an earlier segment (违反本法规定，擅自…的)."""
        first = self._pending[0] if self._pending else segment
        words = self.sentence.text[first.start - self.sentence.start : segment.end - self.sentence.start]
        return _CRIME.sub("", words.strip("，,：:；;。 "))

    def _close_pending(self, segment: Segment, kept: int) -> None:
        """Take what was said before a statement as its circumstances: 发生重大事故，处…罚款.

        After a supposition it is one more thing that follows from it, no circumstance.
        """
        if not self._pending:
            return
        first = self._pending[0].bare
        binds = (
            _BOUND_TO.match(segment.bare)
            or self.frame.lead
            or _SCENE.match(first)
            or _is_topic(self._pending[-1].bare)
            or _SPAN.search(first)
        )
        if not binds or (self._opened_at > 0 and not first.startswith("对")):
            self._pending = []
            return
        who = actor(self._pending[0].text)
        if who:
            self._names(who)
        words = "".join(part.text for part in self._pending).strip("，,：:；;。 ")
        target = actor(first[1:]) or as_actor(first[1:]) if first.startswith("对") else ""
        if target:
            self._names(target)
        elif words not in {who, "但是", "但", "其中"}:
            self._add(Condition(words), kept)
            if not self._drafts:
                self._supposed = tuple(self._conditions[len(self.inherited) :])
        self._pending = []

    def _statement(self, segments: Sequence[Segment], index: int, kept: int) -> None:
        segment = segments[index]
        if segment.founds or _SANCTION.match(segment.bare):
            self._close_pending(segment, kept)
        if not self.frame.lead or not any(holds_locally(found, segment) for found in segment.founds):
            self._doer(segment)
        tail = "".join(following.text for following in segments[index + 1 : index + 3])
        start = segment.start
        local: list[Condition] = []
        stated = False
        for found in segment.founds:
            if grades(found, segment):
                self._add(grade_condition(found, segment), kept)
                continue
            if holds_locally(found, segment):
                local.append(local_condition(found, segment, start, self.frame.subject))
                holder = as_actor(segment.text[start - segment.start : found.start - segment.start])
                if holder and not self.frame.lead:
                    self.frame = replace(self.frame, subject=holder)
                start = found.end
                continue
            if adjunct := circumstance(segment.text[start - segment.start : found.start - segment.start]):
                local.append(adjunct)
            place = self._place(found, segment, start, tail, local)
            stated = self._value(place) or stated
            start = found.end
        if any(condition.quantity for condition in local) and not stated:
            self._drafts.extend(consequence(segment, self.frame, (*self._conditions, *local), self.sentence))

    def _doer(self, segment: Segment) -> None:
        """Keep who a statement is about; who lays down a sanction is not who bears it."""
        who = punished(segment.text)
        if not who and not _SANCTION.search(segment.bare) and not _PUNISHES.search(segment.bare):
            who = actor(segment.text)
        if re.match(r"^(?:该|其(?!中))[^，]{1,10}?(?:应当|可以|必须|不得)", segment.bare):
            who = self.frame.home
        if who:
            self._names(who)

    def _names(self, who: str) -> None:
        self.frame = replace(self.frame, subject=who)
        self.named = True

    def _place(self, found: Found, segment: Segment, start: int, tail: str, local: Sequence[Condition]) -> Place:
        before = segment.text[start - segment.start : found.start - segment.start]
        return Place(found, segment, before, segment.after(found), tail, self.frame, (*self._conditions, *local))

    def _value(self, place: Place) -> bool:
        """Draft the fact of one value; the flag says whether there is one."""
        reading = self._shared(place) or read(place) or self._sibling(place) or self._measured_by_condition(place)
        if reading is None:
            return False
        if _WHICHEVER.match(place.tail):
            reading = replace(reading, conditions=(*reading.conditions, Condition(_whichever(place.tail))))
        if reading.rule == "prose.penalty" or reading.attribute.startswith("不"):
            place = replace(place, conditions=self._with_offence(_of_this(place)))
        if reading.rule == "prose.penalty":
            reading = replace(reading, subject=self._punished(reading, place))
        draft = _draft(place, reading, self.sentence)
        if draft is not None:
            self._drafts.append(draft)
            # 并自欠缴之日起 is the start of one value, not a circumstance of the next.
            self._conditions = [held for held in self._conditions if not _START.match(held.text)]
        return draft is not None

    def _punished(self, reading: Reading, place: Place) -> str:
        """Return who bears a penalty: whom this sentence names, or the one whose case it goes on about."""
        known = reading.subject or (place.frame.subject if self.named or self.offence else "")
        return known if can_be_punished(known) else place.frame.home

    def _shared(self, place: Place) -> Reading | None:
        """Read a second value of the same thing: 2年或者行驶里程50,000公里; 200元、500元和1000元."""
        previous = self._drafts[-1] if self._drafts else None
        if previous is None or previous.end_of_value != place.found.start - len(place.before):
            return None
        partner = _PARTNER.match(place.before)
        if partner is None or previous.rule == "prose.penalty" or ("，" in place.before and not partner["measure"]):
            return None
        same = previous.quantity is not None and previous.quantity.comparable(place.found.quantity)
        if not same and "，" in place.before:
            return None
        return Reading(previous.attribute, previous.rule, previous.subject) if same or partner["measure"] else None

    def _sibling(self, place: Place) -> Reading | None:
        """Read 摩托车不得超过… after 小型载客汽车最高车速不得超过…: a new subject of the same attribute."""
        previous = self._drafts[-1] if self._drafts else None
        if previous is None or previous.quantity is None or not previous.quantity.comparable(place.found.quantity):
            return None
        who = as_actor(_BOUNDS.sub("", place.before.strip("，, ")))
        return Reading(previous.attribute, previous.rule, who) if who and MEASURE.search(previous.attribute) else None

    def _measured_by_condition(self, place: Place) -> Reading | None:
        """Read 为五百元 after 增加赔偿的金额不足五百元的: the condition names what the value is of."""
        if not re.fullmatch(r"[，,]?(?:均|也|仍|可以|应当|最[短长])?(?:为|是|按)?", place.before.strip()):
            return None
        for condition in reversed(place.conditions):
            if _SPAN.search(condition.text) and place.dimension in {"duration", "business_days"}:
                return Reading("期限", "prose.measure")
            if condition.quantity is None or not condition.quantity.comparable(place.found.quantity):
                continue
            name = condition.attribute if len(condition.attribute) > 1 else self._named_before()
            return Reading(name, "prose.measure") if name else None
        return None

    def _named_before(self) -> str:
        """Name what 不足500元的，为500元 goes on about: what the clause stated last."""
        return self._drafts[-1].attribute if self._drafts else ""

    def _add(self, condition: Condition, kept: int) -> None:
        self._conditions = with_condition(self._conditions, condition, kept=kept)


def _is_open(segments: Sequence[Segment], index: int) -> bool:
    """Return whether a segment only sets the scene: no value, no rule, no sanction, and something follows."""
    segment = segments[index]
    following = segments[index + 1] if index + 1 < len(segments) else None
    if (
        following is not None
        and not _SANCTION.search(segment.bare)
        and following.bare.startswith("或")
        and says_when(segments, index + 1)
    ):
        return True
    if segment.bare.startswith("对") and not segment.founds and index < len(segments) - 1:
        return not _SANCTION.search(segment.bare)
    counted = all(f.quantity.dimension == "count" and f.quantity.kind == "exact" for f in segment.founds)
    return index < len(segments) - 1 and counted and not states(segment) and not _SANCTION.search(segment.bare)


def _is_topic(text: str) -> bool:
    """Tell a topic (偏远地区的订单, 畜力车载物) from a statement of its own (补贴从价款中直接减去)."""
    return (
        len(text) <= 6
        or bool(re.search(r"的[^的]{1,10}$", text))
        or tagged(text)[-1].flag.startswith(("n", "t", "s", "f", "eng"))
    )


def _of_this(place: Place) -> tuple[Condition, ...]:
    """Leave out what holds for an earlier sanction only: 已经出厂的，没收产品，处…罚款."""
    if place.before.startswith("并"):
        return place.conditions
    return tuple(held for at, held in enumerate(place.conditions) if at == 0 or not held.text.startswith("已经"))


def depends(sentence: str) -> bool:
    """Return whether a sentence goes on about the case of the one before it (情节严重的，…)."""
    return bool(_DEPENDENT.match(sentence))


def _whichever(tail: str) -> str:
    match = _WHICHEVER.match(tail)
    return match[0].lstrip("，,") if match else ""


def _draft(place: Place, reading: Reading, sentence: Piece) -> Draft | None:
    text, offset = place.segment.text, place.segment.start
    start = place.found.start - reading.wider
    end = min(place.found.end + reading.longer, place.segment.end)
    value = text[start - offset : end - offset]
    if not reading.attribute or not value.strip():
        return None
    who = reading.subject or place.frame.subject
    own = reading.attribute.removeprefix(who).removeprefix("的") if who != place.frame.home else ""
    return Draft(
        subject=place.frame.home if who == reading.attribute else who,
        attribute=own if len(own) >= 2 else reading.attribute,
        value=value,
        start=sentence.start,
        end=sentence.end,
        rule=reading.rule,
        confidence=0.7,
        quantity=place.found.quantity,
        conditions=(*place.conditions, *reading.conditions),
        end_of_value=end,
    )
