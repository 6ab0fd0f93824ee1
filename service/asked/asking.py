"""A question through any door: answered by the one pipeline, timed, counted, traced and kept.

Doors call these; evaluation asks the retriever itself, so that its questions stay out of the log.
"""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Literal

from core.answer import Answer, Citation
from core.filter import Filter
from retrieval.conversation import Turn
from retrieval.events import Done, Event, Token
from service.access.identity import actor
from service.asked.log import Entry
from service.asked.redaction import redacted
from service.operations.tracing import now, span, staged
from service.wiring import Application
from store.asked import NewQuestion

Door = Literal["http", "chat", "mcp", "cli"]
LEFT = "whoever asked left before the end"


def ask(
    application: Application,
    door: Door,
    kb: str,
    question: str,
    *,
    limit: int = 5,
    history: Sequence[Turn] = (),
    only: Filter | None = None,
) -> Answer:
    """Answer ``question`` as ``Retriever.ask`` does; its ``id`` is that of the question in the log.

    Raises:
        DianmianError: Every error of ``Retriever.ask``.
    """
    asking = _Asking(application, door, kb, question)
    with span("ask", {"dianmian.door": door}):
        try:
            answer = application.retriever.ask(kb, question, limit=limit, history=history, only=only)
        except Exception as error:
            application.metrics.failed(door, error)
            raise
        return asking.done(answer)


def ask_stream(
    application: Application,
    door: Door,
    kb: str,
    question: str,
    *,
    limit: int = 5,
    history: Sequence[Turn] = (),
    only: Filter | None = None,
) -> Iterator[Event]:
    """Yield what happens while ``ask`` answers; an error comes before the first event.

    Closing the iterator keeps what was said until then.
    """
    asking = _Asking(application, door, kb, question)
    try:
        events = application.retriever.ask_stream(kb, question, limit=limit, history=history, only=only)
    except Exception as error:
        application.metrics.failed(door, error)
        raise
    return asking.followed(events)


class _Asking:
    """Who asks what, taken down at the start: where a stream ends, nobody knows it any more."""

    def __init__(self, application: Application, door: Door, kb: str, question: str) -> None:
        self._application = application
        self._door = door
        self._kb = kb
        self._question = question
        self._id = f"qst_{secrets.token_hex(10)}" if application.question_log.on else ""
        self._tenant = application.database.acting_tenant
        self._actor = actor()
        self._started = perf_counter()

    def done(self, answer: Answer) -> Answer:
        """Note the answer; return it with its id."""
        seconds = perf_counter() - self._started
        self._application.metrics.answered(self._door, answer, seconds)
        with span("answer", _numbers(answer)):
            staged("ask", answer.timings, now())
        self._keep(answer, seconds)
        return replace(answer, id=self._id)

    def followed(self, events: Iterator[Event]) -> Iterator[Event]:
        """Yield ``events``, and note how they end."""
        said = list[str]()
        try:
            for event in events:
                if isinstance(event, Done):
                    yield Done(self.done(event.answer))
                    return
                if isinstance(event, Token):
                    said.append(event.text)
                yield event
        except GeneratorExit:
            self._keep(_unfinished(self._question, "".join(said)), perf_counter() - self._started)
            raise
        except Exception as error:
            self._application.metrics.failed(self._door, error)
            raise

    def _keep(self, answer: Answer, seconds: float) -> None:
        if not self._id:
            return
        new = _new_question(self._id, self._door, self._actor, self._question, answer, seconds * 1000)
        if self._application.settings.query_log_redact:
            new = _redacted(new)
        self._application.question_log.keep(Entry(self._tenant, self._kb, new))


def _new_question(name: str, door: Door, who: str, question: str, answer: Answer, milliseconds: float) -> NewQuestion:
    return NewQuestion(
        id=name,
        door=door,
        actor=who,
        question=_storable(question),
        completed=_storable(answer.completed_question or question),
        answer=_storable(answer.text),
        headline=_storable(answer.headline),
        route=answer.route,
        grade=answer.grade,
        confidence=answer.confidence,
        refused=answer.refused,
        degraded=answer.degraded,
        sources=tuple(_source(citation) for citation in answer.citations),
        milliseconds=round(milliseconds, 2),
    )


def _redacted(new: NewQuestion) -> NewQuestion:
    return replace(
        new,
        question=redacted(new.question),
        completed=redacted(new.completed),
        answer=redacted(new.answer),
        headline=redacted(new.headline),
    )


def _storable(text: str) -> str:
    """Return ``text`` without what a database cannot hold."""
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode("utf-8")


def _source(citation: Citation) -> dict[str, str | None]:
    return {
        "document": citation.source_name,
        "document_id": citation.document_id,
        "chunk_id": citation.chunk_id,
        "fact_id": citation.fact_id,
    }


def _unfinished(question: str, said: str) -> Answer:
    return Answer(question, said, route="none", grade="none", confidence=0.0, degraded=(LEFT,))


def _numbers(answer: Answer) -> dict[str, str | bool | int]:
    return {
        "dianmian.grade": answer.grade,
        "dianmian.route": answer.route,
        "dianmian.refused": answer.refused,
        "dianmian.citations": len(answer.citations),
        "dianmian.facts": len(answer.facts),
        "dianmian.passages": len(answer.passages),
        "dianmian.degraded": len(answer.degraded),
    }
