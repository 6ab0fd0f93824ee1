"""Questions for rules: by when something is done, and what it costs not to."""

import re

from core.fact import Fact
from core.text import fold
from evals.drafting.circumstance import is_clear
from evals.drafting.phrasing import pick
from evals.drafting.wording import Unaskable

LIMIT = re.compile(r"期限$")
_TIMES = ("duration", "business_days", "date", "count")
_MODAL = re.compile(r"可以|有权|方可|应当(?!知道)|必须|不得|应(?!当)")
_ALLOWED = re.compile(r"可以|有权|方可")
_WITHIN = re.compile(r"内$|以内$|之内$")
_BREAKS = re.compile(r"[，。；：、自在从\d]")
_LONGEST_LEAD = 24


def penalty_question(fact: Fact, subject: str, when: str, draw: str) -> str:
    """Ask what is paid for an offence; ``when`` says it, ``subject`` who pays, empty where the offence tells.

    Raises:
        Unaskable: No offence is said, or the value is no sum (days of detention).
    """
    if not when:
        raise Unaskable("its sentence does not say what is punished")
    if fact.quantity is not None and fact.quantity.dimension.startswith(_TIMES):
        raise Unaskable("its value is no fine")
    if subject:
        return pick((f"对{subject}罚款多少？", f"{subject}会被罚款多少？"), draw)
    return pick(("罚款多少？", "会被罚款多少？", "罚款是多少？"), draw)


def deadline_question(fact: Fact, subject: str, event: str, draw: str, *, known: bool) -> str:
    """Ask by when something is done: 自收到申请之日起几日内答复.

    Args:
        fact: A deadline; its attribute is the action with 期限 behind it.
        subject: Who acts, empty where the circumstances tell.
        event: What the time runs from, empty for none.
        draw: Decides between wordings.
        known: Whether who acts is said at all.

    Raises:
        Unaskable: The sentence does not say the action in one piece, or the value is no limit.
    """
    action = LIMIT.sub("", fact.attribute)
    if fold(action.removeprefix("提前")) not in fold(fact.quote) or not known:
        raise Unaskable("its sentence does not say the action on its own")
    subject = "" if subject and fold(subject) in fold(event) else _lead(fact, subject)
    long = "几个工作日" if fact.quantity and fact.quantity.dimension == "business_days" else "多久"
    if action.startswith("提前"):
        return f"{subject}{event}要提前{long}{action.removeprefix('提前')}？"
    if not _WITHIN.search(fact.value):
        raise Unaskable("its sentence states no plain value")
    if action.startswith(("不得", "不予", "不准", "禁止", "免")):
        return f"{subject}{event}{long}内{action}？"
    if _is_allowed(fact):
        return f"{subject}{event}{long}内可以{action}？"
    must = pick(("应当", "要", "必须"), draw)
    ways = (f"{subject}应当{event}{long}内{action}？", f"{subject}{event}{long}之内{must}{action}？")
    return pick(ways, draw + "order")


def _lead(fact: Fact, subject: str) -> str:
    """Return the subject with what it does before the modal verb: 景区提高门票价格 (应当提前六个月公布)."""
    at = fact.quote.find(subject)
    lead = _MODAL.split(fact.quote[at : max(fact.quote.find(fact.value), at)])[0] if subject and at >= 0 else ""
    whole = lead.startswith(subject) and len(lead) <= _LONGEST_LEAD and not _BREAKS.search(lead) and is_clear(lead)
    return lead if whole and lead != fact.quote[at : fact.quote.find(fact.value)] else subject


def _is_allowed(fact: Fact) -> bool:
    """Tell what may be done from what must be, by the modal verb next to the value."""
    at = max(fact.quote.find(fact.value), 0)
    before, after = _MODAL.findall(fact.quote[:at]), _MODAL.findall(fact.quote[at:])
    return bool(_ALLOWED.fullmatch((before[-1:] or after[:1] or ["应当"])[0]))
