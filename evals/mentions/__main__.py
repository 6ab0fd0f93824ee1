"""Measure how names are found: disturbed names, ordinary sentences, and speed among a hundred thousand names.

Run: ``python -m evals.mentions [SHARED] [--count N] [--misses]``
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from core.settings import Settings
from evals.mentions.many import names, questions, speed
from evals.mentions.recall import Tally, false_alarms, tally, typed_names
from evals.mentions.report import (
    BANDS,
    print_alarms,
    print_misses,
    print_recall,
    print_speed,
    recall_figures,
    speed_figures,
)
from evals.mentions.sources import ROOT, Source, encyclopedia, shop
from evals.report import write_json
from synonyms.matcher import Matcher

SHARED = ROOT.parent / "shared"
OUTPUT = ROOT / "build" / "eval-mentions.json"
NAMES = 1500


def main(arguments: Sequence[str] | None = None) -> dict[str, float]:
    """Measure, print, write ``build/eval-mentions.json`` and return the figures."""
    given = _arguments(arguments)
    console = Console(width=160)
    figures: dict[str, float] = {}
    sample = shop(given.shared)
    found = [sample, encyclopedia(given.shared)]
    if found[1] is None:
        print(f"encyclopedia: not measured, {given.shared / 'data' / 'kbqa'} is absent", file=sys.stderr)
    for source in found:
        if source is not None:
            figures |= _measure(console, source, given.count, misses=given.misses)
    figures |= _speed(console, sample)
    write_json(OUTPUT, figures)
    return figures


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", nargs="?", type=Path, default=SHARED)
    parser.add_argument("--count", type=int, default=NAMES, metavar="N", help="disturb at most N names of each source")
    parser.add_argument("--misses", action="store_true", help="print names that were not found and false alarms")
    return parser.parse_args(arguments)


def _measure(console: Console, source: Source, count: int, *, misses: bool) -> dict[str, float]:
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    matcher = Matcher(source.names, threshold=settings.synonym_threshold)
    cases = typed_names(source.names, count)
    bands: dict[str, dict[str, Tally]] = {
        band: tally(matcher, [case for case in cases if least <= len(case.surface) <= most])
        for band, (least, most) in BANDS.items()
    }
    print_recall(console, source.name, len(source.names.terms) + len(source.names.synonyms), bands)
    if misses:
        print_misses(console, bands)
    alarms = false_alarms(matcher, source.sentences)
    share = print_alarms(console, source.name, alarms, len(source.sentences), misses=misses)
    figures = recall_figures(source.name, bands)
    return figures | {f"{source.name}.false_alarms": share, f"{source.name}.sentences": len(source.sentences)}


def _speed(console: Console, sample: Source) -> dict[str, float]:
    chosen = names()
    asked = questions(chosen, sample.sentences)
    speeds = {label: speed(chosen, asked, curated=label == "curated") for label in ("curated", "observed")}
    print_speed(console, speeds)
    return {name: figure for label, found in speeds.items() for name, figure in speed_figures(label, found).items()}


if __name__ == "__main__":
    main()
