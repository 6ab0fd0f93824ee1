"""How much of a vocabulary a person chose for the samples is proposed: ``python -m evals.vocabulary [--misses]``.

A chosen attribute is proposed when one proposal holds its name, an alias or a fair spelling of it; one proposal serves
one attribute. An alias is grouped right when it stands in that proposal. Two names are the same when they are equal
but for blanks, or when, for a time, they only differ in the word for time (验收期限, 验收时间, 验收).
"""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import yaml
from rich.console import Console

from core.settings import Settings
from core.text import fold
from evals.report import write_json
from service.proposing import propose_from_files
from synonyms.proposing import Proposal
from synonyms.proposing.entry import family_of

ROOT = Path(__file__).resolve().parents[1]
CHOSEN = Path(__file__).parent / "judged" / "vocabulary_shop.yaml"
OUTPUT = ROOT / "build" / "eval-vocabulary.json"
PROPOSED_TARGET, ALIASES_TARGET = 24, 0.8
_TIME_WORDS = ("期限", "时间", "时限", "时效", "时长")


@dataclass(frozen=True, slots=True)
class Chosen:
    """An attribute a person chose; ``aliases`` are counted, ``also`` only accepted for the name."""

    name: str
    dimension: str
    aliases: tuple[str, ...]
    also: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A chosen attribute with its proposal, if any, and which of its aliases stand there and which do not."""

    chosen: Chosen
    proposal: Proposal | None
    right: tuple[str, ...]
    wrong: tuple[str, ...]
    mixed: tuple[str, ...] = ()

    @property
    def dimension_right(self) -> bool:
        """Whether the proposal measures what the person says, working days and hours both being times."""
        return self.proposal is not None and _measure(self.proposal.dimension) == _measure(self.chosen.dimension)


def read_chosen(path: Path = CHOSEN) -> tuple[Chosen, ...]:
    """Return what a person chose."""
    entries = yaml.safe_load(path.read_text(encoding="utf-8"))["attributes"]
    return tuple(
        Chosen(entry["name"], entry["dimension"], tuple(entry["aliases"]), tuple(entry["also"])) for entry in entries
    )


def match(chosen: Sequence[Chosen], proposals: Sequence[Proposal]) -> list[Found]:
    """Return every chosen attribute with its proposal: that of its name, else of an alias, else of a spelling."""
    taken: set[str] = set()
    homes: dict[str, Proposal] = {}
    for names in (_own_name, _all_names):
        for item in chosen:
            free = (proposal for proposal in proposals if proposal.name not in taken)
            home = None if item.name in homes else next((p for p in free if _holds(p, names(item), item)), None)
            if home is not None:
                homes[item.name] = home
                taken.add(home.name)
    return [_found(item, homes.get(item.name), chosen) for item in chosen]


def main(arguments: Sequence[str] | None = None) -> dict[str, float]:
    """Measure, print, write ``build/eval-vocabulary.json`` and return the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--misses", action="store_true", help="print what was not proposed and not grouped")
    given = parser.parse_args(arguments)
    started = perf_counter()
    proposals = propose_from_files([ROOT / "samples" / "shop"], Settings(_env_file=None)).proposals  # type: ignore[call-arg]
    seconds = perf_counter() - started
    found = match(read_chosen(), proposals.attributes)
    figures = figures_of(found, len(proposals.attributes), len(proposals.left_out), seconds)
    _print(found, figures, misses=given.misses)
    write_json(OUTPUT, figures)
    return figures


def figures_of(found: Sequence[Found], proposed: int, left_out: int, seconds: float) -> dict[str, float]:
    """Return the figures of one run."""
    hits = [item for item in found if item.proposal is not None]
    right, wrong = sum(len(item.right) for item in found), sum(len(item.wrong) for item in found)
    return {
        "chosen": len(found),
        "chosen.proposed": len(hits),
        "aliases": right + wrong,
        "aliases.right": round(right / (right + wrong), 4) if right + wrong else 1.0,
        "aliases.mixed": sum(len(item.mixed) for item in found),
        "dimensions.right": round(sum(item.dimension_right for item in hits) / len(hits), 4) if hits else 0.0,
        "proposals": proposed,
        "left_out": left_out,
        "seconds": round(seconds, 2),
    }


def _own_name(item: Chosen) -> tuple[str, ...]:
    return (item.name,)


def _all_names(item: Chosen) -> tuple[str, ...]:
    return (item.name, *item.aliases, *item.also)


def _holds(proposal: Proposal, names: Iterable[str], item: Chosen) -> bool:
    timed = _measure(item.dimension) == "time"
    held = {_key(name, timed=timed) for name in (proposal.name, *proposal.aliases)}
    return any(_key(name, timed=timed) in held for name in names)


def _key(name: str, *, timed: bool) -> str:
    key = fold(name)
    tail = next((word for word in _TIME_WORDS if timed and key.endswith(word) and len(key) > len(word)), "")
    return key.removesuffix(tail)


def _found(item: Chosen, home: Proposal | None, others: Sequence[Chosen]) -> Found:
    if home is None:
        return Found(item, None, (), item.aliases)
    right = tuple(alias for alias in item.aliases if _holds(home, (alias,), item))
    strangers = (other for other in others if other is not item and _holds(home, _own_name(other), other))
    wrong = tuple(alias for alias in item.aliases if alias not in right)
    return Found(item, home, right, wrong, tuple(other.name for other in strangers))


def _measure(dimension: str) -> str:
    return family_of(dimension)


def _print(found: Sequence[Found], figures: dict[str, float], *, misses: bool) -> None:
    console = Console(width=140)
    console.print(
        f"chosen attributes proposed: {figures['chosen.proposed']:.0f} of {figures['chosen']:.0f} "
        f"(target {PROPOSED_TARGET})\n"
        f"aliases grouped right: {figures['aliases.right']:.1%} of {figures['aliases']:.0f} "
        f"(target {ALIASES_TARGET:.0%}); attributes mixed into another's group: {figures['aliases.mixed']:.0f}\n"
        f"dimension right: {figures['dimensions.right']:.1%}\n"
        f"proposals: {figures['proposals']:.0f}, left out with a reason: {figures['left_out']:.0f}, "
        f"{figures['seconds']:.1f} s"
    )
    if misses:
        _print_misses(console, found)


def _print_misses(console: Console, found: Sequence[Found]) -> None:
    for item in found:
        if item.proposal is None:
            console.print(f"  not proposed: {item.chosen.name}", markup=False)
        elif item.wrong or item.mixed or not item.dimension_right:
            group = "、".join((item.proposal.name, *item.proposal.aliases))
            line = f"  {item.chosen.name}: in {group} ({item.proposal.dimension})"
            console.print(f"{line}; not there: {'、'.join(item.wrong)}; mixed: {'、'.join(item.mixed)}", markup=False)


if __name__ == "__main__":
    main()
