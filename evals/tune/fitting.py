"""Choosing settings by what they are worth on questions, and how much of the gain holds on questions not seen."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, stdev

from evals.significance import randomisation_test
from evals.tune.outcome import Outcome
from evals.tune.setting import SHARES, THRESHOLDS, Setting, Weights

# Weights → the outcome of every question, in the order of the suite.
Outcomes = Mapping[Weights, Sequence[Outcome]]
_SEED = 11


@dataclass(frozen=True, slots=True)
class Validation:
    """What fitting gained on questions it had not seen.

    ``before`` and ``after`` are the worth (0–1) of each question under the present setting and under the one fitted
    without it, which is in ``chosen``; ``gains`` is the mean gain of each fold.
    """

    before: tuple[float, ...]
    after: tuple[float, ...]
    gains: tuple[float, ...]
    chosen: tuple[Setting, ...]

    @property
    def gain(self) -> float:
        return fmean(self.after) - fmean(self.before)

    @property
    def spread(self) -> float:
        """The standard deviation of the folds' gains."""
        return stdev(self.gains) if len(self.gains) > 1 else 0.0

    @property
    def p(self) -> float:
        """The chance of a difference as large if fitting changed nothing (paired randomisation, two-sided)."""
        return randomisation_test(self.after, self.before)


def fit(outcomes: Outcomes, among: Sequence[int], present: Setting) -> Setting:
    """Return the setting worth most on the questions ``among`` (places in the suite); a tie goes to the nearest.

    Weights are chosen first, under the present threshold and share, then the threshold, then the share: one search
    over all of them together would fit the noise of a small suite.
    """
    best = _best(outcomes, among, [replace(present, weights=weights) for weights in outcomes], present)
    thresholds = [replace(best, threshold=threshold) for threshold in (best.threshold, *THRESHOLDS)]
    best = _best(outcomes, among, thresholds, present)
    shares = [replace(best, share=share) for share in (best.share, *SHARES)]
    return _best(outcomes, among, shares, present)


def validate(outcomes: Outcomes, present: Setting, folds: int = 5) -> Validation:
    """Fit on all folds but one and hold the result against the present setting on that one, each in turn."""
    count = len(outcomes[present.weights])
    groups = _folds(outcomes[present.weights], folds)
    before, after = [0.0] * count, [0.0] * count
    gains: list[float] = []
    chosen = [present] * count
    for group in groups:
        held = set(group)
        setting = fit(outcomes, [place for place in range(count) if place not in held], present)
        for place in group:
            before[place] = worth(outcomes, place, present)
            after[place] = worth(outcomes, place, setting)
            chosen[place] = setting
        gains.append(fmean(after[place] - before[place] for place in group))
    return Validation(tuple(before), tuple(after), tuple(gains), tuple(chosen))


def worth(outcomes: Outcomes, place: int, setting: Setting) -> float:
    """Return what ``setting`` is worth (0–1) on the question at ``place``."""
    return outcomes[setting.weights][place].worth(setting.threshold, setting.share)


def _best(outcomes: Outcomes, among: Sequence[int], tried: Sequence[Setting], present: Setting) -> Setting:
    return max(tried, key=lambda setting: (_mean(outcomes, among, setting), -setting.distance(present)))


def _mean(outcomes: Outcomes, among: Sequence[int], setting: Setting) -> float:
    return round(fmean(worth(outcomes, place, setting) for place in among), 6)


def _folds(outcomes: Sequence[Outcome], folds: int) -> list[list[int]]:
    """Deal the questions out, those to be refused apart, so that every fold has its share of both."""
    places = list(range(len(outcomes)))
    random.Random(_SEED).shuffle(places)  # noqa: S311  a draw, not a secret
    places.sort(key=lambda place: next(iter(outcomes[place].results.values())).case.absent)
    return [group for start in range(folds) if (group := places[start::folds])]
