"""Running a suite layer by layer: every question is asked, replayed, and each miss is traced to a layer."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from core.answer import Answer
from core.settings import Settings
from core.wire import to_builtins
from evals import figure_name as named
from evals.judging.figures import spending
from evals.judging.instructions import version
from evals.judging.judge import Judge
from evals.layers.attribution import attribute
from evals.layers.faithful import faithful
from evals.layers.figures import figures_of
from evals.layers.holding import Shelf
from evals.layers.record import CaseRecord, Run, Verdict
from evals.layers.replay import LIMIT, Replay, Replayer
from evals.metrics import metrics
from evals.suite import Case
from service.wiring import Application
from store import knowledge_bases

Tick = Callable[[int, int], None]
# What says how a run was made; the rest of the settings is about reading files and serving.
_TOLD = (
    "chunk_", "embedding_provider", "embedding_model", "llm_model", "answer_with_model", "weight_", "rerank_provider",
    "rerank_model", "rerank_weight", "rerank_top", "search_depth", "section_limit", "synonym_threshold",
    "context_share", "refusal_threshold", "hnsw_ef_search",
)  # fmt: skip


def run_suite(
    cases: Sequence[Case],
    kb: str,
    application: Application,
    *,
    name: str = "",
    suite: str = "",
    ask: Callable[[str], Answer] | None = None,
    tick: Tick | None = None,
    judge: Judge | None = None,
) -> Run:
    """Ask every case and return the run with its figures.

    Args:
        cases: The suite.
        kb: The knowledge base it is asked of.
        application: Whose retriever is measured.
        name: What the run is called; the time when empty.
        suite: The suite's name.
        ask: The door to be judged; the retriever's own when not given.
        tick: Told after each question how many of how many are done.
        judge: Judges the answers too, once all questions are asked; nobody does when not given.

    Raises:
        NotFound: No such knowledge base.
        Conflict, NotReady: It cannot be searched; see ``Retriever.ask``.
    """
    replays = replay_suite(cases, kb, application, ask=ask, tick=tick)
    started = datetime.now(UTC).isoformat(timespec="seconds")
    told = settings_told(application.settings) | {"embedding_space": application.embedder.space.id}
    records = tuple(record_of(replay, verdict) for replay, verdict in replays)
    if judge:
        told |= {"judge_model": judge.name, "judge_instructions": version()}
        records = _judged(replays, records, judge)
    figures = _figures(replays, records) | (spending(judge.usage, application.settings) if judge else {})
    return Run(name or started, suite, kb, started, told, figures, records)


def _judged(
    replays: Sequence[tuple[Replay, Verdict | None]], records: Sequence[CaseRecord], judge: Judge
) -> tuple[CaseRecord, ...]:
    judgements = judge.judge([(replay.case, replay.answer) for replay, _ in replays])
    return tuple(replace(record, judgement=one) for record, one in zip(records, judgements, strict=True))


def replay_suite(
    cases: Sequence[Case],
    kb: str,
    application: Application,
    *,
    ask: Callable[[str], Answer] | None = None,
    tick: Tick | None = None,
) -> list[tuple[Replay, Verdict | None]]:
    """Ask every case, replay it, and say of each miss which layer lost it; arguments and errors are ``run_suite``'s."""
    retriever = application.retriever
    retriever.warm_up()
    door = ask or (lambda question: retriever.ask(kb, question, limit=LIMIT))
    replayer = Replayer(kb, door, retriever, application.settings)
    found: list[tuple[Replay, Verdict | None]] = []
    with application.database.session() as session:
        shelf = Shelf(session, knowledge_bases.get(session, kb))
        for case in cases:
            replay = replayer.replay(case, shelf.holding(case))
            found.append((replay, attribute(replay, replayer)))
            if tick:
                tick(len(found), len(cases))
    return found


def _figures(replays: Sequence[tuple[Replay, Verdict | None]], records: Sequence[CaseRecord]) -> dict[str, float]:
    """Return the figures of the answers, overall and per kind, of the layers, and of the answers per tag."""
    results = [replay.result for replay, _ in replays]
    figures = metrics(results) | figures_of(records)
    for tag in dict.fromkeys(tag for result in results for tag in result.case.tags):
        tagged = metrics([result for result in results if tag in result.case.tags])
        figures |= {named.of_tag(tag, name): value for name, value in tagged.items()}
    return figures


def settings_told(settings: Settings) -> dict[str, Any]:
    """Return the settings that say how a run was made, as JSON values; keys and addresses are not among them."""
    return {name: value for name, value in settings.model_dump(mode="json").items() if name.startswith(_TOLD)}


def record_of(replay: Replay, verdict: Verdict | None) -> CaseRecord:
    """Return what is kept of a replay; the trace of a miss alone."""
    case, answer, result = replay.case, replay.answer, replay.result
    ranks = dict(replay.ranks) | ({"fact": replay.fact_rank} if replay.fact_rank else {})
    record = CaseRecord(
        case_id=case.id,
        question=case.question,
        kind=case.kind,
        tags=case.tags,
        expect=case.expect,
        right=result.right,
        value_right=result.value_right,
        cited_right=result.cited_right,
        refused=answer.refused,
        answer=answer.text,
        headline=answer.headline,
        route=answer.route,
        grade=answer.grade,
        confidence=answer.confidence,
        exact=replay.exact,
        faithful=faithful(answer),
        ranks=ranks,
        covered=all(facts for _, facts in replay.holding.facts) if case.facts else None,
        structured_right=replay.fact_rank == 1 if case.facts else None,
        irrelevant=result.irrelevant,
        milliseconds=dict(answer.timings),
        verdict=verdict,
    )
    return replace(record, trace=to_builtins(dict(replay.findings.trace))) if record.missed else record
