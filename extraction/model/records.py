"""Questions with answers by language model: every answer consists of whole sentences of the document."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from core.chunk import Chunk
from core.document import DocumentInfo
from core.identity import stable_id
from core.llm import LanguageModel, Usage
from core.text import fold, sentences
from extraction.model.forms import RecordEntry, RecordForm
from extraction.model.looking import Looked, looked
from extraction.model.reading import Errand, Reading, Silent, read
from extraction.model.source import READ_KINDS, Source, batches

_KINDS = (*READ_KINDS, "table")


@dataclass(frozen=True, slots=True)
class Record:
    """One question with its answer. ``answer`` is verbatim text of the document, groups of sentences one per line."""

    id: str
    question: str
    answer: str
    category: str
    keywords: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecordSet:
    """The records of one document, in its order.

    ``refused`` says of each other entry why it is none. ``failed`` says of each chunk that could not be read why,
    ``waiting`` counts chunks nobody answered for.
    """

    records: tuple[Record, ...]
    refused: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    waiting: int = 0
    usage: Usage = field(default_factory=Usage)


def document_records(
    model: LanguageModel, chunks: Iterable[Chunk], info: DocumentInfo, *, characters: int, concurrency: int
) -> RecordSet:
    """Ask ``model`` for the questions that ``chunks``, all of one document, answer.

    Args:
        model: Who is asked.
        chunks: In reading order; code and parents are left out.
        info: Their document.
        characters: Chunks are asked about together up to this many characters.
        concurrency: How many requests run at once.
    """
    sources = [Source(chunk, info) for chunk in chunks if chunk.kind in _KINDS]
    errand: Errand[RecordEntry] = Errand("records", RecordForm, _first_sentence)
    readings: dict[str, Reading[RecordEntry]] = {}
    try:
        for batch in read(model, errand, batches(sources, characters), concurrency):
            readings |= {reading.source.chunk.id: reading for reading in batch}
    except Silent as silent:
        if not any(reading.state == "read" for reading in readings.values()):
            raise silent.reason from silent
    return _collected([readings[s.chunk.id] for s in sources if s.chunk.id in readings], len(sources))


def _collected(readings: Sequence[Reading[RecordEntry]], asked: int) -> RecordSet:
    records: dict[str, Record] = {}
    refused: list[str] = []
    for reading in readings:
        text = looked(reading.source.chunk.text)
        for entry in reading.entries:
            answer = whole_sentences(entry.answer, text)
            if answer is None:
                refused.append(f"the answer is not in the text: {entry.answer[:60]}")
            else:
                record = _record(entry, answer)
                records.setdefault(fold(record.question), record)
        refused += [f"the answer is in none of the texts: {words[:60]}" for words in reading.strayed]
    answered = sum(reading.state != "waiting" for reading in readings)
    usage = sum((reading.usage for reading in readings), Usage())
    failed = tuple(f"chunk {r.source.chunk.ordinal}: {r.reason}" for r in readings if r.state == "failed")
    return RecordSet(tuple(records.values()), tuple(refused), failed, asked - answered, usage)


def whole_sentences(answer: str, text: Looked) -> str | None:
    """Return the sentences of ``text`` that ``answer`` was copied from, ``None`` unless all of it stands there.

    A sentence that was copied in part is taken whole: what was left out may be what it turns on.
    """
    spans: set[tuple[int, int]] = set()
    if not any(character.isalnum() for character in answer):
        return None
    for piece in sentences(answer):
        place = next(text.places_of(piece.text), None) or next(text.places_of(piece.text.rstrip("。.!！?？")), None)
        if place is None:
            return None
        spans |= {(s.start, s.end) for s in sentences(text.text) if s.start < place[1] and place[0] < s.end}
    return "\n".join(text.text[start:end] for start, end in _joined(sorted(spans), text.text)) or None


def _joined(spans: Sequence[tuple[int, int]], text: str) -> Iterator[tuple[int, int]]:
    """Put neighbours together, with what stands between them."""
    start, end = -1, -1
    for low, high in spans:
        if start >= 0 and not text[end:low].strip():
            end = high
            continue
        if start >= 0:
            yield start, end
        start, end = low, high
    if start >= 0:
        yield start, end


def _record(entry: RecordEntry, answer: str) -> Record:
    keywords = tuple(dict.fromkeys(entry.keywords))
    return Record(stable_id("rec", entry.question, answer), entry.question, answer, entry.category, keywords)


def _first_sentence(entry: RecordEntry) -> str:
    return next((piece.text.rstrip("。.!！?？") for piece in sentences(entry.answer)), entry.answer)
