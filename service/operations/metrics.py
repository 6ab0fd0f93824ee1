"""What is counted and timed of one application, in the form Prometheus reads.

Every label comes from a set that the program knows: route templates, stages, grades, kinds of errors. Names of
knowledge bases, documents, tenants or keys are the users' own and never become labels.
"""

from collections.abc import Collection, Mapping

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.openmetrics.exposition import CONTENT_TYPE_LATEST as OPEN_METRICS
from prometheus_client.openmetrics.exposition import generate_latest as as_open_metrics

from core.answer import Answer
from core.errors import OUTCOMES, DianmianError

CONTENT_TYPE = OPEN_METRICS
OTHER = "other"
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
DOORS = frozenset({"http", "chat", "mcp", "cli"})
ASK_STAGES = frozenset(
    {"analyse", "keyword", "embed", "vector", "structured", "fuse", "rerank", "compose", "write", "total"}
)
LOAD_STAGES = frozenset({"parse", "store", "embed", "extract", "model", "upkeep", "total"})
PARTS = frozenset({"language model", "reranker"})
CALLS = frozenset({"embedding", "rerank", "llm"})
ERRORS = frozenset({*(kind.__name__ for kind in OUTCOMES), "full"})
_ANSWER_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
_LOAD_SECONDS = (0.1, 0.5, 1.0, 5.0, 15.0, 60.0, 300.0, 1800.0, 7200.0)


class Metrics:
    """The counters of one application, in a registry of their own. May be used from several threads."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = self._counter("http_requests", "Requests answered.", ("method", "route", "status"))
        self._request_seconds = self._histogram("http_request_seconds", "Time to the last byte.", ("method", "route"))
        self._answers = self._counter("answers", "Questions answered.", ("door", "grade", "route", "refused"))
        self._broken = self._counter("questions_failed", "Questions without an answer.", ("door", "error"))
        self._ask_seconds = self._histogram("ask_stage_seconds", "Time per stage of asking.", ("stage",))
        self._degraded = self._counter("degraded_answers", "Answers given without a part.", ("part",))
        self._missed = self._counter("questions_not_kept", "Answered, but not in the log of questions.", ("error",))
        self._load_seconds = self._histogram(
            "load_stage_seconds", "Time per stage of a load.", ("stage",), _LOAD_SECONDS
        )
        self._calls = self._counter("model_calls", "Calls of models, by how they ended.", ("model", "error"))
        self._call_seconds = self._histogram("model_call_seconds", "Time per call of a model.", ("model",))

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request; ``route`` is its template, empty where there is no such route."""
        named = (among(method, METHODS), route or OTHER)
        self._requests.labels(*named, str(status)).inc()
        self._request_seconds.labels(*named).observe(seconds)

    def answered(self, door: str, answer: Answer, seconds: float) -> None:
        """Count an answer, its stages (milliseconds in ``answer.timings``) and what it went without."""
        refused = "yes" if answer.refused else "no"
        self._answers.labels(among(door, DOORS), answer.grade, answer.route, refused).inc()
        for stage, milliseconds in answer.timings.items():
            if stage != "total":
                self._ask_seconds.labels(among(stage, ASK_STAGES)).observe(milliseconds / 1000)
        self._ask_seconds.labels("total").observe(seconds)
        for reason in answer.degraded:
            self._degraded.labels(among(reason.partition(":")[0], PARTS)).inc()

    def failed(self, door: str, error: BaseException) -> None:
        """Count a question that ended with an error."""
        self._broken.labels(among(door, DOORS), kind_of(error)).inc()

    def not_kept(self, reason: str) -> None:
        """Count a question that was answered but is missing from the log."""
        self._missed.labels(among(reason, ERRORS)).inc()

    def loaded(self, stage: str, seconds: float) -> None:
        """Note how long a stage of a load took."""
        self._load_seconds.labels(among(stage, LOAD_STAGES)).observe(seconds)

    def called(self, model: str, seconds: float, error: BaseException | None) -> None:
        """Count a call of a model; ``model`` is embedding, rerank or llm."""
        self._calls.labels(among(model, CALLS), "none" if error is None else kind_of(error)).inc()
        self._call_seconds.labels(among(model, CALLS)).observe(seconds)

    def page(self) -> bytes:
        """Return everything as OpenMetrics text."""
        text: bytes = as_open_metrics(self.registry)  # type: ignore[no-untyped-call]
        return text

    def _counter(self, name: str, about: str, labels: tuple[str, ...]) -> Counter:
        return Counter(f"dianmian_{name}", about, labels, registry=self.registry)

    def _histogram(
        self, name: str, about: str, labels: tuple[str, ...], seconds: tuple[float, ...] = _ANSWER_SECONDS
    ) -> Histogram:
        return Histogram(f"dianmian_{name}", about, labels, registry=self.registry, buckets=seconds)


def kind_of(error: BaseException) -> str:
    """Return the class of one of our errors; of a foreign one only that it is foreign."""
    return among(type(error).__name__, ERRORS) if isinstance(error, DianmianError) else OTHER


def among(value: str, known: Collection[str] | Mapping[str, object]) -> str:
    """Return ``value`` where it is known, ``other`` where it is not: labels must not grow without end."""
    return value if value in known else OTHER
