"""Whether the knowledge base speaks of what is asked at all."""

from collections.abc import Sequence

from core.answer import Passage
from core.quantity import find
from core.question import AnalysedQuestion
from core.text import fold
from retrieval.fact_match import FactMatch
from retrieval.lexical import WeightedTerms
from retrieval.quotes import statements

# Fitted on the sample suite and on policies_dev: answerable and absent questions told apart.
_TOP = 3
_UNKNOWN_NAME = 0.55
_SPREAD, _USUAL_SPREAD, _MOST_SPREAD = 3.0, 0.02, 0.4
_ASPECT, _ALL = 0.75, 0.25
_NO_SUCH_VALUE, _NO_VALUE_AT_ALL = 0.6, 0.2
_OTHER_SUBJECT = 0.4
_MET_FLOOR = 0.5
_MET_NAMES = 0.2


def evidence(
    passages: Sequence[Passage],
    question: AnalysedQuestion,
    terms: WeightedTerms,
    matches: Sequence[FactMatch],
    cosines: Sequence[float],
) -> float:
    """Return 0–1: how far the best passages speak of what is asked of the subject.

    A passage that only shares the subject (its price, when its weight is asked) is no evidence; neither are passages
    without any value of the kind asked for. A fact whose condition the question meets is. A noun that no document
    holds speaks against; so does a vector search whose best hits stand out little from the rest.

    Args:
        cosines: Similarities of the vector search, best first.
    """
    best = max((_spoken_of(passage, question, terms) for passage in passages[:_TOP]), default=0.0)
    bare = not terms.weights or terms.restricted(question.aspect) is terms
    if question.asks and not any(_holds_value(passage, question, bare=bare) for passage in passages[:_TOP]):
        best *= _NO_VALUE_AT_ALL if bare else _NO_SUCH_VALUE
    if any(item.verdict == "met" and item.dimension_fits and item.names >= _MET_NAMES for item in matches[:_TOP]):
        best = max(best, _MET_FLOOR)
    best *= _UNKNOWN_NAME ** len(terms.unknown_names)
    spread = cosines[0] - cosines[-1] if len(cosines) > 1 else _USUAL_SPREAD
    # Standing out helps what is spoken of already; alone it only says that the subject is known.
    standing_out = min(_SPREAD * (spread - _USUAL_SPREAD), _MOST_SPREAD * best)
    return round(min(max(best + standing_out, 0.0), 1.0), 4)


def _spoken_of(passage: Passage, question: AnalysedQuestion, terms: WeightedTerms) -> float:
    text = _text(passage)
    spoken = _ASPECT * terms.restricted(question.aspect).coverage(text) + _ALL * terms.coverage(text)
    return spoken if _about_subject(text, question) else spoken * _OTHER_SUBJECT


def _text(passage: Passage) -> str:
    return " ".join((passage.source.title, *passage.chunk.heading_path, passage.chunk.text))


def _about_subject(text: str, question: AnalysedQuestion) -> bool:
    subjects = [fold(m.canonical) for m in question.mentions if m.kind == "subject" and m.curated]
    folded = fold(text)
    return not subjects or any(subject in folded for subject in subjects)


def _holds_value(passage: Passage, question: AnalysedQuestion, *, bare: bool) -> bool:
    """Return whether ``passage`` holds a value of the kind asked for.

    Args:
        bare: The question names nothing but its subject; then the value must stand in one statement with it.
    """
    for quote in statements(passage):
        holds = any(found.quantity.dimension in question.asks for found in find(quote.text))
        if holds and (not bare or _about_subject(quote.text, question)):
            return True
    facts = [fact for fact in passage.facts if fact.quantity and fact.quantity.dimension in question.asks]
    return any(not bare or _about_subject(f"{fact.subject} {fact.quote}", question) for fact in facts)
