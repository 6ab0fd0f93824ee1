"""Writing an answer: what to show the model, its text as it comes, and the checked answer or the composed one."""

from collections.abc import Iterator
from dataclasses import replace
from time import perf_counter

from core.answer import Answer
from core.errors import DianmianError
from core.llm import LanguageModel, Meter, Prompt, cost_of
from core.settings import Settings
from retrieval.events import Done, Event, Sources, Token
from retrieval.findings import Findings
from retrieval.wording import language_of
from retrieval.written.answering import source_citations, written_answer
from retrieval.written.checking import asks_for_a_set, asks_for_facts, check, unsaid
from retrieval.written.material import Material, material
from retrieval.written.prompting import prompt

NONE_CONFIGURED = "language model: none configured, composed answer"
SWITCHED_OFF = "language model: switched off for answers, composed answer"
# A list this long is complete only as it is composed.
_MOST_FACTS = 60


class Writer:
    """Has answers written by a language model. Whatever fails, the composed answer is given, and says why."""

    def __init__(self, model: LanguageModel, settings: Settings) -> None:
        self._model = model
        self._settings = settings

    @property
    def model(self) -> LanguageModel:
        """The model that writes."""
        return self._model

    def events(self, findings: Findings, composed: Answer) -> Iterator[Event]:
        """Yield the sources, the text as it is written, and at the end the answer.

        Args:
            findings: What the searches found.
            composed: The answer without a model; no refusal.
        """
        if len(composed.facts) > _MOST_FACTS:
            yield Sources(findings.question.text, composed.citations)
            yield Done(_fallen_back(composed, f"{len(composed.facts)} facts are too many to have written out"))
            return
        shown = material(findings, composed, self._settings.answer_context_characters)
        yield Sources(findings.question.text, source_citations(shown, findings))
        meter, started, pieces = Meter(), perf_counter(), list[str]()
        failure: DianmianError | None = None
        try:
            for piece in self._model.write(self._prompt(findings.question.text, shown), meter):
                pieces.append(piece)
                yield Token(piece)
        except DianmianError as error:
            failure = error
        if failure is not None:
            answer = _fallen_back(composed, failure.message)
        else:
            answer = _checked("".join(pieces), shown, findings, composed)
        timings = {**composed.timings, "write": round((perf_counter() - started) * 1000, 2)}
        yield Done(replace(answer, timings=timings, trace={**answer.trace, "written": self._trace(meter, shown)}))

    def _prompt(self, question: str, shown: Material) -> Prompt:
        context = {"question": question, "facts": shown.table(), "sources": shown.pieces()}
        return prompt(f"answer.{language_of(question)}", context)

    def _trace(self, meter: Meter, shown: Material) -> dict[str, object]:
        usage = meter.usage
        return {
            "model": self._model.name,
            "sources": {source.number: source.passage.chunk.id for source in shown.sources},
            "facts": [fact.id for fact in shown.facts],
            "usage": usage,
            "cost": cost_of(usage.prompt_tokens, usage.completion_tokens, self._settings),
        }


def _checked(text: str, shown: Material, findings: Findings, composed: Answer) -> Answer:
    language = language_of(findings.question.text)
    checked = check(text, shown, findings.question.text, language)
    if checked.refused and composed.grade.startswith("exact") and asks_for_facts(findings.question):
        return _fallen_back(composed, "it found no answer where a fact states one")
    if not checked.refused and not checked.numbers:
        return _fallen_back(composed, "its answer cites no source")
    if asks_for_a_set(findings.question) and composed.grade.startswith("exact"):
        missing = unsaid(checked, composed.facts, findings.question.intent, language)
        if missing and not checked.refused:
            return _fallen_back(composed, f"it left out {len(missing)} of {len(composed.facts)} facts")
    return written_answer(composed, checked, shown, findings, language)


def _fallen_back(composed: Answer, why: str) -> Answer:
    return replace(composed, degraded=(*composed.degraded, f"language model: {why}, composed answer"))
