"""Whether a question says the row and the column that a fact of a table stands under."""

import re

from core.fact import Fact
from core.question import AnalysedQuestion
from core.text import fold

# What is left of a score when no word of the headers is said, when they name the other period or another year,
# when the value is what the question itself states, and when a sum is given that nobody asks for.
_UNSAID, _OTHER_PERIOD, _STATED, _UNASKED_SUM = 0.8, 0.5, 0.6, 0.85
_PERIODS = (
    (re.compile(r"本期|本年|今年|当期|当年|报告期"), re.compile(r"上期|上年|上一年|去年|前期|同期")),
    (re.compile(r"期末|年末|月末|年底|期终"), re.compile(r"期初|年初|月初")),
)
_YEARS = re.compile(r"(?<!\d)(?:19|20)\d{2}(?!\d)")
_SUM = re.compile(r"合计|总计|小计|共计|总和")
_ASKS_SUM = re.compile(r"计|总|共|加起来|全部|所有|整体")
# Folded text has half-width brackets and no white space.
_MARKER = re.compile(
    r"^(?:\([一二三四五六七八九十\d]{1,3}\)|[一二三四五六七八九十]{1,3}、|\d{1,2}[、.](?!\d)|其中:|[加减]:)+"
)
_SHORTEST_VALUE = 2
_OF_MANY_ROWS = frozenset({"list", "count", "extreme"})
_GIVES_VALUE = _OF_MANY_ROWS | {"yes_no"}


def is_tabled(fact: Fact) -> bool:
    """Return whether ``fact`` was read from a cell of a table."""
    return fact.rule == "table" or fact.rule.startswith("table.")


def header_factor(fact: Fact, question: AnalysedQuestion, around: str = "") -> float:
    """Return what is left of the score of a fact of a table, 0–1; 1 for every other fact.

    Coverage of the question alone cannot tell 应收账款 from 占应收账款合计数的比例: both hold what is asked.
    So the share of the row's and of the column's name that the question says counts too. Periods and years are
    exact. A question for a set or an extreme looks for the row, and need not say it.

    Args:
        fact: The fact.
        question: The question it is held against.
        around: Title and headings it stands under; a subject that only repeats them need not be said.
    """
    if not is_tabled(fact):
        return 1.0
    names = [fact.attribute] if fold(fact.subject) in fold(around) else [fact.subject, fact.attribute]
    factor = 1.0
    if question.intent not in _OF_MANY_ROWS:
        said = sum(_said(fold(name), question.normalised) for name in names) / len(names)
        factor = _UNSAID + (1 - _UNSAID) * said
    headers = fold(" ".join((*names, *(condition.text for condition in fact.conditions))))
    if _other_period(headers, question.normalised):
        factor *= _OTHER_PERIOD
    if question.intent not in _GIVES_VALUE and _states(question, fact):
        factor *= _STATED
    if _SUM.search(headers) and not _ASKS_SUM.search(question.normalised):
        factor *= _UNASKED_SUM
    return factor


def header_said(fact: Fact, question: AnalysedQuestion) -> bool:
    """Return whether the question says the column (or field) of a table's fact word for word, be it no bare period."""
    attribute = _MARKER.sub("", fold(fact.attribute))
    bare = any(side.fullmatch(attribute) for pair in _PERIODS for side in pair)
    return is_tabled(fact) and len(attribute) > 1 and not bare and attribute in question.normalised


def said_whole(fact: Fact, question: AnalysedQuestion) -> float:
    """Return the share (0–1, by length) of a table fact's row and column names that ``question`` says word for word.

    Scattered words of the question stand in many tables; the whole name of a row and of its column stand in few.
    """
    if not is_tabled(fact):
        return 0.0
    names = [_MARKER.sub("", folded) or folded for folded in map(fold, (fact.subject, fact.attribute))]
    said = sum(len(name) for name in names if len(name) > 1 and name in question.normalised)
    return said / max(sum(map(len, names)), 1)


def _said(name: str, question: str) -> float:
    bare = _MARKER.sub("", name) or name
    # Single characters tell 无形资产A from 无形资产B, pairs tell words from scattered characters.
    parts = [*bare, *(bare[at : at + 2] for at in range(len(bare) - 1))]
    return sum(part in question for part in parts) / len(parts)


def _other_period(headers: str, question: str) -> bool:
    """Tell the column 期初余额 from the one a question for 期末 wants; a question for both wants both."""
    for pair in _PERIODS:
        asked = [bool(side.search(question)) for side in pair]
        held = [bool(side.search(headers)) for side in pair]
        if sum(asked) == 1 and sum(held) == 1 and asked != held:
            return True
    years, of_headers = set(_YEARS.findall(question)), set(_YEARS.findall(headers))
    return bool(years and of_headers) and not years & of_headers


def _states(question: AnalysedQuestion, fact: Fact) -> bool:
    value = fold(fact.value)
    return len(value) >= _SHORTEST_VALUE and value in question.normalised
