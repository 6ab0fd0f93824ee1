"""``dianmian suite draft``."""

from pathlib import Path

from evals.drafting.from_facts import draft_from_facts
from evals.drafting.from_log import draft_from_log, read_log
from evals.suite import Case
from service.wiring import Application
from store import knowledge_bases


def draft(kb: str, application: Application, *, count: int = 50, log: Path | None = None) -> tuple[Case, ...]:
    """Draft from the facts of ``kb``, or from the first ``count`` questions of ``log``.

    Raises:
        NotFound: No such knowledge base.
        InvalidInput: The log is not as described.
    """
    if log is not None:
        logged = read_log(log)[:count]
        application.retriever.warm_up()
        return tuple(draft_from_log(logged, lambda question: application.retriever.ask(kb, question, limit=10)))
    with application.database.session() as session:
        return draft_from_facts(session, knowledge_bases.get(session, kb), count)
