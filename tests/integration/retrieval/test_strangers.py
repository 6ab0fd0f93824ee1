"""A thing the documents do not know is never answered with what they say of its sibling."""

import pytest

from service.wiring import Application

KB = "models"
TABLE = """# 岚山平板价目

| 型号 | 门店售价 | 保修期 |
|---|---|---|
| 岚山平板T11 | 2299元 | 12个月 |
| 岚山平板T13 | 2899元 | 18个月 |

所有平板的退货期限为7天。
"""


@pytest.fixture(scope="module")
def models(application: Application, tmp_path_factory: pytest.TempPathFactory) -> Application:
    folder = tmp_path_factory.mktemp("models")
    (folder / "岚山平板价目.md").write_text(TABLE, encoding="utf-8")
    application.loader.load(KB, [folder])
    return application


@pytest.mark.parametrize(
    "question", ["岚山平板T12的门店售价是多少？", "T12多少钱啊，岚山平板T12", "岚山平板 t12保修期多久"]
)
def test_an_unknown_number_is_refused_with_what_is_known(models: Application, question: str) -> None:
    answer = models.retriever.ask(KB, question)
    assert answer.refused and not answer.citations and answer.grade == "none"
    assert "岚山平板T11" in answer.headline and "岚山平板T13" in answer.headline
    assert "2299" not in answer.text and "12个月" not in answer.text


def test_known_numbers_are_answered(models: Application) -> None:
    assert models.retriever.ask(KB, "岚山平板T11的门店售价是多少？").headline.startswith("2299元")
    assert models.retriever.ask(KB, "岚山平板T13的保修期是多久？").headline.startswith("18个月")


def test_a_comparison_says_which_side_is_missing(models: Application) -> None:
    answer = models.retriever.ask(KB, "岚山平板T11和岚山平板T12的门店售价差多少钱？")
    assert "岚山平板T12" in answer.headline
    assert "没有" in answer.headline
