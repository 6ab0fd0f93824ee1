"""Files to stored text: one transaction per document."""

import dataclasses
from collections.abc import Mapping, Sequence

from core.chunk import Chunk
from core.errors import InvalidInput
from core.identity import content_hash
from core.settings import Settings
from core.text import index_tokens
from ingestion.chunk import SPLITTER_VERSION, cut_document
from ingestion.parse import PARSER_VERSION
from ingestion.sandbox import parse_isolated
from service.loading.job import FATAL, Job, persistent
from service.review.settling import settled_document
from service.sources import SourceFile
from store import documents as document_store
from store.documents import Replacement

_OF_READING = ("chunk_", "health_", "ocr_", "parser")


def store_files(job: Job, files: Sequence[SourceFile]) -> None:
    """Store every file that is new or changed. One that fails, in whatever way, is noted and costs only itself.

    Raises:
        NotReady, NotFound: The database or the knowledge base is gone.
    """
    for number, file in enumerate(files, start=1):
        try:
            _store(job, file)
        except FATAL:
            raise
        except Exception as error:
            job.tally.fail(file.name, error)
        job.progress("parse", number, len(files))


def _store(job: Job, file: SourceFile) -> None:
    sha256 = _hash(file, job.settings)
    fingerprint = _fingerprint(sha256, job.settings)
    with job.database.session(job.tenant) as session:
        stored = document_store.fingerprint_of(session, job.kb.id, file.name)
        # A name that is known is never passed over as a duplicate: its former text would stay.
        twin = document_store.find_by_sha256(session, job.kb.id, sha256) if stored is None else None
    if stored == fingerprint:
        job.tally.unchanged.append(file.name)
        return
    if twin is not None:
        job.tally.duplicates.append(f"{file.name} = {twin.source_name}")
        return
    _parse_and_replace(job, file, fingerprint)


def _parse_and_replace(job: Job, file: SourceFile, fingerprint: str) -> None:
    document = parse_isolated(file.path, source_name=file.name, settings=job.settings)
    cutting = cut_document(document, job.settings)
    document = dataclasses.replace(document, warnings=(*document.warnings, *cutting.warnings))
    pieces = cutting.chunks
    tokens = tokens_of(pieces)

    def put() -> Replacement:
        with job.database.session(job.tenant) as session, settled_document(session, job.kb, document.id):
            return document_store.replace(session, job.kb.id, document, pieces, tokens, fingerprint)

    change = persistent(put)
    job.tally.loaded.append(file.name)
    job.tally.warnings += [f"{file.name}: {warning}" for warning in document.warnings]
    job.tally.counts["chunks_added"] += len(change.added)
    job.tally.counts["chunks_kept"] += len(change.kept)
    job.tally.counts["chunks_removed"] += len(change.removed)


def tokens_of(pieces: Sequence[Chunk]) -> dict[str, Mapping[str, int]]:
    """Return, per chunk that is searched, how often each index token occurs in it; parents are searched by none."""
    return {piece.id: index_tokens(piece.embedding_text) for piece in pieces if piece.kind != "parent"}


def _hash(file: SourceFile, settings: Settings) -> str:
    size = file.path.stat().st_size
    if size > settings.max_upload_bytes:
        raise InvalidInput(
            f"the file has {size} bytes, more than {settings.max_upload_bytes}",
            place=file.name,
            advice="split it, or raise DIANMIAN_MAX_UPLOAD_BYTES",
        )
    return content_hash(file.path.read_bytes())


def _fingerprint(sha256: str, settings: Settings) -> str:
    """Everything that the stored text depends on: the bytes, the code's versions, and the settings of reading."""
    chosen = settings.model_dump(mode="json")
    parts = [f"{name}={chosen[name]}" for name in sorted(chosen) if name.startswith(_OF_READING)]
    return content_hash(" ".join((sha256, PARSER_VERSION, SPLITTER_VERSION, *parts)))
