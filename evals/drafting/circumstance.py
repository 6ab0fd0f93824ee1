"""A condition of a fact as whoever asks would say it."""

import re
from collections.abc import Iterable
from decimal import Decimal

from core.fact import Condition
from core.quantity import Quantity, parse
from retrieval.conditions import holds_at

EVENT = re.compile(r"^(?:自|从).*(?:起|后|内)$|(?:之?后|之?前)$")
_ELSEWHERE = re.compile(
    r"[前上]款|[前上]条|前项|前[两二三]款|下列|以下情形|以下行为|上述|上表|如下|[^另除]有?该|^该|其(?!他|它)|此|所列|所述|另有|"
    r"本(?:条(?!例)|款|项|章|节)|第[一二三四五六七八九十]+项|附录|附件|附表"
)
_BROKEN = re.compile(r"^(?:是|并|且|但|除|而|或|和|与|以|等|的|及|对)|[（(][^）)]*$|[、，:：]$")
_CONSEQUENCE = re.compile(
    r"^(?:逾期|情节|拒不|造成|构成|有违法所得|没有违法所得|违法所得|后果|导致|仍不|货值|责令|尚不|尚未|数额)"
)
_BOUND = re.compile(r"^(?:不满|未满|超过|不超过|已?满|不足|少于|多于|达到|[\d零一二三四五六七八九十百千万]+)")
_OWN = re.compile(r"本(?:法|条例|办法|规定|细则|规则)")
_BREACH = re.compile(r"^违反本(?:法|条例|办法|规定|细则|规则)(?:的)?(?:有关)?规定[，,]")
_SHARES = tuple(map(Decimal, ("0.5", "0.25", "0.4", "0.3", "0.6")))
_ABOVE = tuple(map(Decimal, ("1.5", "1.2", "2")))


def is_clear(text: str) -> bool:
    """Return whether ``text`` can be understood without the text around it."""
    return not _ELSEWHERE.search(text) and not _BROKEN.search(text)


def is_consequence(text: str) -> bool:
    """Return whether ``text`` only goes on about an offence said before (逾期不改正的)."""
    return bool(_CONSEQUENCE.search(text)) and len(text) < 26


def lacks_noun(text: str) -> bool:
    """Return whether ``text`` is a bound of something that it does not name (不满六个月)."""
    return bool(_BOUND.search(text)) and len(text) < 12


def said(text: str, title: str) -> str:
    """Return a circumstance of running text as part of a question; 本法 becomes the name of its document."""
    return _OWN.sub(f"《{title}》", _BREACH.sub("", text.strip())).removesuffix("的").removesuffix("时，")


def names_document(text: str) -> bool:
    """Return whether ``said`` puts the document's name into it."""
    return bool(_OWN.search(_BREACH.sub("", text.strip())))


def measured(condition: Condition, *, at_point: bool) -> str:
    """Return an interval: as the table has it, or a value inside it, as people have one (订单重量5kg)."""
    label, colon, words = condition.text.partition("：")
    if not colon:
        return condition.text.removesuffix("的")
    point = point_in(condition.quantity, words) if at_point and condition.quantity is not None else None
    return f"{label}{point or words}"


def point_in(interval: Quantity, words: str) -> str | None:
    """Return a round value inside ``interval`` with the unit as ``words`` write it; ``None`` if there is none."""
    unit = re.sub(
        r"^.*\d\s*", "", re.sub(r"[^\d.a-zA-Z\u4e00-\u9fff]*(?:以上|以下|以内|及以上|及以下|含).*$", "", words)
    )
    if not unit or re.search(r"满|过|超|低|高|至|到", unit):
        return None
    numbers = [Decimal(number) for number in re.findall(r"\d+(?:\.\d+)?", words)]
    for value in _candidates(numbers, interval):
        stated = parse(f"{_plain(value)}{unit}")
        if stated is not None and stated.comparable(interval) and holds_at(interval, stated):
            return f"{_plain(value)}{unit}"
    return None


def _candidates(numbers: list[Decimal], interval: Quantity) -> list[Decimal]:
    if len(numbers) == 2:
        low, high = numbers
        return _roundest(low + (high - low) * share for share in _SHARES)
    if len(numbers) != 1:
        return []
    return _roundest(numbers[0] * share for share in (_ABOVE if interval.low is not None else _SHARES))


def _roundest(values: Iterable[Decimal]) -> list[Decimal]:
    """Return ``values`` with one figure and with two, whole numbers and those with the fewest figures first."""
    exact = [value for value in values if value]
    found = [value.quantize(Decimal(1).scaleb(value.adjusted() - more)) for value in exact for more in (0, 1)]
    return sorted(found, key=lambda value: (value != value.to_integral_value(), len(_plain(value).strip("0"))))


def _plain(value: Decimal) -> str:
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
