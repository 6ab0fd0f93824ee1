"""Asking a model about batches of chunks, several at once; what fails costs only itself."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Generic, Literal, TypeVar

from core.errors import ConfigurationError, DianmianError, RateLimited, UpstreamFailed
from core.llm import Entry, Form, LanguageModel, Meter, Prompt, UnusableReply, Usage
from extraction.model.instructions import Task, instructions
from extraction.model.looking import Looked, looked
from extraction.model.source import Batch, Source, singles

E = TypeVar("E", bound=Entry)
State = Literal["read", "failed", "waiting"]
_MOST_SILENCES = 3
_USER = "{{ source }}"


@dataclass(frozen=True, slots=True)
class Errand(Generic[E]):
    """What a model is asked for: instructions, form, and of each entry the words that must stand in its chunk."""

    task: Task
    form: type[Form]
    words: Callable[[E], str]
    context: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading(Generic[E]):
    """What became of one chunk.

    ``read``: the model answered, ``entries`` are its words, unchecked. ``failed``: it answered, but not usably;
    ``reason`` says why. ``waiting``: it did not answer. ``strayed`` are the words of entries of the batch that belong
    to no chunk of it; they stand with its first chunk.
    """

    source: Source
    state: State
    entries: tuple[E, ...] = ()
    reason: str = ""
    usage: Usage = field(default_factory=Usage)
    strayed: tuple[str, ...] = ()


class Silent(Exception):
    """The model answers nobody any more; ``reason`` is the last thing that happened."""

    def __init__(self, reason: DianmianError) -> None:
        super().__init__(str(reason))
        self.reason = reason


def read(
    model: LanguageModel, errand: Errand[E], batches: Iterable[Batch], concurrency: int
) -> Iterator[list[Reading[E]]]:
    """Yield readings as soon as they are there, whole batches at a time, so that what is paid for is kept at once.

    Args:
        model: Who is asked.
        errand: What for.
        batches: What about; taken in order, one by one as there is room.
        concurrency: How many batches are asked about at once.

    Raises:
        Silent: The service refuses the key or the model, or three batches in a row got no answer. Everything asked
            for before has been yielded.
    """
    todo = iter(batches)
    silences, stopped = 0, None
    pool = ThreadPoolExecutor(concurrency, thread_name_prefix="model")
    running: set[Future[_Outcome[E]]] = set()
    done: set[Future[_Outcome[E]]] = set()
    try:
        while True:
            outcomes = [future.result() for future in done]
            for outcome in outcomes:
                silences = silences + 1 if outcome.error else 0
                if isinstance(outcome.error, ConfigurationError) or silences >= _MOST_SILENCES:
                    stopped = outcome.error
            if stopped is None:
                # Before yielding: the model works on while the answers are being stored.
                running |= {pool.submit(_ask, model, errand, b) for b in islice(todo, concurrency - len(running))}
            if outcomes:
                yield [reading for outcome in outcomes for reading in outcome.readings]
            if not running:
                break
            done, running = wait(running, return_when=FIRST_COMPLETED)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    if stopped is not None:
        raise Silent(stopped)


@dataclass(frozen=True, slots=True)
class _Outcome(Generic[E]):
    """The readings of one batch; ``error`` when nobody answered."""

    readings: list[Reading[E]]
    error: DianmianError | None = None


def _ask(model: LanguageModel, errand: Errand[E], batch: Batch) -> _Outcome[E]:
    meter = Meter()
    prompt = Prompt(instructions(errand.task, batch.language), _USER, {**errand.context, "source": batch.shown()})
    try:
        form: Any = model.ask(prompt, errand.form, meter)
    except (RateLimited, ConfigurationError) as error:
        return _unanswered(batch, error, meter)
    except UpstreamFailed as error:
        if not isinstance(error, UnusableReply):
            return _unanswered(batch, error, meter)
        return _unusable(model, errand, batch, error.message, meter)
    except Exception as error:
        # Whatever a reply brings about in the libraries that read it, it costs the chunks it is about.
        return _unusable(model, errand, batch, f"{type(error).__name__}: {error}", meter)
    return _Outcome(_charged(_sorted(getattr(form, form.holder), errand, batch), meter.usage))


def _unanswered(batch: Batch, error: DianmianError, meter: Meter) -> _Outcome[E]:
    waiting: list[Reading[E]] = [Reading(source, "waiting", reason=str(error)) for source in batch.sources]
    return _Outcome(_charged(waiting, meter.usage), error)


def _unusable(model: LanguageModel, errand: Errand[E], batch: Batch, why: str, meter: Meter) -> _Outcome[E]:
    if len(batch.sources) == 1:
        return _Outcome([Reading(batch.sources[0], "failed", reason=why, usage=meter.usage)])
    # Which chunk is at fault shows only when each is asked about alone.
    outcomes = [_ask(model, errand, single) for single in singles(batch)]
    readings = [reading for outcome in outcomes for reading in outcome.readings]
    return _Outcome(_charged(readings, meter.usage), outcomes[-1].error)


def _sorted(entries: Iterable[E], errand: Errand[E], batch: Batch) -> list[Reading[E]]:
    """Give every entry to its chunk."""
    texts = [looked(source.chunk.text) for source in batch.sources]
    of_chunk: list[list[E]] = [[] for _ in texts]
    strayed: list[str] = []
    for entry in entries:
        position = chunk_of(getattr(entry, "chunk", ""), errand.words(entry), texts)
        if position is None:
            strayed.append(errand.words(entry))
        else:
            of_chunk[position].append(entry)
    readings = [Reading(source, "read", tuple(found)) for source, found in zip(batch.sources, of_chunk, strict=True)]
    return [replace(readings[0], strayed=tuple(strayed)), *readings[1:]]


def chunk_of(named: str, words: str, texts: list[Looked]) -> int | None:
    """Return the position of the chunk an entry belongs to: the one it names if ``words`` stand there, else the only
    one where they stand. ``None`` when they stand nowhere, or in several that the entry does not tell apart.
    """
    holding = [position for position, text in enumerate(texts) if text.holds(words)]
    number = int(named) - 1 if named.isascii() and named.isdigit() else -1
    if number in holding:
        return number
    return holding[0] if len(holding) == 1 else None


def _charged(readings: list[Reading[E]], usage: Usage) -> list[Reading[E]]:
    """Divide what a batch took among its chunks, by the length of their texts."""
    shares = usage.shared([max(len(reading.source.chunk.text), 1) for reading in readings])
    return [replace(reading, usage=reading.usage + share) for reading, share in zip(readings, shares, strict=True)]
