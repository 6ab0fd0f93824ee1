"""A model's text held against what it was shown: sources, numbers, facts, and whether it is an answer at all."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.fact import Fact
from core.question import AnalysedQuestion, Intent
from core.text import fold
from retrieval.wording import stated
from retrieval.written.citations import Statement, cited, statements
from retrieval.written.material import Material
from retrieval.written.numbers import Known, unfounded
from retrieval.written.refusal import is_refusal
from retrieval.written.wording import FACT_UNSAID, REMOVED, UNFOUNDED

_SETS: frozenset[Intent] = frozenset({"list", "count", "compare", "extreme"})


def asks_for_facts(question: AnalysedQuestion) -> bool:
    """Return whether a fact can be the answer: a value or a set is asked for, not how something goes."""
    return bool(question.asks) or question.intent in _SETS


def asks_for_a_set(question: AnalysedQuestion) -> bool:
    """Return whether the answer is a set, complete or wrong."""
    return question.intent in _SETS


@dataclass(frozen=True, slots=True)
class Checked:
    """A text whose citations all name a source, its sentences, and what is wrong with it."""

    text: str
    statements: tuple[Statement, ...]
    numbers: tuple[int, ...]
    warnings: tuple[str, ...]
    refused: bool


def check(text: str, shown: Material, question: str, language: str) -> Checked:
    """Return ``text`` checked against what was shown.

    A number may also come from the question: it is said back (您工作了12年).
    """
    marked = cited(text, range(1, len(shown.sources) + 1))
    said = statements(marked.text)
    warnings: list[str] = []
    if marked.removed:
        warnings.append(REMOVED[language].format(numbers="、".join(f"[{number}]" for number in marked.removed)))
    asked = Known(question)
    for statement in said:
        known = [asked, *(_known(shown, number) for number in statement.numbers)]
        strangers = dict.fromkeys(unfounded(statement.text, known))
        warnings += [UNFOUNDED[language].format(number=number, statement=statement.text) for number in strangers]
    return Checked(marked.text, said, marked.numbers, tuple(warnings), is_refusal(marked.text, said))


def unsaid(checked: Checked, facts: Sequence[Fact], intent: Intent, language: str) -> tuple[str, ...]:
    """Say which of ``facts``, the exact answer without a model, the text does not state.

    A value is stated by its words or by the same quantity, a member of a set of several by its name.
    """
    whole = "\n".join(statement.text for statement in checked.statements)
    known, folded = Known(whole), fold(whole)
    by_name = intent in _SETS and len({fold(fact.subject) for fact in facts}) > 1
    missing = [fact for fact in facts if not _is_said(fact, folded, known, by_name=by_name)]
    return tuple(FACT_UNSAID[language].format(fact=stated(fact, with_name=True)) for fact in missing)


def facts_said(checked: Checked, shown: Material) -> Iterator[Fact]:
    """Yield the facts whose value stands in a sentence that cites their source, in the order of the table."""
    for fact in shown.facts:
        for statement in checked.statements:
            sources = [shown.source(number) for number in statement.numbers]
            here = any(source and source.passage.chunk.id == fact.chunk_id for source in sources)
            if here and _is_said(fact, fold(statement.text), Known(statement.text)):
                yield fact
                break


def _known(shown: Material, number: int) -> Known:
    source = shown.source(number)
    return Known(source.everything, source.facts) if source else Known("")


def _is_said(fact: Fact, folded: str, known: Known, *, by_name: bool = False) -> bool:
    if by_name:
        return fold(fact.subject) in folded
    return fold(fact.value) in folded or (fact.quantity is not None and known.states(fact.quantity))
