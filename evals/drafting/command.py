"""``dianmian suite draft``."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from core.answer import Answer
from core.errors import ConfigurationError, InvalidInput
from evals.drafting.draft import Draft
from evals.drafting.from_absence import draft_absent
from evals.drafting.from_facts import draft_from_facts
from evals.drafting.from_log import draft_from_log
from evals.drafting.log import read_log
from evals.drafting.made import Made
from evals.drafting.material import read_material
from evals.drafting.rephrasing import rephrased
from evals.drafting.spelling import read_spellings
from evals.layers.holding import Shelf
from retrieval.compose import compose
from retrieval.tuning import with_tuned
from service.wiring import Application
from store import knowledge_bases

_ABSENT_SHARE = 10
_NO_MODEL = "换个说法需要语言模型 / rephrasing needs a language model, and none is set"
_HOW_TO_SET = "set DIANMIAN_LLM_URL and DIANMIAN_LLM_MODEL, or draft without --rephrase"
_RESULTS = 10


def draft(
    kb: str,
    application: Application,
    *,
    count: int = 50,
    log: Path | None = None,
    seed: int = 0,
    rephrase: bool = False,
) -> Draft:
    """Draft from the facts of ``kb``, about one question in ten absent, or from the ``count`` most frequent of ``log``.

    Args:
        kb: Name of the knowledge base.
        application: The product.
        count: How many questions at most.
        log: Questions people asked; facts are drafted from when there is none.
        seed: Another one draws other facts and other words.
        rephrase: Whether the language model puts questions drafted from facts into other words.

    Raises:
        NotFound: No such knowledge base.
        InvalidInput: The log is not as described, or the knowledge base holds no facts to draft from.
        ConfigurationError: ``rephrase`` is asked for and no language model is set, or it refuses the key.
    """
    if rephrase and application.language_model is None:
        raise ConfigurationError(_NO_MODEL, place="DIANMIAN_LLM_URL", advice=_HOW_TO_SET)
    if log is not None:
        return _of_log(kb, application, log, count)
    made, left_out = _of_facts(kb, application, count, seed)
    if rephrase:
        return _rephrased(made, left_out, kb, application)
    return Draft(tuple(one.case for one in made), left_out=left_out)


def _of_log(kb: str, application: Application, log: Path, count: int) -> Draft:
    logged = read_log(log)
    with application.database.session() as session:
        spellings = read_spellings(session, knowledge_bases.get(session, kb))
    cases, left_open = draft_from_log(logged[:count], _asking(kb, application), spellings)
    return Draft(cases, left_open, merged=sum(entry.count - 1 for entry in logged))


def _of_facts(kb: str, application: Application, count: int, seed: int) -> tuple[tuple[Made, ...], dict[str, int]]:
    left_out: Counter[str] = Counter()
    with application.database.session() as session:
        base = knowledge_bases.get(session, kb)
        material = read_material(session, base)
        wanted = count // _ABSENT_SHARE if material.facts else 0
        absent = draft_absent(session, base, material, _asking(kb, application), wanted, seed, left_out)
        found = tuple(draft_from_facts(material, Shelf(session, base), count - len(absent), seed, left_out))
    if not found:
        raise InvalidInput(_why_empty(len(material.facts), left_out), place=kb, advice=_ADVICE)
    return (*found, *absent), dict(left_out)


_ADVICE = "draft from a log with --questions, write questions by hand, or load tables, records or rules with values"


def _why_empty(facts: int, left_out: Counter[str]) -> str:
    if not facts:
        return "there is nothing to draft from: no fact was read from these documents, which seem to be plain prose"
    reasons = "; ".join(f"{reason}: {number}" for reason, number in left_out.most_common(3))
    return f"no clear question can be drafted from the {facts} facts ({reasons})"


def _asking(kb: str, application: Application) -> Callable[[str], Answer]:
    """Return what asks the product. No model writes: its words would be no gold, and every one of them is paid for."""

    def ask(question: str) -> Answer:
        findings = application.retriever.search(kb, question)
        return compose(findings, with_tuned(application.settings, findings.tuned), limit=_RESULTS)

    return ask


def _rephrased(made: Sequence[Made], left_out: dict[str, int], kb: str, application: Application) -> Draft:
    model = application.language_model
    if model is None:
        raise ConfigurationError(_NO_MODEL, place="DIANMIAN_LLM_URL", advice=_HOW_TO_SET)
    with application.database.session() as session:
        spellings = read_spellings(session, knowledge_bases.get(session, kb))
    result = rephrased(made, model, spellings)
    return Draft(result.cases, left_out=left_out, rephrased=result.changed, kept=result.kept)
