"""The forms say the same, and the questions about them are right."""

from pathlib import Path

import pytest

from core.errors import InvalidInput
from core.settings import Settings, load_settings
from evals.external.system import Hit
from evals.forms.__main__ import RECORDS, SUITE
from evals.forms.form import forms_of, record_places, without_marks
from evals.suite import Case, Gold, read_suite
from evals.values import states


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings(home=tmp_path, _env_file=None)


def test_marks_and_escapes_go_and_words_stay() -> None:
    assert without_marks("# 问答\n\n## 2025\\.1 版\n\n\\# 不是标题 \\| 减 \\- 号\n\n- 编号：A\\*1\n") == (
        "问答\n\n2025.1 版\n\n# 不是标题 | 减 - 号\n\n编号：A*1\n"
    )


def test_every_form_says_every_answer_and_only_markdown_has_headings(settings: Settings) -> None:
    cases = read_suite(SUITE)
    places = record_places(RECORDS, cases)
    records, markdown, plain = forms_of(RECORDS, settings)
    assert [form.file for form in (records, markdown, plain)] == ["常见问题.json", "常见问题.md", "常见问题.txt"]
    for case in cases:
        for form in (records, markdown, plain):
            text = form.content.decode("utf-8")
            assert places[case.id][0].holds(Hit(text, form.file)), (form.name, case.id)
    assert "\n## " in markdown.content.decode("utf-8")
    assert "## " not in plain.content.decode("utf-8")


def test_the_suite_has_twenty_questions_whose_records_state_the_value() -> None:
    cases = read_suite(SUITE)
    places = record_places(RECORDS, cases)
    assert len(cases) == 20
    for case in cases:
        answer = places[case.id][0].texts[0]
        assert all(states(answer, value) for value in case.expect), case.id


def test_a_question_about_a_record_that_is_not_there_is_refused() -> None:
    case = Case("Q1", "几天", "lookup", ("7天",), (Gold(RECORDS.name, "FAQ-999"),))
    with pytest.raises(InvalidInput, match="FAQ-999"):
        record_places(RECORDS, [case])
