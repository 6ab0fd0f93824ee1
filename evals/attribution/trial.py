"""Asking a suite before and after something is broken."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from core.answer import Answer
from evals.attribution.breaks import Break
from evals.attribution.loading import Parsed, load_parsed
from evals.layers.record import CaseRecord
from evals.layers.running import run_suite
from evals.suite import Case
from service.wiring import Application, build
from store import knowledge_bases

WHOLE = "whole"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one break did: the misses it caused, with the layer each was laid to."""

    broken: Break
    misses: tuple[CaseRecord, ...]

    @property
    def named(self) -> int:
        return sum(miss.verdict is not None and miss.verdict.layer == self.broken.layer for miss in self.misses)


def break_each(
    application: Application, parsed: Parsed, cases: Sequence[Case], chosen: Sequence[Break]
) -> list[Outcome]:
    """Ask ``cases`` of ``parsed`` as it is, then once for each break, and return what each break did.

    Knowledge bases ``whole`` and ``broken-N`` are made for it.
    """
    load_parsed(application, WHOLE, parsed)
    before = run_suite(cases, WHOLE, application)
    right = {record.case_id for record in before.cases if not record.missed}
    outcomes: list[Outcome] = []
    for number, broken in enumerate(chosen):
        after = _broken_run(application, cases, parsed, broken, f"broken-{number}")
        outcomes.append(Outcome(broken, tuple(one for one in after if one.missed and one.case_id in right)))
        print(f"{broken.name}: {outcomes[-1].named} of {len(outcomes[-1].misses)}", file=sys.stderr)
    return outcomes


def _broken_run(
    application: Application, cases: Sequence[Case], parsed: Parsed, broken: Break, kb: str
) -> tuple[CaseRecord, ...]:
    view = _with(application, broken)
    if broken.reloads:
        _load_broken(application, cases, parsed, broken, kb)
    else:
        kb = WHOLE

    def ask(question: str) -> Answer:
        answer = view.retriever.ask(kb, question, limit=10)
        return broken.answer(answer) if broken.answer else answer

    with broken.fault():
        return run_suite(cases, kb, view, ask=ask).cases


def _with(application: Application, broken: Break) -> Application:
    """Return the application with the settings and the reranker of ``broken``."""
    settings = application.settings.model_copy(update=dict(broken.settings))
    return build(settings, application.database, application.embedder, broken.reranker)


def _load_broken(application: Application, cases: Sequence[Case], parsed: Parsed, broken: Break, kb_name: str) -> None:
    damages = {"document": broken.document, "chunks": broken.chunks}
    load_parsed(application, kb_name, parsed, **{name: damage for name, damage in damages.items() if damage})  # type: ignore[arg-type]
    if broken.store is not None:
        with application.database.session() as session:
            broken.store(session, knowledge_bases.get(session, kb_name), cases)
