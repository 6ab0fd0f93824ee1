"""``dianmian eval run``: one suite against one knowledge base."""

from pathlib import Path

from core.answer import Answer
from evals.answering import TOP, Result, run
from evals.metrics import metrics
from evals.report import print_misses, print_table, write_json
from evals.suite import read_suite
from service.wiring import Application


def main(suite: Path, kb: str, json_path: Path | None, application: Application, *, quiet: bool = False) -> int:
    """Run ``suite`` against ``kb``, print a table and the misses, write the figures to ``json_path``.

    Returns:
        0; thresholds are the business of ``evals.baseline``.
    """
    figures, results = measure(suite, kb, application)
    if not quiet:
        print_misses(results)
        print_table(f"{suite.name} → {kb}", figures, list(dict.fromkeys(result.case.kind for result in results)))
    if json_path:
        write_json(json_path, figures)
    return 0


def measure(suite: Path, kb: str, application: Application) -> tuple[dict[str, float], list[Result]]:
    """Return the figures and the scored cases of ``suite`` against ``kb``.

    Raises:
        InvalidInput: The suite is bad.
        NotFound: No such knowledge base.
    """
    cases = read_suite(suite)
    application.retriever.warm_up()

    def ask(question: str) -> Answer:
        return application.retriever.ask(kb, question, limit=max(TOP, 10))

    results = run(cases, ask)
    return metrics(results), results
