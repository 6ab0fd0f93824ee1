"""The knowledge bases that variants are asked of: one for each way of loading, gone at the end unless they are kept."""

import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.embedding import create_embedder
from core.errors import NotFound, NotReady
from core.reranking import create_reranker
from core.settings import Settings
from evals.variants.timed import Timed
from evals.variants.variant import Variant
from service.loading import LoadReport
from service.names import import_names
from service.progress import Progress, silent
from service.sources import configuration_files
from service.wiring import Application, build
from store import knowledge_bases
from store.engine import Database

_OF_EMBEDDER = "embedding_"


@dataclass(slots=True)
class Shelf:
    """One loaded knowledge base. ``report`` is what its load did."""

    kb: str
    report: LoadReport


@dataclass(slots=True)
class Stock:
    """Loads for each variant what it needs; variants that only ask otherwise share a knowledge base and a model.

    ``kept`` says that the knowledge bases stay: they are then called by ``title`` and the variant, and must be new.
    """

    database: Database
    base: Settings
    files: Path
    title: str
    kept: bool = False
    progress: Progress = silent
    _shelves: dict[tuple[Any, ...], Shelf] = field(default_factory=dict)
    _embedders: dict[tuple[Any, ...], Timed] = field(default_factory=dict)
    _made: list[str] = field(default_factory=list)

    def application(self, variant: Variant) -> Application:
        """Return the services as ``variant`` sets them; its models are loaded and answer.

        Raises:
            ConfigurationError, UpstreamFailed, RateLimited: A model cannot be used. Falling back to another would
                measure something else than what was asked for.
        """
        settings = variant.settings(self.base)
        embedder = self.embedder(variant)
        embedder.warm_up()
        reranker = create_reranker(settings)
        if reranker is not None:
            reranker.warm_up()
        return build(settings, self.database, embedder, reranker)

    def embedder(self, variant: Variant) -> Timed:
        """Return the model of ``variant``, one for all variants that embed alike."""
        settings = variant.settings(self.base)
        key = tuple(
            (name, str(getattr(settings, name)))
            for name in type(settings).model_fields
            if name.startswith(_OF_EMBEDDER)
        )
        if key not in self._embedders:
            self._embedders[key] = Timed(create_embedder(settings))
        return self._embedders[key]

    def shelf(self, variant: Variant, application: Application) -> Shelf:
        """Return the knowledge base ``variant`` is asked of, loading it when no variant before has.

        Raises:
            NotReady: Text was left without vectors or unread for facts; its figures would not be those of the variant.
            Conflict: A knowledge base of this name is there and may hold something else.
            InvalidInput: The files are not there.
        """
        key = variant.load_key(self.base, self.files)
        if key not in self._shelves:
            self._shelves[key] = self._loaded(variant, application)
        return self._shelves[key]

    def clear(self) -> None:
        """Delete the knowledge bases that were made, unless they are kept."""
        while self._made and not self.kept:
            name = self._made.pop()
            with suppress(NotFound), self.database.session() as session:
                knowledge_bases.delete(session, knowledge_bases.get(session, name).id)

    def _loaded(self, variant: Variant, application: Application) -> Shelf:
        files = variant.files or self.files
        name = f"{self.title}-{variant.name}" if self.kept else f"eval-{secrets.token_hex(6)}-{len(self._made)}"
        vocabulary, synonyms = configuration_files([files])
        with self.database.session() as session:
            kb = knowledge_bases.create(session, name)
            import_names(session, kb, vocabulary, synonyms)
        self._made.append(name)
        report = application.loader.load(name, [files], progress=self.progress)
        _check(variant, report)
        return Shelf(name, report)


def _check(variant: Variant, report: LoadReport) -> None:
    totals: Mapping[str, int] = report.totals
    if totals["chunks"] and not totals["pending"]:
        return
    why = report.warnings[0] if report.warnings else (report.failures[0].message if report.failures else "no text")
    raise NotReady(
        f"the files were not loaded whole, {totals['pending']} of {totals['chunks']} chunks wait: {why}",
        place=f"variant {variant.name}",
        advice="mend what is named, then compare again",
    )
