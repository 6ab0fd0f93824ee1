"""Files to stored text: one transaction per document."""

import dataclasses
from collections.abc import Mapping, Sequence

from core.chunk import Chunk
from core.document import Document
from core.errors import InvalidInput
from core.identity import content_hash
from core.settings import Settings
from core.text import index_tokens
from core.wire import from_json, to_json
from ingestion.chunk import SPLITTER_VERSION, cut_document
from ingestion.parse import PARSER_VERSION
from ingestion.sandbox import parse_isolated
from service.access.quota import within_quota
from service.access.trail import note
from service.loading.job import FATAL, Job, persistent
from service.loading.replacing import NewVersion, NotWhole
from service.review.settling import settled_document
from service.sources import SourceFile
from store import documents as document_store
from store.documents import Replacement

STEPS = ("parse", "chunk", "store")
_OF_READING = ("chunk_", "health_", "ocr_", "parser")


def store_files(job: Job, files: Sequence[SourceFile]) -> None:
    """Store every file that is new or changed. One that fails, in whatever way, is noted and costs only itself.

    Raises:
        NotReady, NotFound: The database or the knowledge base is gone.
    """
    for number, file in enumerate(files):
        steps = _Steps(job, number, len(files))
        try:
            _store(job, file, steps)
        except FATAL:
            raise
        except NotWhole as error:
            job.tally.fail(file.name, error.cause, error.stage)
        except Exception as error:
            job.tally.fail(file.name, error, steps.at)
        steps.finish()


class _Steps:
    """How far one file of several came; each step is told when it begins and when it is over."""

    def __init__(self, job: Job, number: int, total: int) -> None:
        self._job, self._number, self._total = job, number, total
        self._left = list(STEPS)
        job.progress(self.at, number, total)

    @property
    def at(self) -> str:
        """The step that is being taken."""
        return self._left[0] if self._left else STEPS[-1]

    def over(self, step: str) -> None:
        """Note that ``step`` is over and the next begins."""
        self._left.remove(step)
        self._job.progress(step, self._number + 1, self._total)
        if self._left:
            self._job.progress(self.at, self._number, self._total)

    def finish(self) -> None:
        """Note that nothing more comes of this file."""
        for step in tuple(self._left):
            self.over(step)


def _store(job: Job, file: SourceFile, steps: _Steps) -> None:
    sha256 = _hash(file, job.settings)
    fingerprint = fingerprint_of(sha256, job.settings)
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
    # Nothing answers from a knowledge base that was never embedded: then there is nothing to protect.
    if stored is not None and job.kb.space_id is not None:
        _replace_whole(job, file, fingerprint, steps)
    else:
        document, pieces = _cut(job, file, steps)
        _put(NewVersion(job, document, pieces, tokens_of(pieces), fingerprint))
    steps.over("store")


def _replace_whole(job: Job, file: SourceFile, fingerprint: str, steps: _Steps) -> None:
    """Replace a document at once; of a try that was broken off before, at least the reading is kept."""
    kept = job.stash.get(fingerprint)
    if kept is None:
        document, pieces = _cut(job, file, steps)
        job.stash.put(fingerprint, to_json((document, pieces)))
    else:
        document, pieces = from_json(kept, tuple[Document, tuple[Chunk, ...]])
        steps.over("parse")
        steps.over("chunk")
    version = NewVersion(job, document, pieces, tokens_of(pieces), fingerprint)
    version.prepare()
    _put(version)


def _cut(job: Job, file: SourceFile, steps: _Steps) -> tuple[Document, tuple[Chunk, ...]]:
    document = parse_isolated(file.path, source_name=file.name, settings=job.settings, watch=job.watch)
    steps.over("parse")
    cutting = cut_document(document, job.settings)
    document = dataclasses.replace(document, warnings=(*document.warnings, *cutting.warnings))
    steps.over("chunk")
    return document, tuple(cutting.chunks)


def _put(version: NewVersion) -> None:
    job, document = version.job, version.document

    def put() -> Replacement:
        with (
            job.database.session(job.tenant) as session,
            within_quota(session, job.settings),
            settled_document(session, job.kb, document.id),
        ):
            known = document_store.fingerprint_of(session, job.kb.id, document.source_name) is not None
            change = version.put(session)
            action = "replace" if known else "load"
            note(session, action, "document", document.id, kb=job.kb.name, name=document.source_name)
            return change

    change = persistent(put)
    name = document.source_name
    job.tally.loaded.append(name)
    job.tally.warnings += [f"{name}: {warning}" for warning in document.warnings]
    version.count()
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


def fingerprint_of(sha256: str, settings: Settings) -> str:
    """Return the digest of all the stored text depends on: bytes, the code's versions, and the settings of reading."""
    chosen = settings.model_dump(mode="json")
    parts = [f"{name}={chosen[name]}" for name in sorted(chosen) if name.startswith(_OF_READING)]
    return content_hash(" ".join((sha256, PARSER_VERSION, SPLITTER_VERSION, *parts)))
