"""Public sets as suites: reading comprehension, knowledge-base questions, questions over tables."""

from collections.abc import Callable, Mapping
from pathlib import Path

from evals.adapters.kbqa import kbqa_cases
from evals.adapters.reading import cmrc_cases, drcd_cases
from evals.adapters.tables import table_cases
from evals.suite import Case

ADAPTERS: Mapping[str, Callable[[Path], tuple[Case, ...]]] = {
    "cmrc": cmrc_cases,
    "drcd": drcd_cases,
    "kbqa": kbqa_cases,
    "tables": table_cases,
}
