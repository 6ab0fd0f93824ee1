"""One chunk in, its facts out."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from core.chunk import Chunk
from core.document import DocumentInfo
from core.fact import Fact, Scope
from core.identity import stable_id
from extraction.draft import Draft, Surroundings
from extraction.key_values import key_value_facts
from extraction.naming import Naming
from extraction.prose import prose_facts
from extraction.records import record_facts
from extraction.tables import table_facts

EXTRACTOR_VERSION = "rules-1"
OPEN_PENALTY = 0.9


@dataclass(frozen=True, slots=True)
class Extraction:
    """The facts of one chunk, and the attributes found that the vocabulary does not know."""

    facts: tuple[Fact, ...]
    unknown: tuple[str, ...]


def extract(chunk: Chunk, info: DocumentInfo, naming: Naming) -> Extraction:
    """Read the facts of one chunk by rules.

    Every fact's quote is verbatim text of the chunk and holds the value. In an open knowledge base attributes
    outside the vocabulary enter with a lower confidence; in a controlled one they wait as proposals.
    """
    around = Surroundings(info.title, chunk.heading_path, info.metadata)
    scope = _scope(info)
    facts: dict[str, Fact] = {}
    unknown: dict[str, None] = {}
    for draft in _drafts(chunk, around, naming):
        named, known = naming.apply(draft)
        if draft.value not in chunk.text[draft.start : draft.end].replace("\\|", "|"):
            continue
        if naming.controlled and not known:
            unknown[named.attribute] = None
            continue
        fact = _fact(named, chunk, scope, named.confidence if known else round(named.confidence * OPEN_PENALTY, 4))
        facts.setdefault(fact.id, fact)
    return Extraction(tuple(facts.values()), tuple(unknown))


def _drafts(chunk: Chunk, around: Surroundings, naming: Naming) -> Iterator[Draft]:
    if chunk.kind == "code":
        return
    if chunk.kind == "table":
        yield from table_facts(chunk, naming)
    elif chunk.kind == "record":
        yield from record_facts(chunk, around)
    else:
        yield from key_value_facts(chunk.text, around)
        yield from prose_facts(chunk.text, around)


def _fact(draft: Draft, chunk: Chunk, scope: Scope, confidence: float) -> Fact:
    conditions = "；".join(condition.text for condition in draft.conditions)
    return Fact(
        id=stable_id("fct", chunk.id, draft.subject, draft.attribute, draft.value, conditions, str(draft.start)),
        subject=draft.subject,
        attribute=draft.attribute,
        value=draft.value,
        chunk_id=chunk.id,
        document_id=chunk.document_id,
        quote=chunk.text[draft.start : draft.end],
        quote_start=draft.start,
        quote_end=draft.end,
        quantity=draft.quantity,
        conditions=draft.conditions,
        scope=scope,
        rule=draft.rule,
        confidence=confidence,
    )


def _scope(info: DocumentInfo) -> Scope:
    metadata = info.metadata
    return Scope(
        product_line=metadata.get("product_line"),
        region=metadata.get("region"),
        channel=metadata.get("channel"),
        customer_type=metadata.get("customer_type"),
        version=info.version or None,
        valid_from=_date(metadata.get("valid_from") or metadata.get("effective")),
        valid_to=_date(metadata.get("valid_to")),
    )


def _date(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return None
