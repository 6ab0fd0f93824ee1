"""Two versions of one rule: the one in force answers, unless another is asked for."""

from datetime import date

import pytest

from core.filter import Filter
from service.wiring import Application
from tests.integration.retrieval.behaviour import KB, load


@pytest.fixture(scope="module")
def rules(application: Application, tmp_path_factory: pytest.TempPathFactory) -> Application:
    load(application, tmp_path_factory.mktemp("rules"))
    return application


@pytest.mark.parametrize(
    ("question", "value", "document"),
    [
        ("工作满12年有几天年休假？", "10天", "年休假办法2024版.md"),
        ("工作满25年的年休假有几天？", "15天", "年休假办法2024版.md"),
        ("2019年的版本里，工作满12年的年休假有几天？", "8天", "年休假办法2019版.md"),
        ("按2019版的年休假办法，工作满25年有几天年休假？", "12天", "年休假办法2019版.md"),
        ("按2024版，工作满12年有几天年休假？", "10天", "年休假办法2024版.md"),
    ],
)
def test_the_version_asked_for(rules: Application, question: str, value: str, document: str) -> None:
    answer = rules.retriever.ask(KB, question)
    assert answer.headline.startswith(value)
    assert {citation.source_name for citation in answer.citations} == {document}


def test_an_outdated_version_is_marked(rules: Application) -> None:
    assert "已被新版本取代" in rules.retriever.ask(KB, "按2019版，工作满12年有几天年休假？").text
    assert "已被新版本取代" not in rules.retriever.ask(KB, "工作满12年有几天年休假？").text


@pytest.mark.parametrize(("day", "value"), [(date(2020, 6, 1), "8天"), (date(2024, 6, 1), "10天")])
def test_a_day_chooses_the_version(rules: Application, day: date, value: str) -> None:
    answer = rules.retriever.ask(KB, "工作满12年有几天年休假？", only=Filter(on=day))
    assert value in answer.text
    assert "已被新版本取代" not in answer.text


def test_before_any_version_there_is_nothing(rules: Application) -> None:
    answer = rules.retriever.ask(
        KB, "工作满12年有几天年休假？", only=Filter(fields={"version": ("2019版",)}, on=date(2018, 1, 1))
    )
    assert answer.refused
    assert answer.reason
