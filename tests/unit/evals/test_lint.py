"""How lint is measured: planted faults are found, and the samples raise no false alarm."""

import pytest

from core.settings import Settings
from evals.lint import FAULTY, JUDGED, PLANTED, SHOP, Fault, findings_of, planted_score, read_faults, read_verdicts
from extraction.lint import KINDS

SETTINGS = Settings(_env_file=None)  # type: ignore[call-arg]


@pytest.mark.parametrize("name", list(FAULTY))
def test_planted_faults_are_found_and_no_others(name: str) -> None:
    faults = read_faults(FAULTY[name] / PLANTED)
    score = planted_score(findings_of([FAULTY[name]], SETTINGS), faults)
    assert {fault.kind for fault in faults} == set(KINDS)
    # A bare 120 in a table is not held against 150元 in a sentence.
    assert [fault.says[0] for fault in score.missed] == (["溪景双床房 | 120"] if name == "third" else [])
    assert score.others == ()


def test_a_fault_that_is_not_there_is_missed() -> None:
    findings = findings_of([FAULTY["second"]], SETTINGS)
    score = planted_score(findings, [Fault("gap", "差旅管理制度.md", ("没有这句话",))])
    assert len(score.missed) == 1
    assert len(score.others) == len(findings)


def test_every_finding_on_the_samples_is_judged_and_real() -> None:
    verdicts = read_verdicts(JUDGED / "lint_shop.jsonl")
    assert [verdicts[found.id] for found in findings_of([SHOP], SETTINGS)] == [True, True]
