"""A question that a fact answers and no other fact of the same matter does."""

import re

from core.fact import Fact
from core.text import fold
from evals.drafting.column import Column
from evals.drafting.material import Material
from evals.drafting.of_prose import prose_question
from evals.drafting.of_table import table_question
from evals.drafting.wording import Unaskable, Wording
from evals.values import states

_NO_ANSWER = re.compile(r"^(?:不适用|不单列|不限|不涉及|[-—/\\]+|n/?a|无)$|^(?:详?见|参见|另行|以)", re.IGNORECASE)
_LONGEST, _LONGEST_TITLED = 60, 80
_CONTENT = re.compile(r"[^\W_]{2,}")


def question_of(fact: Fact, material: Material, column: Column | None, draw: str) -> Wording:
    """Return a question in the language of the fact's names.

    Args:
        fact: What it asks for.
        material: The knowledge base it is asked of.
        column: Where it stands, for a fact of a table.
        draw: Decides between wordings; the same one gives the same question.

    Raises:
        Unaskable: The value is no answer, another fact cannot be told from it, or no clear question can be made.
    """
    if _NO_ANSWER.search(fact.value) and fact.value not in ("无",):
        raise Unaskable("the value says nothing")
    tabled = material.chunks[fact.chunk_id].table is not None
    if tabled and column is None:
        raise Unaskable("its column or row was not found in the table")
    wording = table_question(fact, material, column, draw) if column else prose_question(fact, material, draw)
    return _checked(wording, fact)


def _checked(wording: Wording, fact: Fact) -> Wording:
    question = wording.question
    if len(question) > (_LONGEST_TITLED if "《" in question else _LONGEST) and not question.isascii():
        raise Unaskable("the question would be too long")
    if states(question, fact.value) or (_CONTENT.fullmatch(fact.value) and fold(fact.value) in fold(question)):
        raise Unaskable("the question would say the value")
    return wording
