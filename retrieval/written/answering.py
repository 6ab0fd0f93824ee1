"""A checked text to an answer: citations with verbatim quotes, grade, warnings."""

from collections.abc import Mapping
from dataclasses import replace

from core.answer import Answer, Citation, Passage
from core.text import gram_set
from retrieval.citing import citation
from retrieval.direct import quote_of
from retrieval.findings import Findings
from retrieval.quotes import Quote
from retrieval.quotes import statements as quotable
from retrieval.written.checking import Checked, asks_for_facts, facts_said, unsaid
from retrieval.written.material import Material, ShownSource

_REASON = "the language model found no answer in the passages"
_WARNED = 0.5


def written_answer(composed: Answer, checked: Checked, shown: Material, findings: Findings, language: str) -> Answer:
    """Return the answer that ``checked`` gives, on the ground of ``composed``, the answer without a model.

    Confidence is that of the composed answer, halved when a check has found something.
    """
    if checked.refused:
        return replace(
            composed, text=checked.text, grade="none", route="none", headline="", refused=True, reason=_REASON,
            citations=(), facts=(), warnings=checked.warnings,
        )  # fmt: skip
    facts = tuple(facts_said(checked, shown))
    exact = composed.facts if composed.grade.startswith("exact") and asks_for_facts(findings.question) else ()
    warnings = (*checked.warnings, *unsaid(checked, exact, findings.question.intent, language))
    citations = tuple(_citation(source, checked, shown, findings) for source in _used(checked, shown))
    return replace(
        composed,
        text=checked.text,
        headline="\n".join(statement.text for statement in checked.statements),
        grade="written",
        confidence=round(composed.confidence * (_WARNED if warnings else 1.0), 4),
        citations=citations,
        facts=facts,
        passages=_context(composed.passages, checked, shown),
        warnings=warnings,
    )


def source_citations(shown: Material, findings: Findings) -> tuple[Citation, ...]:
    """Return every source as a citation, its quote the beginning of the passage or the sentence of its best fact."""
    nothing = Checked("", (), (), (), refused=False)
    return tuple(_citation(source, nothing, shown, findings) for source in shown.sources)


def _used(checked: Checked, shown: Material) -> list[ShownSource]:
    return [source for number in sorted(checked.numbers) if (source := shown.source(number))]


def _citation(source: ShownSource, checked: Checked, shown: Material, findings: Findings) -> Citation:
    said = " ".join(statement.text for statement in checked.statements if source.number in statement.numbers)
    facts = {fact.id for fact in facts_said(checked, shown)} if said else {fact.id for fact in source.facts}
    fact = next((fact for fact in source.facts if fact.id in facts), None)
    quote = quote_of(fact, findings) if fact else None
    return citation(source.number, quote or _nearest(source.passage, said))


def _nearest(passage: Passage, said: str) -> Quote:
    """Return the statement of the passage that shares most with what is said; the whole text when it has none."""
    pieces = quotable(passage)
    if not pieces:
        return Quote(passage, passage.chunk.text, 0, len(passage.chunk.text))
    wanted = gram_set(said)
    best = max(pieces, key=lambda piece: (_likeness(gram_set(piece.text), wanted), -piece.start))
    return Quote(passage, best.text, best.start, best.end)


def _likeness(grams: frozenset[str], wanted: frozenset[str]) -> float:
    """Return the cosine of two sets of characters and pairs, 0–1: a long sentence is no better for being long."""
    return len(grams & wanted) / (len(grams) * len(wanted)) ** 0.5 if grams and wanted else 0.0


def _context(best: tuple[Passage, ...], checked: Checked, shown: Material) -> tuple[Passage, ...]:
    known: Mapping[str, Passage] = {passage.chunk.id: passage for passage in best}
    cited = {source.passage.chunk.id: source.passage for source in _used(checked, shown)}
    return (*best, *(passage for chunk_id, passage in cited.items() if chunk_id not in known))
