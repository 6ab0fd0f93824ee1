"""Questions in English."""

import re
from collections.abc import Sequence

from core.fact import Condition, Fact
from core.text import fold
from evals.drafting.phrasing import asked, kind_of, pick
from evals.drafting.wording import Wording

_LEADS = re.compile(r"^(?:if|when|while|for|after|before|within|during|from|with|without|in|on|at)\b", re.IGNORECASE)


def is_english(fact: Fact) -> bool:
    """Return whether the names of ``fact`` are written in Latin letters alone."""
    return fold(fact.subject + fact.attribute).isascii()


def english_question(fact: Fact, attribute: str, said: Sequence[Condition], draw: str) -> Wording:
    """Return a question with its circumstances at the end."""
    subject = re.sub(r"^the\s+", "", fact.subject, flags=re.IGNORECASE)
    attribute = re.sub(r"^the\s+", "", attribute, flags=re.IGNORECASE)
    name = pick((f"{attribute} of the {subject}", f"{subject} {attribute}"), draw + "name")
    parts = {"name": name, "subject": subject, "attribute": attribute}
    question = asked(kind_of(fact, attribute), "en", draw, parts)
    when = " ".join(map(_clause, said))
    return Wording(question.removesuffix("?") + f" {when}?" if when else question, bool(said))


def _clause(condition: Condition) -> str:
    label, colon, words = re.sub(r"：|: ", "：", condition.text).partition("：")
    if colon:
        return f"when the {label.strip()} is {words.strip()}"
    return condition.text if _LEADS.search(condition.text) else f"for {condition.text}"
