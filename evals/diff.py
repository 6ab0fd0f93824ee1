"""Measure the comparison of versions: numbers judged by hand in two pairs, and numbers changed by a program.

Run: ``python -m evals.diff [SHARED] [--misses]``
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from core.settings import Settings
from core.text import fold
from evals.diff_mutations import Score, score_mutations
from evals.facts.table_coverage import SHARED
from evals.report import write_json
from extraction.diff import Difference, compare
from service.inspection.reading import read_document

ROOT = Path(__file__).resolve().parents[1]
JUDGED = ROOT / "evals" / "judged"
SHOP = ROOT / "samples" / "shop"
OUTPUT = ROOT / "build" / "eval-diff.json"
_CAFES = "互联网上网服务营业场所管理条例"


@dataclass(frozen=True, slots=True)
class Change:
    """A changed number: the section it stands in (empty before the first), and what it was and is."""

    section: str
    old: str | None
    new: str | None
    renumbered: bool = False


def main(
    shared: Annotated[Path, typer.Argument(help="Folder with the data of the project.")] = SHARED,
    misses: Annotated[bool, typer.Option(help="Print every number missed or invented.")] = False,
) -> None:
    """Measure, print and write ``build/eval-diff.json``."""
    console = Console(width=140)
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    laws = shared / "data" / "policies"
    pairs = {"shop_refunds": (SHOP / "退款政策2023版.md", SHOP / "退款政策2025版.md")}
    if laws.is_dir():
        pairs["internet_cafes"] = (laws / f"{_CAFES}(2019-03-24).md", laws / f"{_CAFES}(2022-03-29).md")
    scores: dict[str, Score] = {}
    for name, (old, new) in pairs.items():
        difference = compare(*(read_document(path, path.name, settings) for path in (old, new)))
        scores[name] = judged_score(difference, read_judged(JUDGED / f"diff_{name}.jsonl"))
    files = [*sorted(SHOP.glob("*.md")), *(sorted(laws.glob("*.md"))[::10] if laws.is_dir() else ())]
    scores["planted"] = score_mutations(files, settings)
    _print(console, scores, misses=misses)
    write_json(OUTPUT, {f"{name}.{key}": value for name, score in scores.items() for key, value in score.figures()})


def read_judged(path: Path) -> tuple[Change, ...]:
    """Return the changes a person found by reading both texts."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return tuple(Change(row.get("section", ""), row["old"], row["new"], row.get("renumbered", False)) for row in rows)


def judged_score(difference: Difference, judged: Sequence[Change]) -> Score:
    """Hold what was found against the judged changes; each pairs with one at most."""
    left = list(found_changes(difference))
    missed: list[str] = []
    for change in judged:
        match = next((found for found in left if _is(found, change)), None)
        if match is None:
            missed.append(str(change))
        else:
            left.remove(match)
    return Score(len(judged) - len(missed), tuple(missed), tuple(map(str, left)))


def found_changes(difference: Difference) -> tuple[Change, ...]:
    """Return every change of a number and of a part's own number that a comparison reports."""
    numbers = [
        Change((section.new_heading or section.old_heading or ("",))[-1], number.old, number.new)
        for section in difference.sections
        for words in section.wordings
        for number in words.numbers
    ]
    return (*numbers, *(Change("", each.old, each.new, renumbered=True) for each in difference.renumbered))


def _is(found: Change, judged: Change) -> bool:
    if found.renumbered != judged.renumbered or (not judged.renumbered and found.section != judged.section):
        return False
    return all(_says(a, b) for a, b in ((found.old, judged.old), (found.new, judged.new)))


def _says(found: str | None, judged: str | None) -> bool:
    """The found words may hold the bounds beside the number (5个工作日内)."""
    if found is None or judged is None:
        return found is judged
    return fold(judged) in fold(found)


def _print(console: Console, scores: dict[str, Score], *, misses: bool) -> None:
    table = Table("pair", "changed numbers", "found", "missed", "invented", title="comparison of versions")
    for name, score in scores.items():
        counts = (score.found + len(score.missed), score.found, len(score.missed), len(score.invented))
        table.add_row(name, *map(str, counts))
    console.print(table)
    for name, score in scores.items() if misses else ():
        for kind, lines in (("missed", score.missed), ("invented", score.invented)):
            for line in lines:
                console.print(f"{name} {kind}: {line}", markup=False, highlight=False, soft_wrap=True)


if __name__ == "__main__":
    typer.run(main)
