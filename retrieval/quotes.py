"""Sentences to quote: verbatim stretches of chunks, chosen by what they say about the question."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.answer import Passage
from core.fact import Fact
from core.quantity import find
from core.question import AnalysedQuestion
from core.text import Piece, sentences
from retrieval.conditions import holds_at, stated_value
from retrieval.lexical import WeightedTerms

_KIND_BONUS = 0.25
_MET_BONUS, _MISSED_PENALTY = 0.4, 0.3
_PASSAGE_SHARE = 0.4
_LONGEST, _SHORTEST = 400, 3
_SHORT_CHUNK = 300
_GAIN_SHARE = 0.35
_FURTHER_SCORE = 0.3


@dataclass(frozen=True, slots=True)
class Quote:
    """A verbatim stretch of a passage: ``text == passage.chunk.text[start:end]``.

    ``support`` is the share (0–1) of the question that it speaks about in its place; ``score`` orders the quotes of
    one question.
    """

    passage: Passage
    text: str
    start: int
    end: int
    score: float = 0.0
    support: float = 0.0
    holds_value: bool = False
    fact: Fact | None = None


def sentence_around(passage: Passage, start: int, end: int, fact: Fact | None = None) -> Quote:
    """Return the sentence (for a table its row) of ``passage`` that holds ``[start, end)``."""
    text = passage.chunk.text
    if passage.chunk.kind not in {"table", "record"}:
        for sentence in sentences(text):
            if sentence.start <= start and end <= sentence.end and sentence.end - sentence.start <= _LONGEST:
                return Quote(passage, sentence.text, sentence.start, sentence.end, fact=fact)
    return Quote(passage, text[start:end], start, end, fact=fact)


def best_quotes(
    passages: Sequence[Passage], question: AnalysedQuestion, terms: WeightedTerms, count: int
) -> list[Quote]:
    """Return up to ``count`` statements, best first, each adding words of the question the earlier ones lack."""
    pool = [quote for passage in passages for quote in scored(passage, question, terms)]
    chosen: list[Quote] = []
    said = ""
    while pool and len(chosen) < count:
        already = terms.coverage(said) if said else 0.0
        best = max(pool, key=lambda quote: (_gain(quote, said, already, terms), quote.score))
        if chosen and _gain(best, said, already, terms) < best.score * _GAIN_SHARE:
            break
        chosen.append(best)
        pool.remove(best)
        said += " " + best.text
    return chosen


def scored(passage: Passage, question: AnalysedQuestion, terms: WeightedTerms) -> Iterable[Quote]:
    """Yield every statement of ``passage`` with its support and score."""
    around = _around(passage)
    aspect = terms.restricted(question.aspect)
    for piece in statements(passage):
        text = f"{around} {piece.text}"
        support = (terms.coverage(text) + aspect.coverage(text)) / 2
        holds = bool(question.asks) and any(f.quantity.dimension in question.asks for f in find(piece.text))
        score = (
            support + _PASSAGE_SHARE * passage.score + _KIND_BONUS * holds + _circumstances(passage, piece, question)
        )
        yield Quote(passage, piece.text, piece.start, piece.end, round(score, 4), round(support, 4), holds)


def widened(quote: Quote) -> Quote:
    """Return the whole chunk when it is short running text, so that a list is not cut from its items."""
    chunk = quote.passage.chunk
    if chunk.kind == "table" or len(chunk.text) > _SHORT_CHUNK:
        return quote
    return Quote(
        quote.passage, chunk.text, 0, len(chunk.text), quote.score, quote.support, quote.holds_value, quote.fact
    )


def _around(passage: Passage) -> str:
    parts = [passage.source.title, *passage.chunk.heading_path]
    if passage.chunk.table is not None:
        parts += [passage.chunk.table.caption, *passage.chunk.table.columns()]
    parts += [value for name, value in passage.chunk.fields if name in {"title", "question", "keywords"}]
    return " ".join(parts)


def statements(passage: Passage) -> Sequence[Piece]:
    """Return what can be quoted of a passage: its sentences; of a table its data rows and the notes under it."""
    pieces = sentences(passage.chunk.text)
    if passage.chunk.kind != "table":
        return [piece for piece in pieces if len(piece.text) > _SHORTEST]
    first = next((at for at, piece in enumerate(pieces) if piece.text.startswith("|")), len(pieces))
    # Title and caption stand before the table, one header line and the delimiter line before its rows.
    return [piece for piece in pieces[first + 2 :] if len(piece.text) > _SHORTEST]


def _circumstances(passage: Passage, piece: Piece, question: AnalysedQuestion) -> float:
    """Reward a table row whose intervals hold what the question states, and punish one whose do not."""
    if passage.chunk.kind != "table":
        return 0.0
    bonus = 0.0
    for stated in (stated_value(asked.quantity) for asked in question.quantities):
        intervals = [f.quantity for f in find(piece.text) if f.quantity.comparable(stated)]
        wide = [interval for interval in intervals if interval.low != interval.high]
        if wide:
            bonus += _MET_BONUS if any(holds_at(interval, stated) for interval in wide) else -_MISSED_PENALTY
    return bonus


def _gain(quote: Quote, said: str, already: float, terms: WeightedTerms) -> float:
    if not said:
        return quote.score
    return quote.score * _FURTHER_SCORE + terms.coverage(f"{said} {quote.text}") - already
