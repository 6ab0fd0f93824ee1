"""Questions people asked, with what is answered now as a draft of what is right."""

from collections.abc import Callable, Iterable

from rapidfuzz import fuzz

from core.answer import Answer
from core.chunk import Chunk
from core.fact import Fact
from core.text import fold
from evals.drafting.column import column_of, gold_words
from evals.drafting.draft import OpenQuestion
from evals.drafting.from_absence import TO_CHECK
from evals.drafting.from_facts import DRAFT, anchor_of
from evals.drafting.log import Logged
from evals.drafting.spelling import Spellings
from evals.suite import Case, Gold, GoldFact
from evals.values import states

LOG, DISLIKED = "log", "disliked"
_SAME_WORDS = 90


def draft_from_log(
    log: Iterable[Logged], ask: Callable[[str], Answer], spellings: Spellings
) -> tuple[tuple[Case, ...], tuple[OpenQuestion, ...]]:
    """Return one case a question, and the questions that only a person can answer.

    A question that was liked, or of which nothing is known, expects what is answered today, or to be refused as it is
    today. One that was disliked has no settled gold: today's answer is drafted, ``to_check``, only where the log shows
    that it is another one than the answer that was disliked; else the question is left open.
    """
    cases: list[Case] = []
    left_open: list[OpenQuestion] = []
    for logged in log:
        answer = ask(logged.question)
        if logged.disliked and (_refused(answer) or not logged.answer or same_answer(logged.answer, answer)):
            left_open.append(OpenQuestion(logged.question, logged.answer, answer.headline or answer.text))
            continue
        cases.append(_case(f"Q{len(cases) + 1:03}", logged, answer, spellings))
    return tuple(cases), tuple(left_open)


def same_answer(then: str, today: Answer) -> bool:
    """Return whether ``then`` says what is answered today: every value of its facts, or the words that are quoted."""
    values = [fact.value for fact in today.facts]
    if values:
        return all(states(then, value) for value in values)
    quotes = [citation.quote for citation in today.citations] or [today.text]
    return any(fuzz.partial_ratio(fold(quote), fold(then)) >= _SAME_WORDS for quote in quotes)


def _refused(answer: Answer) -> bool:
    return answer.refused or not answer.citations


def _case(name: str, logged: Logged, answer: Answer, spellings: Spellings) -> Case:
    # What was refused may be a miss, and what was answered otherwise before may be wrong now.
    unsure = logged.disliked or _refused(answer) or (logged.answer and not same_answer(logged.answer, answer))
    tags = (DRAFT, LOG, *((DISLIKED,) if logged.disliked else ()), *((TO_CHECK,) if unsure else ()))
    if _refused(answer):
        return Case(name, logged.question, "absent", (), (), tags=tags)
    chunks = {passage.chunk.id: passage.chunk for passage in answer.passages}
    facts = {fact.id: fact for fact in answer.facts}
    cited = [(citation, chunks[citation.chunk_id]) for citation in answer.citations if citation.chunk_id in chunks]
    golds = (Gold(one.source_name, anchor_of(chunk, facts.get(one.fact_id or ""))) for one, chunk in cited)
    texts = (_words(one.quote, chunk, facts.get(one.fact_id or ""), spellings) for one, chunk in cited[:1])
    expect = tuple(dict.fromkeys(fact.value for fact in answer.facts)) or (answer.citations[0].quote,)
    named = tuple(GoldFact(fact.subject, fact.attribute, fact.value) for fact in answer.facts)
    words = tuple(group for group in texts if group)
    return Case(name, logged.question, "lookup", expect, tuple(dict.fromkeys(golds)), words, named, tags)


def _words(quote: str, chunk: Chunk, fact: Fact | None, spellings: Spellings) -> tuple[str, ...]:
    """Return what must stand together: of a table the column, row and value, else the longest line that is quoted."""
    if fact is not None and chunk.table is not None:
        return gold_words(fact, chunk, column_of(fact, chunk, spellings)) or ()
    longest = max(quote.splitlines(), key=len, default="").strip()
    if chunk.table is not None:
        return tuple(cell.strip() for cell in longest.strip("|").split("|") if cell.strip())
    return (longest,) if longest else ()
