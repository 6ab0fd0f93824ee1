"""Which layer lost an answer: the first whose work is shown to be missing, or whose repair alone would mend it."""

from collections.abc import Callable, Iterable

from core.settings import Settings
from core.text import fold
from evals.layers.layer import Layer
from evals.layers.record import Verdict
from evals.layers.replay import LIMIT, Replay, Replayer, satisfied
from evals.suite import GoldFact

Check = Callable[[Replay, Replayer], Verdict | None]


def attribute(replay: Replay, replayer: Replayer) -> Verdict | None:
    """Return the layer that lost the answer, with what shows it; ``None`` when nothing was lost.

    What documents became at loading is looked at first: text that is missing or cut apart, facts that are missing or
    whose value is normalised wrongly. Then stages of asking are repaired one at a time, each alone: an answer that
    comes right by it was lost there. What is left is told by where the gold passage and the gold fact stood.
    """
    if replay.right:
        return None
    checks: tuple[Check, ...] = (
        (_let_through,)
        if replay.case.absent
        else (
            _parsed,
            _whole,
            _extracted,
            _normalised,
            _answered,
            _reranked,
            _silent,
            _withheld,
            _fused,
            _named,
            _matched,
            _found,
        )
    )
    found = (check(replay, replayer) for check in checks)
    return next((verdict for verdict in found if verdict is not None), Verdict("answer", _told(replay)))


def _let_through(replay: Replay, _: Replayer) -> Verdict:
    """Judge an answer to a question that the documents do not answer."""
    if satisfied(replay.composed):
        return Verdict("answer", f"the findings lead to a refusal, the answer is: {replay.answer.text[:120]}")
    evidence = f"evidence {replay.findings.evidence:.2f} passes, route {replay.answer.route}"
    return Verdict("route", f"not in the documents, yet answered: {evidence}")


def _parsed(replay: Replay, _: Replayer) -> Verdict | None:
    if replay.holding.missing:
        return Verdict("parse", f"{replay.holding.missing[0]} is not loaded")
    for group, words in replay.holding.unparsed:
        if words:
            return Verdict("parse", f"{_quoted(words)} stands in no block of {_documents(replay)}")
        return Verdict("parse", f"{_quoted(group)} stand in different blocks of {_documents(replay)}")
    return None


def _whole(replay: Replay, _: Replayer) -> Verdict | None:
    for group, most in replay.holding.cut:
        held = f"one chunk holds {_quoted(most)} at most" if most else "no chunk holds any of it whole"
        return Verdict("chunk", f"{_quoted(group)} stands in one block, {held}")
    if replay.holding.held and set(replay.holding.held) >= replay.holding.chunk_ids:
        return Verdict("parse", f"the only chunk of it waits for review: {replay.holding.held[0]}")
    return None


def _extracted(replay: Replay, _: Replayer) -> Verdict | None:
    for gold, facts in replay.holding.facts:
        if not facts:
            return Verdict("extract", f"no fact states {gold.subject} · {gold.attribute} · {gold.value}")
    return None


def _normalised(replay: Replay, _: Replayer) -> Verdict | None:
    return Verdict("normalise", replay.holding.misread[0]) if replay.holding.misread else None


def _answered(replay: Replay, _: Replayer) -> Verdict | None:
    if satisfied(replay.composed):
        return Verdict("answer", f"the findings give the right answer, the answer is: {_told(replay)}")
    return None


def _reranked(replay: Replay, replayer: Replayer) -> Verdict | None:
    if "rerank" not in replay.findings.trace:
        return None
    if replayer.satisfied_with(replay, rerank_weight=0.0):
        moved = f"the right passage goes from {replay.ranks.get('fusion', '–')} to {replay.ranks.get('rerank', '–')}"
        return Verdict("rerank", f"{moved}; in fused order the answer is right")
    return None


_WEIGHTS: tuple[tuple[Layer, str], ...] = (
    ("structured", "weight_structured"),
    ("vector", "weight_vector"),
    ("keyword", "weight_keyword"),
)


def _silent(replay: Replay, replayer: Replayer) -> Verdict | None:
    """Find a search that is switched off, or that found nothing at all while others did."""
    for layer, name in _WEIGHTS:
        if getattr(replayer.settings_of(replay), name) == 0.0:
            default = Settings.model_fields[name].default
            if replayer.satisfied_with(replay, **{name: default}):
                return Verdict(layer, f"{name} is 0; at {default} the answer is right")
    heard = {hit.channel for hit in replay.findings.candidates}
    for layer in ("vector", "keyword"):
        if heard and layer not in heard:
            return Verdict(layer, f"{layer} search found nothing at all, {' and '.join(sorted(heard))} search did")
    return None


def _withheld(replay: Replay, replayer: Replayer) -> Verdict | None:
    """Find an answer that a threshold of its own keeps back."""
    own, default = replayer.settings_of(replay).refusal_threshold, Settings.model_fields["refusal_threshold"].default
    if not replay.answer.refused or own == default:
        return None
    if replayer.satisfied_with(replay, refusal_threshold=default):
        return Verdict("route", f"refused: {replay.answer.reason}; at the usual {default} the answer is right")
    return None


def _fused(replay: Replay, _: Replayer) -> Verdict | None:
    """Find a passage that both searches had near the top and fusion has far below where either had it."""
    ranks = [replay.ranks[channel] for channel in ("vector", "keyword") if channel in replay.ranks]
    if len(ranks) == 2 and max(ranks) <= LIMIT and replay.ranks.get("fusion", 2 * LIMIT) > 2 * max(ranks) + 1:
        return Verdict("fusion", f"ranks of the right passage: {_shown(replay.ranks.items())}")
    return None


def _named(replay: Replay, replayer: Replayer) -> Verdict | None:
    """Ask again with the names of the gold facts in the question, where it does not name them."""
    named = {fold(mention.canonical) for mention in replay.findings.question.mentions}
    lacking = [name for gold in replay.case.facts for name in _names(gold) if fold(name) not in named]
    if not lacking:
        return None
    unnamed = tuple(dict.fromkeys(lacking))
    question = f"{replay.case.question}（{'，'.join(unnamed)}）"
    if replayer.satisfied_with(replay, question):
        return Verdict("synonym", f"the question is not seen to name {_quoted(unnamed)}; named so, the answer is right")
    return None


def _matched(replay: Replay, _: Replayer) -> Verdict | None:
    """Judge the point layer where a fact should have answered."""
    if not replay.case.facts:
        return None
    if replay.fact_rank is None:
        return Verdict("structured", "the fact is in the store but was not held against the question")
    if replay.fact_rank > 1:
        first = replay.findings.matches[0]
        ahead = f"{first.fact.subject} · {first.fact.attribute} · {first.fact.value} ({first.why})"
        return Verdict("structured", f"the fact is number {replay.fact_rank} of those that match; first is {ahead}")
    if replay.answer.refused or replay.answer.route != "structured":
        why = replay.answer.reason or f"route {replay.answer.route}"
        return Verdict("route", f"the fact matches best, yet it did not answer: {why}")
    return None


def _found(replay: Replay, _: Replayer) -> Verdict | None:
    """Tell by its ranks where the gold passage was lost on the way from the searches to the answer."""
    ranks = replay.ranks
    if "vector" not in ranks and "keyword" not in ranks:
        return Verdict("vector", "neither vector nor keyword search found the right passage")
    if ranks.get("fusion", LIMIT + 1) > LIMIT:
        layer: Layer = "vector" if "vector" not in ranks else "keyword" if "keyword" not in ranks else "fusion"
        return Verdict(layer, f"ranks of the right passage: {_shown(ranks.items())}")
    if ranks.get("rerank", LIMIT + 1) > LIMIT:
        return Verdict("rerank", f"ranks of the right passage: {_shown(ranks.items())}")
    if replay.answer.refused:
        return Verdict("route", f"the right passage is number {ranks['rerank']}, yet refused: {replay.answer.reason}")
    return None


def _names(gold: GoldFact) -> tuple[str, str]:
    return gold.subject, gold.attribute


def _told(replay: Replay) -> str:
    lost = "value" if not replay.result.value_right else "citation" if not replay.result.cited_right else "exactness"
    return f"{lost} lost: {replay.answer.text[:160]}"


def _documents(replay: Replay) -> str:
    return "、".join(dict.fromkeys(gold.document for gold in replay.case.golds))


def _quoted(words: Iterable[str]) -> str:
    return " ".join(f"“{word}”" for word in words)


def _shown(pairs: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{name} {rank}" for name, rank in pairs)
