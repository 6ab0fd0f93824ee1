"""Judgements to figures, flat: name → number."""

from collections.abc import Callable, Sequence

from core.llm import Usage, cost_of
from core.settings import Settings
from evals import figure_name as named
from evals.layers.record import CaseRecord


def judge_figures(records: Sequence[CaseRecord]) -> dict[str, float]:
    """Return what the judge found, nothing for a run without one. Shares are 0–1.

    A failed judgement counts as neither faithful nor correct. ``judge.agreement`` is the share of verdicts, on values
    and on faithfulness, in which judge and program say the same, of the answers that were judged.
    """
    asked = [one for one in records if one.judgement is not None and one.judgement.state != "refused"]
    seen = [one for one in records if one.judgement is not None]
    if not seen:
        return {}
    shares = [share for one in seen if (share := judge_faithfulness(one)) is not None]
    return {
        named.JUDGE_ASKED: float(len(asked)),
        named.JUDGE_FAILED: float(sum(one.judgement is not None and one.judgement.state == "failed" for one in asked)),
        named.JUDGE_FAITHFULNESS: _mean(shares),
        named.JUDGE_CORRECTNESS: _mean([judge_correctness(one) or 0.0 for one in seen]),
        **_agreement([one for one in asked if one.judgement is not None and one.judgement.state == "judged"]),
    }


def judge_faithfulness(record: CaseRecord) -> float | None:
    """Return the share of statements that the judge found supported; ``None`` without a judge, and for a refusal."""
    return None if record.judgement is None else record.judgement.faithfulness


def judge_correctness(record: CaseRecord) -> float | None:
    """Return 1 when the judge found the answer correct, else 0; ``None`` without a judge."""
    return None if record.judgement is None else float(record.judgement.correct)


def disagreements(record: CaseRecord) -> tuple[str, ...]:
    """Return on what judge and program differ, ``correctness`` and ``faithfulness``; nothing where one is silent."""
    return tuple(name for name, agrees in _AGREE.items() if agrees(record) is False)


def spending(usage: Usage, settings: Settings) -> dict[str, float]:
    """Return what judging took: requests, tokens, and the cost where prices are set."""
    cost = cost_of(usage.prompt_tokens, usage.completion_tokens, settings)
    took = {
        named.JUDGE_REQUESTS: float(usage.requests),
        named.JUDGE_TOKENS: float(usage.prompt_tokens + usage.completion_tokens),
    }
    return took if cost is None else {**took, named.JUDGE_COST: float(cost)}


def _agree_on_correctness(record: CaseRecord) -> bool | None:
    if record.judgement is None or record.judgement.state != "judged":
        return None
    # A question that must be refused was answered: the program calls that wrong.
    return record.judgement.correct == record.value_right


def _agree_on_faithfulness(record: CaseRecord) -> bool | None:
    if record.judgement is None or record.judgement.state != "judged" or record.faithful is None:
        return None
    return record.judgement.faithful == record.faithful


_AGREE: dict[str, Callable[[CaseRecord], bool | None]] = {
    "correctness": _agree_on_correctness,
    "faithfulness": _agree_on_faithfulness,
}


def _agreement(judged: Sequence[CaseRecord]) -> dict[str, float]:
    """Return no figure where nothing was judged: agreement with nobody is none."""
    found = {name: [value for one in judged if (value := agrees(one)) is not None] for name, agrees in _AGREE.items()}
    whole = [value for values in found.values() for value in values]
    if not whole:
        return {}
    apart = {f"{named.JUDGE_AGREEMENT}.{name}": _mean(values) for name, values in found.items() if values}
    return {named.JUDGE_AGREEMENT: _mean(whole), **apart}


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 4) if values else 0.0
