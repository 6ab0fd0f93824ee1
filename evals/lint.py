"""Measure knowledge lint: planted faults found, and how many findings on real documents are real.

Run: ``python -m evals.lint [SHARED] [--misses] [--judge]``
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated

import typer
import yaml
from rich.console import Console
from rich.table import Table

from core.settings import Settings
from core.text import fold
from evals.facts.table_coverage import SHARED
from evals.report import write_json
from extraction.lint import KINDS, Finding, Kind, Options, lint
from service.inspection.reading import read_documents
from service.sources import source_files

ROOT = Path(__file__).resolve().parents[1]
SHOP = ROOT / "samples" / "shop"
FIXTURES = ROOT / "tests" / "fixtures"
# Each later set was written when the rules were done for those before; what was found of it at first sight stands
# at the head of its list.
FAULTY = {"first": FIXTURES / "lint", "second": FIXTURES / "lint_second", "third": FIXTURES / "lint_third"}
PLANTED = "planted.yaml"
JUDGED = ROOT / "evals" / "judged"
OUTPUT = ROOT / "build" / "eval-lint.json"
# After the last day of the promotion among the faulty documents.
ON = date(2025, 10, 1)
TEN_LAWS = (
    "职工带薪年休假条例(2007-12-14)", "企业职工带薪年休假实施办法(2008-07-17)", "工伤保险条例(2010-12-20)",
    "劳动合同法(2012-12-28)", "劳动合同法实施条例(2008-09-18)", "家用汽车产品修理更换退货责任规定(2021-07-22)",
    "快递暂行条例(2019-03-02)", "邮政法(2015-04-24)", "车船税法(2019-04-23)", "个人所得税法(2018-08-31)",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault planted in ``file``; ``says`` are words of the quotes that show it."""

    kind: Kind
    file: str
    says: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Planted:
    """Which planted faults were found, and findings that are none of them."""

    found: tuple[Fault, ...]
    missed: tuple[Fault, ...]
    others: tuple[Finding, ...]


def main(
    shared: Annotated[Path, typer.Argument(help="Folder with the data of the project.")] = SHARED,
    misses: Annotated[bool, typer.Option(help="Print every fault missed and every finding judged false.")] = False,
    judge: Annotated[bool, typer.Option(help="Print the findings nobody has judged yet.")] = False,
) -> None:
    """Measure, print and write ``build/eval-lint.json``."""
    console = Console(width=140)
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    figures: dict[str, float] = {}
    for name, folder in FAULTY.items():
        score = planted_score(findings_of([folder], settings), read_faults(folder / PLANTED))
        figures |= _planted(console, name, score, misses=misses)
    sets = {"shop": [SHOP]}
    laws = shared / "data" / "policies"
    if laws.is_dir():
        sets |= {"ten_laws": [laws / f"{name}.md" for name in TEN_LAWS], "all_laws": [laws]}
    for name, paths in sets.items():
        verdicts = read_verdicts(JUDGED / f"lint_{'shop' if name == 'shop' else 'laws'}.jsonl")
        figures |= _real(console, name, findings_of(paths, settings), verdicts, misses=misses, judge=judge)
    write_json(OUTPUT, figures)


def findings_of(paths: Sequence[Path], settings: Settings) -> tuple[Finding, ...]:
    """Return what lint finds in files or folders."""
    files = [file for file in source_files(paths) if not file.name.endswith((".yaml", ".jsonl"))]
    return lint(read_documents(files, settings).documents, Options(ON))


def read_faults(path: Path) -> tuple[Fault, ...]:
    """Return the planted faults."""
    rows = yaml.safe_load(path.read_text(encoding="utf-8"))
    return tuple(Fault(row["kind"], row["file"], tuple(map(str, row["says"]))) for row in rows)


def planted_score(findings: Sequence[Finding], faults: Sequence[Fault]) -> Planted:
    """Hold findings against the planted faults; each pairs with one at most."""
    left = list(findings)
    missed: list[Fault] = []
    for fault in faults:
        match = next((found for found in left if _shows(found, fault)), None)
        if match is None:
            missed.append(fault)
        else:
            left.remove(match)
    return Planted(tuple(fault for fault in faults if fault not in missed), tuple(missed), tuple(left))


def read_verdicts(path: Path) -> dict[str, bool]:
    """Return id of a finding → whether a person found it to be real."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return {row["id"]: row["real"] for row in rows}


def _shows(found: Finding, fault: Fault) -> bool:
    if found.kind != fault.kind or fault.file not in {each.place.file for each in found.evidence}:
        return False
    quotes = fold(" ".join(each.quote for each in found.evidence))
    return all(quotes.count(fold(words)) >= fault.says.count(words) for words in fault.says)


def _planted(console: Console, name: str, score: Planted, *, misses: bool) -> dict[str, float]:
    table = Table("kind", "planted", "found", title=f"planted faults: {name}")
    figures: dict[str, float] = {}
    found, missed = (Counter(fault.kind for fault in faults) for faults in (score.found, score.missed))
    for kind in KINDS:
        table.add_row(kind, str(found[kind] + missed[kind]), str(found[kind]))
        figures[f"{name}.{kind}"] = found[kind] + missed[kind]
        figures[f"{name}.{kind}.found"] = found[kind]
    table.add_row("all", str(len(score.found) + len(score.missed)), str(len(score.found)))
    console.print(table, f"findings on these documents that are no planted fault: {len(score.others)}")
    if misses:
        _print(console, "missed", [f"{fault.file} {fault.kind}: {' / '.join(fault.says)}" for fault in score.missed])
        _print(console, "not planted", [_line(each) for each in score.others])
    total = {f"{name}.all": len(score.found) + len(score.missed), f"{name}.all.found": len(score.found)}
    return {**figures, **total, f"{name}.others": len(score.others)}


def _real(
    console: Console, name: str, findings: Sequence[Finding], verdicts: Mapping[str, bool], *, misses: bool, judge: bool
) -> dict[str, float]:
    judged = [found for found in findings if found.id in verdicts]
    false = [found for found in judged if not verdicts[found.id]]
    unjudged = [found for found in findings if found.id not in verdicts]
    share = (len(judged) - len(false)) / len(judged) if judged else 1.0
    console.print(
        f"{name}: {len(findings)} findings ({', '.join(f'{k} {n}' for k, n in _by_kind(findings))}); judged "
        f"{len(judged)}, real {len(judged) - len(false)} ({share:.0%}), not judged yet {len(unjudged)}"
    )
    _print(console, "false", [_line(each) for each in false] if misses else [])
    _print(console, "not judged", [_line(each) for each in unjudged] if judge else [])
    return {
        f"{name}.findings": len(findings), f"{name}.judged": len(judged), f"{name}.false": len(false),
        f"{name}.unjudged": len(unjudged), f"{name}.real_share": round(share, 4),
    }  # fmt: skip


def _by_kind(findings: Sequence[Finding]) -> list[tuple[str, int]]:
    counted = Counter(found.kind for found in findings)
    return [(kind, counted[kind]) for kind in KINDS if counted[kind]]


def _line(found: Finding) -> str:
    quotes = " ⇄ ".join(" ".join(each.quote.split())[:120] for each in found.evidence)
    return f"{found.id} {found.kind} {found.place.file}: {found.problem.zh} | {quotes}"


def _print(console: Console, title: str, lines: Sequence[str]) -> None:
    for line in lines:
        console.print(f"  {title}: {line}", markup=False, highlight=False, soft_wrap=True)


if __name__ == "__main__":
    typer.run(main)
