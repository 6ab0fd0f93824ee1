# ruff: noqa: E501 (tables and patterns read best unbroken)
"""Words that bound a value: 不超过, 满, 以上, 以内, 约, at least, or more … with open and closed ends.

In law 以上, 以下, 以内 and 届满 include the number itself; 不满, 超过 and 以外 do not (Civil Code, article 1259).
"""

import re
from dataclasses import replace

from core.quantity.term import Term

_TIMED = frozenset({"date", "time_of_day"})
_SPANNED = frozenset({"duration", "business_days", "length", "speed"})
_LINK = r"(?:了|为|是|有|在|到|达|达到|于|等于|的|只有|只能|可以?|能)?"
_NOT = r"(?:不|未|不得|不能|不可|不应|不宜|不许|不允许|没有?|无)"

_PREFIXES = {
    "at_most": (
        rf"{_NOT}(?:予)?(?:超过|超出|高于|大于|多于|长于|晚于|迟于|逾|超)(?:或者?等于)?|(?:小|低|少|早|短)于或?者?等于|小于或者? ?等于"
        r"|小于 ?或 ?等于|至多|最多|最高|最长|最大|最晚|最迟|至迟|最重|最远|最快|上限|封顶|顶多|<=|< =|≤|≯"
        r"|within|up to|no more than|not more than|at most|not (?:to )?exceed(?:ing)?|no later than|no longer than"
        r"|a maximum of|maximum of|max\.?|in no more than"
    ),
    "below": r"不满|未满|不足|不到|未达到?|不及|低于|少于|小于|短于|<|less than|below|under|fewer than",
    "at_least": (
        rf"{_NOT}(?:少于|低于|小于|短于|早于|下于)|(?:大|高|多|晚)于(?:或者?)?等于|大于 ?或者? ?等于|至少|最少|最低|最短|最小|最早"
        r"|下限|起码|不下|>=|> =|≥|≮|(?<![不未圆充丰美])(?:已|年|届)?满(?!的)|at least|no less than|not less than|no fewer than"
        r"|a minimum of|minimum of|min\.?|no earlier than|starting (?:from|at)"
    ),
    "above": (
        r"(?<![不得未能])(?:超过|超出|大于|高于|多于|长于|突破|逾)|(?<![不得未能高])超(?=\s*$)|(?<!不)(?<=占比)过|>"
        r"|(?<!no )(?<!not )(?:more than|over|above|exceeding|greater than|longer than|exceeds)"
    ),
}  # fmt: skip
_ABOUT = r"大约|约|大概|将近|接近|差不多|估计|(?<![最附远临就靠将接])近|about|around|approximately|roughly|circa|≈"
_BEFORE = re.compile(
    r"(?:"
    + "|".join(f"(?P<{name}>{words})" for name, words in _PREFIXES.items())
    + rf"|(?P<about>{_ABOUT})|(?P<than>比))"
    rf"\s*{_LINK}\s*$",
    re.IGNORECASE,
)
_LAST = frozenset(
    "比过出于逾超多少高长大晚迟重远快限顶=<>≤≥≯≮满足到达及低短小早码下约概近多计≈了为是有在的能以可个至后前破"
) | frozenset("nothwidsgrmuxv.aelyc")
_SUFFIXES = (
    ("low", False, r"(?:[\(](?:含|包含)[^()]{0,4}[\)])?(?:次|及|或|或者|含|\(含\))?以上(?:\([^()]{0,3}含[^()]{0,3}\))?"),
    ("low", False, r" ?(?:或者?更多|or more|or above|and above|or over|and over|at least|or longer|起步|起(?![诉草飞步点义重来源伏立止初火诊作眠码航]))"),
    ("low", True, r"(?:以外|开外|之外|之上)"),
    ("high", False, r"(?:[\(](?:含|包含)[^()]{0,4}[\)])?(?:及|或|或者|含|\(含\))?(?:以下|以内|之内)(?:\([^()]{0,3}含[^()]{0,3}\))?"),
    ("high", False, r" ?(?:或者?更少|封顶(?! ?[\d¥])|为限|or less|or fewer|or below|or under|and below|at most|max(?:imum)?(?![a-z]))"),
    ("high", True, r"之下"),
)  # fmt: skip
_AFTER = tuple((end, is_open, re.compile(r"\s?" + pattern, re.IGNORECASE)) for end, is_open, pattern in _SUFFIXES)
_WITHIN = re.compile(r"(?:时间|期限)?内(?![容部存地外科蒙涵])")
_INNER = re.compile(r"(?P<at_least>至少|最少|不(?:得)?少于)|(?P<at_most>至多|最多|不(?:得)?超过)")
_AROUND = re.compile(r"\s?(?:左右|上下|前后(?!端)|许(?![可多])|or so)")
_EXCLUDED = re.compile(r"不含|不包含|不包括")
_COMPARED = re.compile(r"\s*(高|大|多|长|低|小|少|短)")
_TIME_AFTER = (
    ("high", False, re.compile(r"以前|及以前|\(含\)前|止|截止|为止")),
    ("high", True, re.compile(r"之前|前(?![款条项述后往])")),
    ("low", False, re.compile(r"以后|及以后|起算|起")),
    ("low", True, re.compile(r"之后|后(?!续)")),
)


def bounded(text: str, term: Term, floor: int) -> Term:
    """Return ``term`` with the bounds that stand around it, its stretch widened over their words.

    Args:
        text: The plain text.
        term: A term without bounds.
        floor: Words before this position belong to the term before.
    """
    return _after(text, _before(text, term, floor))


def between(words: str, term: Term) -> Term:
    """Return ``term`` with the bound that begins the words between its prefix and its number: 每年至少进行一次."""
    match = _INNER.match(words)
    if match is None or term.bounded:
        return term
    return _cut(term, "low" if match.lastgroup == "at_least" else "high", False)


def _before(text: str, term: Term, floor: int) -> Term:
    while True:
        last = term.start - 1
        while last > floor and text[last] == " ":
            last -= 1
        if last < floor or text[last] not in _LAST:
            return term
        match = _BEFORE.search(text, max(floor, term.start - 20), term.start)
        if match is None:
            return term
        wider = _prefixed(text, term, match)
        if wider is None:
            return term
        term = wider


def _prefixed(text: str, term: Term, match: re.Match[str]) -> Term | None:
    start = match.start()
    kind = match.lastgroup
    if (
        match[0][0].isalpha()
        and match[0][0].isascii()
        and text[start - 1 : start].isalpha()
        and text[start - 1].isascii()
    ):
        return None
    if kind == "about":
        # 近三年 is the last three years, not nearly three.
        last_years = match[0].startswith("近") and term.unit.dimension in ("duration", "date")
        return None if last_years else replace(term, start=start, approximate=True)
    if kind == "than":
        compared = _COMPARED.match(text, term.end)
        if compared is None:
            return None
        term, kind = replace(term, end=compared.end()), "below" if compared[1] in "低小少短" else "above"
    return _cut(
        replace(term, start=start), "high" if kind in ("at_most", "below") else "low", kind in ("below", "above")
    )


def _cut(term: Term, end: str, is_open: bool) -> Term:
    """Keep one end of ``term``; an end that an earlier word already bounds stays as it is."""
    if term.bounded and (term.low is None or term.high is None):
        same = (term.low is None) == (end == "high")
        if not same:
            return term
        return (
            replace(term, high_open=term.high_open or is_open)
            if end == "high"
            else replace(term, low_open=term.low_open or is_open)
        )
    if end == "high":
        return replace(term, low=None, high_open=is_open, low_open=False, bounded=True)
    return replace(term, high=None, low_open=is_open, high_open=False, bounded=True)


def _after(text: str, term: Term) -> Term:
    around = _AROUND.match(text, term.end)
    if around:
        term = replace(term, end=around.end(), approximate=True)
    for end, is_open, pattern in (*_TIME_AFTER, *_AFTER) if term.unit.dimension in _TIMED else _AFTER:
        match = pattern.match(text, term.end)
        if match:
            wider = replace(term, end=match.end())
            if term.low != term.high and not term.bounded and end == "high" and term.low is not None:
                return wider
            return _cut(wider, end, is_open or _EXCLUDED.search(match[0]) is not None)
    within = _WITHIN.match(text, term.end) if term.unit.dimension in _SPANNED else None
    if within is None:
        return term
    wider = replace(term, end=within.end())
    return _cut(wider, "high", False) if term.exact or term.bounded else wider
