"""What one form gives: its passages under the common judge, its answers under the checks of answers."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

from core.answer import Answer
from core.errors import NotReady
from evals.external.figures import DEPTH, figures
from evals.external.judging import Judged, judge
from evals.external.ours import hits_of
from evals.external.place import Place
from evals.forms.form import Form
from evals.layers.faithful import faithful
from evals.suite import Case
from evals.values import states
from service.wiring import Application


def load_form(form: Form, application: Application) -> dict[str, float]:
    """Load one form into its own knowledge base, the way any file is loaded; returns ``chunks`` and ``facts``.

    Raises:
        NotReady: It was refused, or a chunk has no vector.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder, form.file)
        path.write_bytes(form.content)
        report = application.loader.load(form.kb, [path])
    if report.failures or report.totals["embedded"] < report.totals["chunks"]:
        reasons = "; ".join(failure.message for failure in report.failures) or "not embedded"
        raise NotReady(f"{form.name} was not loaded: {reasons}", place=form.file, advice="run it again")
    return {"chunks": report.totals["chunks"], "facts": report.totals["facts"]}


def measure(
    form: Form, application: Application, cases: Sequence[Case], places: Mapping[str, Sequence[Place]]
) -> dict[str, float]:
    """Return the figures of one loaded form, shares 0–1.

    ``hit@1``, ``hit@5`` and ``mrr@10`` are of search; the others of what is answered: ``value_accuracy`` (every value
    stated, nothing refused), ``faithfulness`` (of the answers given, those whose numbers and quotes stand in what they
    cite), ``irrelevant`` and ``irrelevant_text`` of the passages handed over, by number and by letters.
    """
    searched = [_searched(form, application, case, places[case.id]) for case in cases]
    answers = [application.retriever.ask(form.kb, case.question) for case in cases]
    handed = [
        judge(case, places[case.id], () if answer.refused else hits_of(answer.passages))
        for case, answer in zip(cases, answers, strict=True)
    ]
    found, given = figures(searched), figures(handed)
    right = [not answer.refused and _all_stated(answer, case) for case, answer in zip(cases, answers, strict=True)]
    honest = [kept for answer in answers if (kept := faithful(answer)) is not None]
    return {
        "questions": len(cases),
        "hit@1": found["place@1"],
        "hit@5": found["place@5"],
        "mrr@10": found["mrr@10"],
        "value_accuracy": round(fmean(right), 4),
        "faithfulness": round(fmean(honest), 4) if honest else 0.0,
        "irrelevant": given.get("irrelevant@5", 0.0),
        "irrelevant_text": given.get("irrelevant_text@5", 0.0),
        "refused": sum(answer.refused for answer in answers),
    }


def _searched(form: Form, application: Application, case: Case, places: Sequence[Place]) -> Judged:
    passages = application.retriever.search(form.kb, case.question).passages[:DEPTH]
    return judge(case, places, hits_of(passages))


def _all_stated(answer: Answer, case: Case) -> bool:
    return all(states(answer.text, value) for value in case.expect)
