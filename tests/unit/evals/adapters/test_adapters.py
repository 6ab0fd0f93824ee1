"""Public sets read as suites; those that are not there are skipped."""

from pathlib import Path

import pytest

from evals.adapters import ADAPTERS
from evals.suite import read_suite
from evals.suite_writing import write_suite

DATA = Path(__file__).resolve().parents[5] / "shared" / "data"
FILES = {
    "cmrc": ("reading/cmrc2018_dev.json", 3219),
    "drcd": ("reading/DRCD_dev.json", 3524),
    "kbqa": ("kbqa/train.jsonl", 14608),
    "tables": ("tables/dev_questions.jsonl", 464),
}


@pytest.mark.parametrize("form", ADAPTERS)
def test_a_public_set_is_a_suite(form: str, tmp_path: Path) -> None:
    name, count = FILES[form]
    if not (DATA / name).is_file():
        pytest.skip(f"the public set {name} is not beside the project")
    cases = ADAPTERS[form](DATA / name)
    assert len(cases) == count and all(case.expect and case.golds for case in cases)
    write_suite(cases[:50], tmp_path / "suite.yaml")
    assert read_suite(tmp_path / "suite.yaml") == cases[:50]
