"""Sentences to quote: verbatim stretches of chunks, chosen by what they say about the question."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.answer import Passage
from core.fact import Fact
from core.quantity import find
from core.question import AnalysedQuestion
from core.text import sentences
from retrieval.lexical import WeightedTerms

_DIMENSION_BONUS = 0.25
_PASSAGE_SHARE = 0.5
_LONGEST = 400


@dataclass(frozen=True, slots=True)
class Quote:
    """A verbatim stretch of a passage: ``text == passage.chunk.text[start:end]``. ``score`` is comparable only
    within one question."""

    passage: Passage
    text: str
    start: int
    end: int
    score: float
    fact: Fact | None = None


def sentence_around(passage: Passage, start: int, end: int, fact: Fact | None = None, score: float = 0.0) -> Quote:
    """Return the sentence (for a table its row) of ``passage`` that holds ``[start, end)``."""
    text = passage.chunk.text
    if passage.chunk.kind not in {"table", "record"}:
        for sentence in sentences(text):
            if sentence.start <= start and end <= sentence.end and sentence.end - sentence.start <= _LONGEST:
                return Quote(passage, sentence.text, sentence.start, sentence.end, score, fact)
    return Quote(passage, text[start:end], start, end, score, fact)


def best_quotes(
    passages: Sequence[Passage], question: AnalysedQuestion, terms: WeightedTerms, count: int
) -> list[Quote]:
    """Return up to ``count`` sentences, best first, each adding words of the question the earlier ones lack."""
    pool = [quote for passage in passages for quote in _scored(passage, question, terms)]
    chosen: list[Quote] = []
    said = ""
    while pool and len(chosen) < count:
        already = terms.coverage(said) if said else 0.0
        best = max(pool, key=lambda quote: (_gain(quote, said, already, terms), quote.score))
        if chosen and _gain(best, said, already, terms) < best.score * 0.35:
            break
        chosen.append(best)
        pool.remove(best)
        said += " " + best.text
    return chosen


def _gain(quote: Quote, said: str, already: float, terms: WeightedTerms) -> float:
    if not said:
        return quote.score
    return quote.score * 0.3 + terms.coverage(f"{said} {quote.text}") - already


def _scored(passage: Passage, question: AnalysedQuestion, terms: WeightedTerms) -> Iterable[Quote]:
    around = " ".join((passage.source.title, *passage.chunk.heading_path))
    for sentence in sentences(passage.chunk.text):
        score = terms.coverage(f"{around} {sentence.text}") + _PASSAGE_SHARE * passage.score
        if question.asks and any(found.quantity.dimension in question.asks for found in find(sentence.text)):
            score += _DIMENSION_BONUS
        yield Quote(passage, sentence.text, sentence.start, sentence.end, round(score, 4))
