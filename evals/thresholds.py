"""Limits that figures of a run must keep, for a build that should fail when quality falls."""

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.errors import InvalidInput

# What a build looks for: the run itself went well, its figures did not.
MISSED_EXIT_CODE = 1
_EXAMPLE = {"--min": "--min value_accuracy=0.95", "--max": "--max irrelevant_at_5=0.4"}
_MOST_NAMES = 12


@dataclass(frozen=True, slots=True)
class Threshold:
    """``figure`` must be ``bound`` or more (``option`` is ``--min``) or less (``--max``)."""

    figure: str
    bound: float
    option: str

    def kept_by(self, value: float) -> bool:
        """Return whether ``value`` is on the right side; the bound itself is."""
        return value >= self.bound if self.option == "--min" else value <= self.bound


@dataclass(frozen=True, slots=True)
class Missed:
    """A threshold with the figure that does not keep it."""

    figure: str
    option: str
    bound: float
    found: float


def read_thresholds(least: Sequence[str], most: Sequence[str]) -> tuple[Threshold, ...]:
    """Return what the options ``--min NAME=NUMBER`` and ``--max NAME=NUMBER`` ask for.

    Raises:
        InvalidInput: One is not a name, an equals sign and a number.
    """
    pairs = [("--min", given) for given in least] + [("--max", given) for given in most]
    return tuple(_read(option, given) for option, given in pairs)


def missed(thresholds: Sequence[Threshold], figures: Mapping[str, float]) -> tuple[Missed, ...]:
    """Return the thresholds that ``figures`` do not keep, in order.

    Raises:
        InvalidInput: There is no such figure; a limit on nothing would always be kept.
    """
    for threshold in thresholds:
        if threshold.figure not in figures:
            raise InvalidInput(
                f"this run has no figure {threshold.figure}", place=threshold.option, advice=_near(threshold, figures)
            )
    return tuple(
        Missed(threshold.figure, threshold.option, threshold.bound, figures[threshold.figure])
        for threshold in thresholds
        if not threshold.kept_by(figures[threshold.figure])
    )


def _read(option: str, given: str) -> Threshold:
    name, equals, number = (part.strip() for part in given.partition("="))
    try:
        bound = float(number)
    except ValueError:
        bound = float("nan")
    if not name or not equals or bound != bound:
        raise InvalidInput(f"{given!r} is no limit", place=option, advice=f"for example {_EXAMPLE[option]}")
    return Threshold(name, bound, option)


def _near(threshold: Threshold, figures: Mapping[str, float]) -> str:
    near = difflib.get_close_matches(threshold.figure, figures, n=3) or sorted(figures)[:_MOST_NAMES]
    return f"there are {', '.join(near)}" if near else "the run has no figures"
