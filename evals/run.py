"""``make eval``: load what a suite asks about, run it, print and write its figures.

Without an argument: the sample suite and, where they are, the real sets beside the repository; the figures are held
against ``evals/baselines``.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.settings import load_settings
from evals.baseline import below_baseline
from evals.command import main as main_run
from evals.report import print_layers, print_misses, print_table, write_json
from service.loading import LoadReport
from service.names import import_names
from service.sources import configuration_files
from service.wiring import Application, open_application
from store import knowledge_bases

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"


@dataclass(frozen=True, slots=True)
class Target:
    """A suite, the knowledge base it is asked of, and the folder that knowledge base is loaded from."""

    name: str
    kb: str
    suite: Path
    documents: Path

    @property
    def present(self) -> bool:
        return self.suite.is_file() and self.documents.is_dir()


def targets(suite: str | None) -> list[Target]:
    """Return what to run: the suite named, else all known ones that are there."""
    suites, data = ROOT / "evals" / "suites", ROOT.parent / "shared" / "data"
    known = [
        Target("shop", "shop", suites / "shop.yaml", ROOT / "samples" / "shop"),
        Target("policies", "policies", data / "policies_suite.jsonl", data / "policies"),
        Target("policies_dev", "policies", suites / "policies_dev.yaml", data / "policies"),
    ]
    if suite is None:
        return [target for target in known if target.present]
    path = Path(suite).resolve()
    for target in known:
        if target.suite.resolve() == path:
            return [target]
    name = path.stem.removesuffix("_suite")
    return [Target(name, name, path, path.parent / name)]


def load_target(target: Target, application: Application) -> LoadReport:
    """Load what ``target`` asks about, with its vocabulary and synonyms, into its knowledge base."""
    vocabulary, synonyms = configuration_files([target.documents])
    with application.database.session() as session:
        kb = knowledge_bases.get_or_create(session, target.kb)
        if vocabulary or synonyms:
            import_names(session, kb, vocabulary, synonyms)
    return application.loader.load(target.kb, [target.documents])


def evaluate(target: Target, application: Application) -> dict[str, float]:
    """Load the target's documents, run its suite, print and write the figures; returns them."""
    report = load_target(target, application)
    for failure in report.failures:
        print(f"not loaded: {failure.source_name}: {failure.message}", file=sys.stderr)
    run = main_run(target.suite, target.kb, application)
    figures = dict(run.figures)
    figures |= {f"load.{name}": seconds for name, seconds in report.seconds.items()}
    figures |= {f"kb.{name}": count for name, count in report.totals.items()}
    print_misses(run.cases)
    print_table(target.name, figures, list(dict.fromkeys(case.kind for case in run.cases)))
    print_layers(target.name, figures)
    write_json(BUILD / f"eval-{target.name}.json", figures)
    return figures


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; exit code 1 when a figure falls below its baseline."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suite", nargs="?", help="a suite file; its documents lie in the folder of the same name")
    chosen = parser.parse_args(arguments)
    fallen: list[str] = []
    with open_application(load_settings()) as application:
        for target in targets(chosen.suite):
            fallen += below_baseline(target.name, evaluate(target, application))
    for line in fallen:
        print(line, file=sys.stderr)
    return 1 if fallen else 0


if __name__ == "__main__":
    sys.exit(main())
