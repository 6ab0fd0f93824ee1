"""Scored table questions to flat figures, and the tables that are printed."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from rich.console import Console
from rich.table import Table as Printed

from evals.tables.asking import Result, gold_values
from evals.tables.causes import cell_cause, table_cause
from evals.tables.ceiling import ceiling_figures
from evals.tables.tries import try_figures

TARGETS = {
    "table_at_1": 0.80,
    "single.cell": 0.65,
    "single.vertical.cell": 0.80,
    "single.horizontal.cell": 0.80,
}
TYPES = ("vertical", "horizontal", "hierarchical", "complex")


def figures(results: Sequence[Result]) -> dict[str, float]:
    """Return shares (0–1) and counts, flat.

    ``table_at_1`` and ``table_at_5``: rank of the right table. ``table_at_1.untwinned``: of the questions whose gold
    names stand in one table alone. ``table_or_twin_at_1``: the first table holds those names. ``chance_at_1``: what
    picking blindly among the tables with those names would give. ``ceiling.*`` are told in
    ``ceiling_figures``. ``single.cell`` is of questions for one cell, ``several.cells`` of those for more; broken gold
    is left out of both and counted.
    """
    flat = _table_figures("", results)
    for kind in TYPES:
        flat |= _table_figures(f"{kind}.", [result for result in results if result.type == kind])
    usable = [result for result in results if not result.question.broken and gold_values(result.question)]
    single = [result for result in usable if result.question.single]
    several = [result for result in usable if not result.question.single]
    flat |= ceiling_figures(results) | try_figures(results) | {"broken": len(results) - len(usable)}
    flat |= {"single.cell": _share(single, _cells), "single.questions": len(single)}
    flat |= {"several.cells": _share(several, _cells), "several.questions": len(several)}
    for kind in TYPES:
        flat[f"single.{kind}.cell"] = _share((r for r in single if r.type == kind), _cells)
        flat[f"several.{kind}.cells"] = _share((r for r in several if r.type == kind), _cells)
    for shape in dict.fromkeys(result.question.kind for result in several):
        flat[f"several.{shape}.cells"] = _share((r for r in several if r.question.kind == shape), _cells)
    causes = Counter(str(cell_cause(r)) for r in usable if not r.cells_right)
    causes += Counter(str(table_cause(r)) for r in results if not r.table_right)
    return flat | {f"cause.{name}": count for name, count in causes.items()}


def print_figures(flat: dict[str, float], console: Console) -> None:
    """Print one row per type of table, the targets, and the causes of misses in order of weight."""
    console.print(_by_type(flat))
    for name, target in TARGETS.items():
        verdict = "met" if flat[name] >= target else "missed"
        console.print(f"{name}: {flat[name]:.1%}, target {target:.0%}: {verdict}", markup=False)
    console.print(
        f"questions whose names stand in one table alone: {flat['untwinned']:.0f} of {flat['questions']:.0f}, "
        f"right table first {flat['table_at_1.untwinned']:.1%}; the others' names are those of several tables, "
        f"picking blindly among these would give {flat['chance_at_1']:.1%} over all",
        markup=False,
    )
    console.print(
        f"their {flat['ceiling.twinned']:.0f} questions fit {flat['ceiling.tables']:.1f} tables in the mean; words of "
        f"the question leave the right one alone in {flat['ceiling.told_apart']:.0f}, rule out some in "
        f"{flat['ceiling.told_from_some']:.0f}, none in {flat['ceiling.untold']:.0f}. "
        f"Ceiling of right table first: {flat['ceiling.at_1']:.1%}; measured without luck "
        f"{flat['ceiling.expected_at_1']:.1%}, {flat['ceiling.share']:.1%} of it",
        markup=False,
    )
    _print_tries(flat, console)
    causes = sorted(((count, name) for name, count in flat.items() if name.startswith("cause.")), reverse=True)
    console.print("misses: " + "; ".join(f"{name.removeprefix('cause.')} {count:.0f}" for count, name in causes))


def _print_tries(flat: dict[str, float], console: Console) -> None:
    for name in (name for name in flat if name.startswith("try.") and name.endswith(".table_at_1")):
        stem = name.removesuffix(".table_at_1")
        console.print(
            f"{stem.removeprefix('try.')}: {flat[name]:.1%}, without luck {flat[stem + '.expected_at_1']:.1%}, "
            f"won {flat[stem + '.won']:.0f}, lost {flat[stem + '.lost']:.0f}",
            markup=False,
        )


def print_misses(results: Sequence[Result], console: Console) -> None:
    """Print every missed question, with its cause and the fact that came first."""
    for result in results:
        asked = f"[{result.question.qid}, {result.type}] {result.question.text}"
        if cause := table_cause(result):
            console.print(f"table: {cause}: {asked} rank {result.rank}", markup=False, soft_wrap=True)
        if not result.question.broken and (lost := cell_cause(result)):
            first = [f"{fact.subject} | {fact.attribute} | {fact.value}" for fact in result.matches[:1]]
            wanted = " / ".join(gold_values(result.question))
            console.print(f"cell: {lost}: {asked} wanted {wanted}; first {first}", markup=False, soft_wrap=True)


def _table_figures(prefix: str, results: Sequence[Result]) -> dict[str, float]:
    alone = [result for result in results if not result.twins]
    return {
        f"{prefix}questions": len(results),
        f"{prefix}table_at_1": _share(results, lambda r: r.table_right),
        f"{prefix}table_at_5": _share(results, lambda r: r.rank is not None and r.rank <= 5),
        f"{prefix}table_or_twin_at_1": _share(results, lambda r: r.table_or_twin),
        f"{prefix}table_at_1.untwinned": _share(alone, lambda r: r.table_right),
        f"{prefix}untwinned": len(alone),
        f"{prefix}chance_at_1": round(sum(1 / (1 + len(r.twins)) for r in results) / max(len(results), 1), 4),
    }


def _by_type(flat: dict[str, float]) -> Printed:
    table = Printed(
        "type",
        "questions",
        "table at 1",
        "at 5",
        "table or twin",
        "no twin: at 1",
        "chance",
        "one cell",
        "several cells",
    )
    for kind in ("", *TYPES):
        prefix = f"{kind}." if kind else ""
        names = ("table_at_1", "table_at_5", "table_or_twin_at_1", "table_at_1.untwinned", "chance_at_1")
        shares = [flat[prefix + name] for name in names]
        shares += [flat[f"single.{prefix}cell"], flat[f"several.{prefix}cells"]]
        table.add_row(kind or "all", f"{flat[prefix + 'questions']:.0f}", *(f"{share:.1%}" for share in shares))
    return table


def _cells(result: Result) -> bool:
    return result.cells_right


def _share(results: Iterable[Result], test: Callable[[Result], bool]) -> float:
    passed = [test(result) for result in results]
    return round(sum(passed) / len(passed), 4) if passed else 0.0
