"""What one load did."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter

from core.errors import DianmianError
from core.settings import Settings
from service.loading.model_report import ModelReport, ModelTally
from service.operations.tracing import span

_LONGEST = 300
Observe = Callable[[str, float], None]


@dataclass(frozen=True, slots=True)
class Failure:
    """A file that could not be loaded, why, and in which stage. ``error`` is the name of the error's class."""

    source_name: str
    error: str
    message: str
    stage: str = "parse"


@dataclass(frozen=True, slots=True)
class LoadReport:
    """What one load did. Counts are of this load, ``seconds`` per stage; ``totals`` are of the knowledge base.

    ``failures`` are files that were not loaded; of such a file's former version everything stays. ``incomplete`` says
    of each stage that broke off why it did. Whatever is stored but not yet embedded or read for facts stands
    under ``warnings`` and counts as ``pending`` in ``totals``; the next load takes it up.
    """

    kb: str
    files: int
    loaded: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    duplicates: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()
    warnings: tuple[str, ...] = ()
    chunks_added: int = 0
    chunks_kept: int = 0
    chunks_removed: int = 0
    embedded: int = 0
    extracted: int = 0
    facts: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    totals: dict[str, int] = field(default_factory=dict)
    model: ModelReport = field(default_factory=lambda: ModelReport("none"))
    incomplete: dict[str, str] = field(default_factory=dict)


def reason(error: Exception) -> str:
    """Return ``error`` in one line: our own in its words, a foreign one with its class."""
    words = " ".join(str(error).split())[:_LONGEST]
    return words if isinstance(error, DianmianError) else f"{type(error).__name__}: {words}"


def unobserved(_stage: str, _seconds: float) -> None:
    """Tell nobody."""


class Tally:
    """Counts what one load does as it goes; ``observe`` is told each stage with its seconds."""

    def __init__(self, observe: Observe = unobserved) -> None:
        self._observe = observe
        self.loaded: list[str] = []
        self.unchanged: list[str] = []
        self.duplicates: list[str] = []
        self.failures: list[Failure] = []
        self.warnings: list[str] = []
        self.incomplete: dict[str, str] = {}
        self.counts: Counter[str] = Counter()
        self.seconds: dict[str, float] = {}
        self.model = ModelTally()

    def fail(self, source_name: str, error: Exception, stage: str) -> None:
        """Note that a file was not loaded."""
        words = reason(error)
        named = words if source_name in words else f"{source_name}: {words}"
        self.failures.append(Failure(source_name, type(error).__name__, named, stage))

    def break_off(self, stage: str, words: str) -> None:
        """Note that a stage was not finished."""
        self.warnings.append(words)
        self.incomplete[stage] = words

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Measure a stage, whether it ends well or not."""
        started = perf_counter()
        with span(f"load {stage}") as current:
            try:
                yield
            finally:
                seconds = perf_counter() - started
                self.seconds[stage] = round(seconds, 3)
                self._observe(stage, seconds)
                current.set_attributes({f"dianmian.{name}": count for name, count in self.counts.items()})

    def report(self, kb: str, files: int, totals: Mapping[str, int], settings: Settings) -> LoadReport:
        """Return everything noted so far."""
        return LoadReport(
            kb,
            files,
            loaded=tuple(self.loaded),
            unchanged=tuple(self.unchanged),
            duplicates=tuple(self.duplicates),
            failures=tuple(self.failures),
            warnings=tuple(self.warnings),
            chunks_added=self.counts["chunks_added"],
            chunks_kept=self.counts["chunks_kept"],
            chunks_removed=self.counts["chunks_removed"],
            embedded=self.counts["embedded"],
            extracted=self.counts["extracted"],
            facts=self.counts["facts"],
            seconds=self.seconds,
            totals=dict(totals),
            model=self.model.report(settings),
            incomplete=dict(self.incomplete),
        )
