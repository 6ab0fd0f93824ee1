"""Tables and figures of one run."""

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table

from evals.mentions.many import COUNT, Speed
from evals.mentions.recall import Tally, Typed

Alarm = tuple[str, str, str, float]
# Lengths of names, the longest inclusive: a change weighs more in a short name.
BANDS = {"2": (2, 2), "3": (3, 3), "4": (4, 4), "5-6": (5, 6), "7+": (7, 10**6)}
ALWAYS = ("exact", "alias", "traditional", "full width")
ALWAYS_TARGET, HOMOPHONE_TARGET, EDITED_TARGET, ALARM_TARGET = 1.0, 0.95, 0.85, 0.05
P95_TARGET = 3.0


def merged(tallies: Sequence[Tally]) -> Tally:
    """Return the sum of ``tallies``."""
    total = Tally()
    for tally in tallies:
        total.cases += tally.cases
        total.found += tally.found
        total.other += tally.other
        total.misses += tally.misses
    return total


def recall_figures(source: str, bands: Mapping[str, Mapping[str, Tally]]) -> dict[str, float]:
    """Return the recall of each kind, over all lengths and by length."""
    figures: dict[str, float] = {}
    for kind in _kinds(bands):
        whole = merged([tallies[kind] for tallies in bands.values() if kind in tallies])
        key = f"{source}.{kind.replace(' ', '_')}"
        figures |= {f"{key}.cases": whole.cases, f"{key}.recall": round(whole.recall, 4), f"{key}.other": whole.other}
        for band, tallies in bands.items():
            if kind in tallies:
                figures[f"{key}.{band}.recall"] = round(tallies[kind].recall, 4)
    return figures


def print_recall(console: Console, source: str, names: int, bands: Mapping[str, Mapping[str, Tally]]) -> None:
    """Print recall by kind and length; a target stands beside the kinds and lengths it is set for."""
    table = Table(title=f"{source}: {names} surface forms; share found, by characters of the name")
    for column in ("kind", "cases", "all", *BANDS, "named otherwise", "target"):
        table.add_column(column, justify="left" if column == "kind" else "right")
    for kind in _kinds(bands):
        whole = merged([tallies[kind] for tallies in bands.values() if kind in tallies])
        shares = [f"{bands[band][kind].recall:.1%}" if kind in bands[band] else "" for band in BANDS]
        table.add_row(kind, str(whole.cases), f"{whole.recall:.1%}", *shares, str(whole.other), _verdict(kind, bands))
    console.print(table)


def print_alarms(console: Console, source: str, alarms: Sequence[Alarm], sentences: int, *, misses: bool) -> float:
    """Print how many ordinary sentences got an inexact name; returns their share."""
    share = len({sentence for sentence, *_ in alarms}) / sentences if sentences else 0.0
    verdict = "met" if share <= ALARM_TARGET else "missed"
    console.print(
        f"{source}: false alarms in {share:.2%} of {sentences} ordinary sentences "
        f"(target {ALARM_TARGET:.0%}: {verdict})"
    )
    for sentence, surface, canonical, score in alarms if misses else ():
        console.print(f"  {surface} → {canonical} {score} in {sentence}", markup=False, highlight=False)
    return round(share, 4)


def print_misses(console: Console, bands: Mapping[str, Mapping[str, Tally]], most: int = 8) -> None:
    """Print some of what was not found, by kind and length."""
    for band, tallies in bands.items():
        for kind, tally in tallies.items():
            for case in tally.misses[:most]:
                console.print(f"  {kind} {band}: {_line(case)}", markup=False, highlight=False)


def speed_figures(label: str, found: Speed) -> dict[str, float]:
    """Return the figures of ``found`` under ``label``."""
    return {f"{label}.{name}": round(getattr(found, name), 3) for name in Speed.__slots__}


def print_speed(console: Console, speeds: Mapping[str, Speed]) -> None:
    """Print what matching among many names costs."""
    table = Table(title=f"{COUNT} names, one question; processor time, as other work shares the machine")
    for column in ("names", "build s", "MiB", "p50 ms", "p95 ms", "p95 ms by the clock", f"p95 < {P95_TARGET:g} ms"):
        table.add_column(column, justify="left" if column == "names" else "right")
    for label, speed in speeds.items():
        table.add_row(
            label, f"{speed.build_seconds:.1f}", f"{speed.mebibytes:.0f}", f"{speed.p50_milliseconds:.2f}",
            f"{speed.p95_milliseconds:.2f}", f"{speed.p95_clock_milliseconds:.2f}",
            "met" if speed.p95_milliseconds < P95_TARGET else "missed",
        )  # fmt: skip
    console.print(table)


def _kinds(bands: Mapping[str, Mapping[str, Tally]]) -> list[str]:
    order = [*ALWAYS, "homophone", "missing", "added", "substituted"]
    present = {kind for tallies in bands.values() for kind in tallies}
    return [kind for kind in order if kind in present]


def _verdict(kind: str, bands: Mapping[str, Mapping[str, Tally]]) -> str:
    if kind in ALWAYS:
        wanted, measured, where = ALWAYS_TARGET, list(bands), ""
    elif kind == "homophone":
        wanted, measured, where = HOMOPHONE_TARGET, [band for band in bands if band != "2"], " from 3"
    else:
        wanted, measured, where = EDITED_TARGET, ["7+"], " from 7"
    share = merged([bands[band][kind] for band in measured if kind in bands[band]]).recall
    return f"{wanted:.0%}{where}: {'met' if share >= wanted else 'missed'}"


def _line(case: Typed) -> str:
    return f"{case.surface} typed {case.typed}"
