"""One chunk in, its facts out."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from core.chunk import Chunk
from core.document import DocumentInfo
from core.fact import Fact, Origin, Scope, restriction
from core.identity import stable_id
from extraction.confidence import confidence_of
from extraction.draft import Draft, Surroundings
from extraction.key_values import key_value_facts
from extraction.naming import Naming
from extraction.prose import prose_facts
from extraction.records import record_facts
from extraction.tables import table_facts

EXTRACTOR_VERSION = "rules-3"
OPEN_PENALTY = 0.9
# Metadata of a document, or fields of a record, whose value may be the scope of an alias; the last is the narrowest.
SCOPES = ("category", "customer_type", "channel", "region", "product_line")


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
    return facts_of(_drafts(chunk, around, naming), chunk, info, naming)


def facts_of(
    drafts: Iterable[Draft], chunk: Chunk, info: DocumentInfo, naming: Naming, origin: Origin = "rule"
) -> Extraction:
    """Give ``drafts`` their names and ids; see ``extract`` for what is left out."""
    scope, here = _scope(chunk, info), naming.within(_scope_names(chunk, info))
    facts: dict[tuple[str, ...], Fact] = {}
    unknown: dict[str, None] = {}
    for draft in drafts:
        named, known = here.apply(draft)
        if draft.value not in chunk.text[draft.start : draft.end].replace("\\|", "|"):
            continue
        if here.controlled and not known:
            unknown[named.attribute] = None
            continue
        trust = confidence_of(draft.rule, draft.confidence)
        fact = _fact(named, chunk, scope, trust if known else round(trust * OPEN_PENALTY, 4), origin)
        # Two names of one thing make one statement of two. The id keeps to the words as they were read, so that a
        # change of vocabulary renames a fact and does not make another of it.
        facts.setdefault(_statement(named), replace(fact, id=_identity(draft, chunk)))
    return Extraction(tuple(facts.values()), tuple(unknown))


def _drafts(chunk: Chunk, around: Surroundings, naming: Naming) -> Iterator[Draft]:
    if chunk.kind == "code":
        return
    if chunk.kind == "table":
        yield from table_facts(chunk, naming)
    elif chunk.kind == "record":
        yield from record_facts(chunk, around)
    else:
        yield from _running_text(chunk.text, around)


def _running_text(text: str, around: Surroundings) -> Iterator[Draft]:
    """Read lines of ``键：值`` and sentences; what both read is taken from the one that says more.

    A line whose value is one quantity is a pair; one whose value is a statement (金卡会员：单笔不超过2000元) is prose.
    """
    pairs = list(key_value_facts(text, around))
    sentences = list(prose_facts(text, around))
    whole = [pair for pair in pairs if pair.quantity is not None or not _covered(pair, sentences)]
    yield from whole
    yield from (draft for draft in sentences if not _covered(draft, whole))


def _covered(draft: Draft, others: Sequence[Draft]) -> bool:
    return any(other.start < draft.end and draft.start < other.end for other in others)


def _statement(draft: Draft) -> tuple[str, ...]:
    conditions = "；".join(condition.text for condition in draft.conditions)
    return draft.subject, draft.attribute, draft.value, conditions, str(draft.start)


def _identity(draft: Draft, chunk: Chunk) -> str:
    return stable_id("fct", chunk.id, *_statement(draft))


def _fact(draft: Draft, chunk: Chunk, scope: Scope, confidence: float, origin: Origin) -> Fact:
    return Fact(
        id=_identity(draft, chunk),
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
        origin=origin,
        rule=draft.rule,
        confidence=confidence,
    )


def _scope(chunk: Chunk, info: DocumentInfo) -> Scope:
    """Return what the document says it holds for, a record's own fields going before."""
    said = {**info.metadata, **{name: value for name, value in chunk.fields if value}}
    return Scope(
        product_line=restriction(said.get("product_line")),
        region=restriction(said.get("region")),
        channel=restriction(said.get("channel")),
        customer_type=restriction(said.get("customer_type")),
        version=info.version or None,
        valid_from=_date(said.get("valid_from") or said.get("effective")),
        valid_to=_date(said.get("valid_to")),
    )


def _scope_names(chunk: Chunk, info: DocumentInfo) -> list[str]:
    fields = {**info.metadata, **dict(chunk.fields)}
    return [fields[name] for name in SCOPES if fields.get(name)]


def _date(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return None
