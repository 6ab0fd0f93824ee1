"""Drafted questions put into other words by a language model; what fails a check keeps the words it had."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from core.errors import ConfigurationError, DianmianError
from core.llm import LanguageModel, Meter, Prompt, UnusableReply
from evals.drafting.made import Made
from evals.drafting.rephrase_check import fault_of
from evals.drafting.rephrase_form import RewritingForm
from evals.drafting.spelling import Spellings
from evals.suite import Case

REPHRASED = "rephrased"
_BATCH = 20
_MOST_SILENCES = 2
_DIVIDER = "<!-- user -->"


@dataclass(frozen=True, slots=True)
class Rephrased:
    """The questions, how many of them have new words, and why the others have not."""

    cases: tuple[Case, ...]
    changed: int
    kept: Mapping[str, int]


def rephrased(drafted: Sequence[Made], model: LanguageModel, spellings: Spellings) -> Rephrased:
    """Ask ``model`` for other words, some questions at a time.

    Raises:
        ConfigurationError: The model refuses the key, or its name is not known.
    """
    written: dict[str, str] = {}
    failed: dict[str, str] = {}
    silences = 0
    for batch in _batches(drafted):
        reason = "the language model does not answer" if silences >= _MOST_SILENCES else ""
        try:
            written |= {} if reason else _asked(batch, model)
        except ConfigurationError:
            raise
        except UnusableReply:
            reason = "the reply could not be used"
        except DianmianError:
            reason = "the language model does not answer"
            silences += 1
        failed |= {made.case.id: reason for made in batch if reason}
    return _taken(drafted, written, failed, spellings)


def _taken(
    drafted: Sequence[Made], written: Mapping[str, str], failed: Mapping[str, str], spellings: Spellings
) -> Rephrased:
    kept: Counter[str] = Counter()
    cases: list[Case] = []
    for made in drafted:
        words = written.get(made.case.id, "").strip()
        fault = failed.get(made.case.id) or _fault(words, made, spellings)
        if fault:
            kept[fault] += 1
            cases.append(made.case)
        else:
            cases.append(replace(made.case, question=words, tags=(*made.case.tags, REPHRASED)))
    return Rephrased(tuple(cases), len(cases) - sum(kept.values()), dict(kept))


def _fault(words: str, made: Made, spellings: Spellings) -> str:
    if not words:
        return "the model left it out"
    return "it says the same words" if words == made.case.question else fault_of(words, made, spellings)


def _batches(drafted: Sequence[Made]) -> Iterator[Sequence[Made]]:
    for start in range(0, len(drafted), _BATCH):
        yield drafted[start : start + _BATCH]


def _asked(batch: Sequence[Made], model: LanguageModel) -> dict[str, str]:
    questions = [{"id": made.case.id, "question": made.case.question} for made in batch]
    system, user = _parts()
    context = {"questions": json.dumps({"questions": questions}, ensure_ascii=False)}
    form = model.ask(Prompt(system, user, context), RewritingForm, Meter())
    known = {made.case.id for made in batch}
    return {entry.id: entry.question for entry in form.questions if entry.id in known}


@lru_cache(maxsize=1)
def _parts() -> tuple[str, str]:
    text = Path(__file__).with_name("prompts").joinpath("rephrase.md").read_text(encoding="utf-8")
    system, _, user = text.partition(_DIVIDER)
    return system.strip(), user.strip()
