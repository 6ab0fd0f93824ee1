"""Deciding contradictions by rule: the newer version, then the weightier source; what is left is for a person."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.conflict import ResolutionRule, Standing
from core.fact import Fact

Pair = tuple[Fact, Fact]


@dataclass(frozen=True, slots=True)
class Loss:
    """A fact that gives way to another, and the rule that says so."""

    loser_id: str
    winner_id: str
    rule: ResolutionRule


def losses(
    pairs: Sequence[Pair],
    standings: Mapping[str, Standing],
    rules: Iterable[ResolutionRule],
    settled: Collection[str] = (),
) -> list[Loss]:
    """Return what ``rules``, applied in order, decide. The first loss of a fact names the one it gives way to.

    A fact that gave way to an earlier rule overrules nothing any more, so that never all sides of a contradiction
    fall silent.

    Args:
        pairs: Facts that contradict each other.
        standings: Document id → standing.
        rules: The rules that are switched on.
        settled: Ids of facts that have given way before: a person said so.
    """
    found: list[Loss] = []
    gone = set(settled)
    for rule in rules:
        decided = [
            loss
            for one, other in pairs
            if one.id not in gone and other.id not in gone
            if (loss := _decided(one, other, standings, rule)) is not None
        ]
        beaten = {loss.loser_id for loss in decided}
        # The winner named first is one that itself stands, where there is such a one.
        found += sorted(decided, key=lambda loss: (loss.loser_id, loss.winner_id in beaten, loss.winner_id))
        gone |= beaten
    return found


def _decided(one: Fact, other: Fact, standings: Mapping[str, Standing], rule: ResolutionRule) -> Loss | None:
    first, second = standings.get(one.document_id), standings.get(other.document_id)
    if first is None or second is None or one.document_id == other.document_id:
        return None
    prefers = _PREFERS[rule]
    if prefers(first, second):
        return Loss(other.id, one.id, rule)
    return Loss(one.id, other.id, rule) if prefers(second, first) else None


def _in_force_rather_than(one: Standing, other: Standing) -> bool:
    return one.succeeds(other) or (bool(other.superseded_by) and not one.superseded_by)


def _weightier(one: Standing, other: Standing) -> bool:
    return one.priority > other.priority


_PREFERS: Mapping[ResolutionRule, Callable[[Standing, Standing], bool]] = {
    "newer_version": _in_force_rather_than,
    "source_priority": _weightier,
}
