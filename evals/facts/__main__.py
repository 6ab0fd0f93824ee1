"""Measure the facts that rules read: coverage of gold values, precision on judged facts, density.

Run: ``python -m evals.facts [SHARED] [--misses] [--judge N] [--learn]``
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from core.settings import Settings
from evals.facts import tables
from evals.facts.corpus import Corpus, PlacedFact, read_corpus
from evals.facts.density import Density, density
from evals.facts.judged import SAMPLE, Precision, learned, precision, read_verdicts, sample
from evals.facts.policies import PolicyCoverage, policy_coverage
from evals.facts.table_coverage import SHARED, table_coverage
from evals.facts.table_sample import table_facts
from evals.report import write_json
from extraction.confidence import write_confidence

ROOT = Path(__file__).resolve().parents[2]
POLICY_TARGET, PRECISION_TARGET = 0.85, 0.95
OUTPUT = ROOT / "build" / "eval-facts.json"


def main(arguments: Sequence[str] | None = None) -> dict[str, float]:
    """Measure, print, write ``build/eval-facts.json`` and return the figures."""
    given = _arguments(arguments)
    console = Console(width=160)
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    figures: dict[str, float] = {}
    shop = read_corpus("shop", _files(ROOT / "samples" / "shop"), settings)
    sources: dict[str, Sequence[PlacedFact]] = {"shop": shop.facts}
    if (given.shared / "data" / "tables").is_dir():
        coverage = table_coverage(given.shared)
        tables.print_coverage(coverage, misses=given.misses)
        figures |= tables.figures(coverage)
        sources["tables"] = table_facts(given.shared, settings)
    if (given.shared / "data" / "policies").is_dir():
        laws = read_corpus("policies", _files(given.shared / "data" / "policies"), settings)
        sources["policies"] = laws.facts
        figures |= _policies(console, laws, given.shared / "data" / "policies_suite.jsonl", misses=given.misses)
    figures |= _precision(console, sources, misses=given.misses, judge=given.judge)
    if given.learn:
        write_confidence(learned([placed for facts in sources.values() for placed in facts], read_verdicts()))
    write_json(OUTPUT, figures)
    return figures


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", nargs="?", type=Path, default=SHARED)
    parser.add_argument("--misses", action="store_true", help="print every miss and every fact judged wrong")
    parser.add_argument("--judge", type=int, default=0, metavar="N", help="print N sampled facts nobody has judged yet")
    parser.add_argument("--learn", action="store_true", help="write the confidence of each rule from the judgements")
    return parser.parse_args(arguments)


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_file() and path.suffix != ".jsonl")


def _policies(console: Console, laws: Corpus, suite: Path, *, misses: bool) -> dict[str, float]:
    coverage = policy_coverage(suite, laws.facts)
    found = density(laws)
    _print_policies(console, coverage, found, misses=misses)
    return {
        "policies.covered": round(coverage.share, 4),
        "policies.value_only": len(coverage.value_only),
        "policies.missing": len(coverage.missing),
        "laws.facts": found.facts,
        "laws.facts_per_1000_characters": round(found.per_thousand, 2),
        "laws.seconds": round(found.seconds, 2),
    }


def _print_policies(console: Console, coverage: PolicyCoverage, found: Density, *, misses: bool) -> None:
    console.print(
        f"policy questions whose value stands as a fact with its article and condition: {coverage.share:.1%} "
        f"(target {POLICY_TARGET:.0%}; "
        f"value without condition {len(coverage.value_only)}, none {len(coverage.missing)})"
    )
    if misses:
        console.print(f"  value only: {', '.join(coverage.value_only)}; none: {', '.join(coverage.missing)}")
    console.print(
        f"laws: {found.facts} facts, {found.per_thousand:.2f} per 1,000 characters, read in {found.seconds:.1f} s"
    )
    console.print("  commonest attributes: " + "，".join(f"{name} {count}" for name, count in found.attributes))
    console.print("  rules: " + ", ".join(f"{name} {count}" for name, count in found.rules))


def _precision(
    console: Console, sources: dict[str, Sequence[PlacedFact]], *, misses: bool, judge: int
) -> dict[str, float]:
    verdicts = read_verdicts()
    drawn = {name: sample(facts, SAMPLE[name]) for name, facts in sources.items()}
    judged = {name: precision(facts, verdicts) for name, facts in drawn.items()}
    judged["all"] = precision([placed for facts in drawn.values() for placed in facts], verdicts)
    console.print(_precision_table(judged))
    if misses:
        for facts in drawn.values():
            _print_facts(console, [placed for placed in facts if verdicts.get(placed.key) is False])
    _print_facts(console, judged["all"].unjudged[:judge])
    figures: dict[str, float] = {}
    for name, part in judged.items():
        figures[f"precision.{name}"] = round(part.share, 4)
        figures[f"precision.{name}.judged"] = part.right + part.wrong
        figures[f"precision.{name}.unjudged"] = len(part.unjudged)
    return figures


def _precision_table(judged: dict[str, Precision]) -> Table:
    table = Table("sample", "judged", "right", "precision", "not judged yet", title=f"target {PRECISION_TARGET:.0%}")
    for name, part in judged.items():
        counts = (str(part.right + part.wrong), str(part.right), f"{part.share:.1%}", str(len(part.unjudged)))
        table.add_row(name, *counts)
    return table


def _print_facts(console: Console, facts: Sequence[PlacedFact]) -> None:
    for placed in facts:
        fact = placed.fact
        place = " › ".join(placed.chunk.heading_path[-2:])
        held = "；".join(condition.text for condition in fact.conditions)
        lines = (
            f"{placed.key} [{fact.rule}] {placed.source}/{placed.document} {place}",
            f"    quote: {' '.join(fact.quote.split())[:300]}",
            f"    {fact.subject} | {fact.attribute} | {fact.value} | {held}",
        )
        console.print("\n".join(lines), markup=False, highlight=False, soft_wrap=True)


if __name__ == "__main__":
    main()
