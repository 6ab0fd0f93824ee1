"""The scores of the quantity cases as tables for people and flat figures for programs."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console
from rich.table import Table

from core.quantity import find
from evals.quantities_cases import Case
from evals.quantities_peers import PeerResult

Results = Sequence[tuple[Case, bool]]
Reasons = Mapping[tuple[str, str], str]
FAST_ENOUGH = 10_000
_HIGH, _USUAL = 0.97, 0.95
_HIGH_TYPES = frozenset(
    f"recognizers.{kind}"
    for kind in ("number", "percent", "range", "money", "dimension", "duration", "age", "temperature")
)


def target(key: str) -> float | None:
    """Return the share to reach; the types of WeTextProcessing are too few each and have one target together."""
    if key in _HIGH_TYPES:
        return _HIGH
    return None if key.startswith("wetext_itn.") else _USUAL


def counts(results: Iterable[tuple[Case, bool]]) -> dict[str, tuple[int, int]]:
    """Return right and total for every type, every source and all."""
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for case, is_right in results:
        for key in (case.category, case.source, "all"):
            total[key] += 1
            right[key] += is_right
    return {key: (right[key], total[key]) for key in sorted(total)}


def figures(results: Results, reasons: Reasons) -> dict[str, float]:
    """Return shares and targets by key, how many targets are missed, and how many misses have no reason."""
    found: dict[str, float] = {}
    missed = 0
    for key, (right, total) in counts(results).items():
        found |= {f"{key}.right": right, f"{key}.total": total, f"{key}.share": round(right / total, 4)}
        wanted = target(key)
        if wanted is not None:
            found[f"{key}.target"] = wanted
            missed += right / total < wanted
    misses = _misses(results)
    return found | {
        "targets_missed": missed,
        "misses": len(misses),
        "misses_without_reason": sum(case.id not in reasons for case in misses),
        "reasons_not_needed": len(_spare(results, reasons)),
    }


def peer_figures(peers: Iterable[PeerResult]) -> dict[str, float]:
    """Return right, asked and share of every other parser, by key."""
    found: dict[str, float] = {}
    for peer in peers:
        for key, (right, total) in counts(peer.rights).items():
            name = f"peer.{peer.peer}.{key}"
            found |= {f"{name}.right": right, f"{name}.asked": total, f"{name}.share": round(right / total, 4)}
    return found


def show_scores(results: Results) -> None:
    """Print right, total, share and target by source and type."""
    table = Table("source.type", "right", "total", "share", "target", "", title="Quantities, by value")
    for key, (right, total) in counts(results).items():
        wanted = target(key)
        verdict = "" if wanted is None else "met" if right / total >= wanted else "MISSED"
        shown = "" if wanted is None else f"{wanted:.0%}"
        table.add_row(key, str(right), str(total), f"{right / total:.1%}", shown, verdict)
    Console(width=120).print(table)


def show_peers(results: Results, peers: Sequence[PeerResult]) -> None:
    """Print our share beside that of every other parser, with how many cases it was asked."""
    running = [peer for peer in peers if not peer.failure]
    if running:
        ours, theirs = counts(results), [counts(peer.rights) for peer in running]
        table = Table("source.type", "ours", *(peer.peer for peer in running), title="Beside other parsers")
        for key in ours:
            table.add_row(key, *(_share(scores.get(key)) for scores in (ours, *theirs)))
        table.caption = "share of the cases asked; a parser is asked for what it says it reads"
        Console(width=120).print(table)
    for peer in peers:
        if peer.failure:
            print(f"{peer.peer} was not measured: {peer.failure}")


def _share(score: tuple[int, int] | None) -> str:
    return f"{score[0] / score[1]:.1%} of {score[1]}" if score else ""


def show_misses(results: Results, reasons: Reasons) -> None:
    """Print every case that is not met with what was wanted, what was read and why it stays so."""
    for case in _misses(results):
        wanted = case.expect or [(span.text, span.value) for span in case.spans or ()]
        read = [(item.quantity.raw, str(item.quantity.low), str(item.quantity.high)) for item in find(case.text)]
        print(f"{case.category}: {case.text}\n    wanted {wanted or 'nothing'}; read {read or 'nothing'}")
        print(f"    reason: {reasons.get(case.id, 'no reason given')}")
    for category, sentence in _spare(results, reasons):
        print(f"{category}: {sentence}\n    is met, or no case: its reason is no longer needed")


def show_speed(speed: float) -> None:
    """Print the speed and whether it is enough."""
    verdict = "met" if speed >= FAST_ENOUGH else "MISSED"
    print(f"short strings per second on one core: {speed:,.0f} (target {FAST_ENOUGH:,}, {verdict})")


def _misses(results: Results) -> list[Case]:
    return [case for case, is_right in results if not is_right]


def _spare(results: Results, reasons: Reasons) -> list[tuple[str, str]]:
    needed = {case.id for case in _misses(results)}
    return [key for key in reasons if key not in needed]
