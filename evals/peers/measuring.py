"""Ours and the plain pipelines over one corpus, one after the other, under one judge."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from core.errors import NotReady
from evals.external.figures import figures
from evals.external.ours import Asked, Searched
from evals.external.running import run
from evals.external.system import System
from evals.peers.corpus import Corpus
from evals.peers.process import PeerProcess, Pipeline
from service.wiring import Application

Said = Callable[[str], None]
Figures = dict[str, dict[str, float]]
PIPELINES = {
    "LangChain, 512/50 characters": "recursive",
    "LangChain, Markdown headers + 512/50": "headers",
}


def measure(corpus: Corpus, application: Application, process: PeerProcess, say: Said) -> Figures:
    """Load ``corpus`` everywhere and ask all its questions of every system.

    Args:
        corpus: Documents and questions.
        application: Ours.
        process: The pipelines.
        say: Told what is being done.

    Raises:
        NotReady: Ours did not load everything.
        UpstreamFailed: A pipeline failed.
    """
    found: Figures = {}
    for name, splitter in PIPELINES.items():
        pipeline = Pipeline(process, name, corpus.name, splitter)
        say(f"{corpus.name}: loading {len(corpus.texts)} documents, {name}")
        loaded = pipeline.load(corpus.texts)
        found[name] = _asked(pipeline, corpus, say) | loaded
    say(f"{corpus.name}: loading {len(corpus.files)} documents, dianmian")
    loaded = load_ours(corpus, application)
    for system in (Searched(application.retriever, corpus.name), Asked(application.retriever, corpus.name)):
        found[system.name] = _asked(system, corpus, say) | loaded
    return found


def _asked(system: System, corpus: Corpus, say: Said) -> dict[str, float]:
    say(f"{corpus.name}: asking {len(corpus.cases)} questions, {system.name}")
    # The first question loads what is loaded once.
    system.search(corpus.cases[0].question, 1)
    return figures(run(system, corpus.cases, corpus.places))


def load_ours(corpus: Corpus, application: Application) -> dict[str, float]:
    """Load the files of ``corpus`` as a user would; returns ``load_seconds``, facts included, and ``chunks``.

    Without the seconds where an earlier run had loaded a part.

    Raises:
        NotReady: A file was refused, or a chunk has no vector.
    """
    application.embedder.warm_up()
    with TemporaryDirectory() as files:
        for name, data in corpus.files.items():
            Path(files, name).write_bytes(data)
        report = application.loader.load(corpus.name, [Path(files)])
    if report.failures or report.totals["embedded"] < report.totals["chunks"]:
        raise NotReady(f"{corpus.name} was not loaded whole", place=corpus.name, advice="run it again; a load goes on")
    found: dict[str, float] = {"chunks": report.totals["chunks"], "facts": report.totals["facts"]}
    whole = report.embedded >= report.totals["chunks"]
    return found | {"load_seconds": round(report.seconds["total"], 1)} if whole else found
