"""Drafts made from a real knowledge base hold there, and gold that does not is named."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import ConfigurationError, InvalidInput, NotFound
from evals.drafting.checking import gold_faults
from evals.drafting.command import draft
from evals.layers.running import run_suite
from evals.scripted_model import Reply, Request, scripted_model
from evals.suite import Case, Gold, GoldFact
from service.wiring import Application, build
from tests.integration.retrieval.conftest import application, own_settings

__all__ = ["application", "own_settings"]


def test_a_draft_holds_in_its_knowledge_base_and_is_the_same_again(application: Application) -> None:
    drafted = draft("shop", application, count=20)
    cases = drafted.cases
    assert draft("shop", application, count=20) == drafted
    assert 10 <= len(cases) <= 20
    assert {case.kind for case in cases} >= {"lookup", "absent"}
    assert list(gold_faults(cases, "shop", application)) == []
    assert len({gold.document for case in cases for gold in case.golds}) >= 5
    assert run_suite(cases, "shop", application).figures["structured.coverage"] == 1.0


def test_every_gold_of_a_table_names_column_row_and_value(application: Application) -> None:
    cases = draft("shop", application, count=40).cases
    tabled = [case for case in cases if case.golds and case.golds[0].document in ("价目.md", "备件.csv")]
    assert len(tabled) >= 5
    assert all(len(case.texts[0]) == 3 and case.texts[0][-1] == case.expect[0] for case in tabled)


def test_another_seed_asks_otherwise(application: Application) -> None:
    questions = [{case.question for case in draft("shop", application, count=20, seed=seed).cases} for seed in (0, 1)]
    assert questions[0] != questions[1]


def test_absent_questions_are_of_several_sorts_and_spoken_of_nowhere(application: Application) -> None:
    drafted = [case for seed in range(3) for case in draft("shop", application, count=60, seed=seed).cases]
    absent = [case for case in drafted if case.absent]
    assert absent and all(case.tags[1] in ("absent_attribute", "absent_subject", "absent_condition") for case in absent)
    answered = {case.question for case in absent if not application.retriever.ask("shop", case.question).refused}
    assert answered == {case.question for case in absent if "to_check" in case.tags}


def test_a_log_is_answered_and_drafted(application: Application, tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    path.write_text("星河手机保修期多久？\n飞机票怎么改签？\n飞机票怎么改签\n", encoding="utf-8")
    drafted = draft("shop", application, log=path)
    refused, answered = drafted.cases
    assert drafted.merged == 1
    assert answered.expect == ("12个月",) and answered.golds[0].document == "价目.md"
    assert answered.texts == (("保修期", "星河手机", "12个月"),)
    assert refused.kind == "absent" and "to_check" in refused.tags
    assert list(gold_faults([answered], "shop", application)) == []


def test_a_disliked_question_expects_today_s_answer_only_when_it_is_another(
    application: Application, tmp_path: Path
) -> None:
    path = tmp_path / "log.jsonl"
    rows = [
        {"question": "星河手机保修期多久？", "answer": "6个月", "feedback": "down"},
        {"question": "青岚平板保修期多久？", "answer": "保修24个月", "feedback": "down"},
    ]
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), encoding="utf-8")
    drafted = draft("shop", application, log=path)
    assert [(case.question, case.tags) for case in drafted.cases] == [
        ("星河手机保修期多久？", ("draft", "log", "disliked", "to_check"))
    ]
    assert [question.question for question in drafted.open_questions] == ["青岚平板保修期多久？"]


def test_gold_that_is_nowhere_is_named(application: Application) -> None:
    wrong = Case(
        "W", "保修多久？", "lookup", ("12个月",), (Gold("价目.md", "星何手机"), Gold("无.md", "一")), (("保修七",),),
        (GoldFact("星河手机", "保修期", "13个月"),),
    )  # fmt: skip
    told = [fault for _, fault in gold_faults([wrong], "shop", application)]
    assert told == [
        "document 无.md is not loaded",
        "no chunk is at 价目.md · 星何手机",
        "text 保修七: “保修七” stands in no block",
        "no fact 星河手机 · 保修期 · 13个月",
    ]


RIGHT = Case(
    "R", "保修多久？", "lookup", ("一年",), (Gold("价目.md", "星河手机"), Gold("warranty.md", "Warranty")),
    (("保修期", "星河手机", "12个月"),), (GoldFact("星河手机", "保修期", "12个月"),),
)  # fmt: skip


@pytest.mark.parametrize(
    ("case", "fault"),
    [
        (RIGHT, None),
        (replace(RIGHT, golds=(Gold("价目.md", "星何手机"),)), "no chunk is at 价目.md · 星何手机"),
        (replace(RIGHT, golds=(*RIGHT.golds, Gold("门店.md", "白鹭店"))), "no chunk is at 门店.md · 白鹭店"),
        (replace(RIGHT, expect=("13个月",)), "expected '13个月' stands in no right piece"),
        (
            replace(RIGHT, golds=(Gold("门店.md", "青澜店"),), texts=(), expect=("9:00—21:00",)),
            "in its document; it is one of 价目.md",
        ),
    ],
)
def test_each_place_fact_and_value_is_tested_alone(application: Application, case: Case, fault: str | None) -> None:
    told = [fault for _, fault in gold_faults([case], "shop", application)]
    assert len(told) == (fault is not None)
    assert fault is None or fault in told[0]


@pytest.fixture(scope="module")
def plain(application: Application, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("plain")
    (folder / "故事.md").write_text("# 林间\n\n松鼠沿着小路慢慢走回了家，月光照着它的影子。\n", encoding="utf-8")
    application.loader.load("plain", [folder])
    yield "plain"
    shutil.rmtree(folder)


def test_a_knowledge_base_without_facts_is_told_so(application: Application, plain: str) -> None:
    with pytest.raises(InvalidInput, match="no fact was read") as caught:
        draft(plain, application)
    assert "--questions" in caught.value.advice


def test_no_such_knowledge_base(application: Application) -> None:
    with pytest.raises(NotFound):
        draft("nobody", application)


def test_rephrasing_needs_a_language_model(application: Application) -> None:
    with pytest.raises(ConfigurationError, match="language model") as caught:
        draft("shop", application, rephrase=True)
    assert "DIANMIAN_LLM_URL" in caught.value.advice


def test_a_language_model_puts_the_questions_into_other_words(
    application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)

    def mind(request: Request) -> Reply:
        message = next(m["content"] for m in request["messages"] if m["role"] == "user")
        shown = json.JSONDecoder().raw_decode(message[message.index("{") :])[0]
        entries = [{"id": one["id"], "question": f"你好，{one['question']}"} for one in shown["questions"]]
        return Reply(json.dumps({"questions": entries}, ensure_ascii=False))

    with scripted_model(mind) as server:
        settings = application.settings.model_copy(update={"llm_url": server.url, "llm_model": "scripted"})
        talking = build(settings, application.database, application.embedder)
        drafted = draft("shop", talking, count=10, rephrase=True)
    assert len(server.requests) == 1
    plainly = draft("shop", application, count=10)
    assert drafted.rephrased > 5 and drafted.rephrased + sum(drafted.kept.values()) == len(plainly.cases)
    for case, before in zip(drafted.cases, plainly.cases, strict=True):
        changed = "rephrased" in case.tags
        assert case.question == (f"你好，{before.question}" if changed else before.question)
        assert (case.expect, case.golds) == (before.expect, before.golds)


def test_what_lies_beyond_every_interval_may_be_ruled_elsewhere(
    application: Application, tmp_path_factory: pytest.TempPathFactory
) -> None:
    table = "| 区域 | 订单重量 | 附加费 |\n| --- | --- | --- |\n| 北方 | 不超过3kg | 5元 |\n| 北方 | 超过3kg不超过10kg | 12元 |\n"
    found = {}
    for kb, more in (("silent", ""), ("ruled", "\n总重量超过10kg的订单按大件办理。\n")):
        folder = tmp_path_factory.mktemp(kb)
        (folder / "运费表.md").write_text(f"# 运费表\n\n{table}{more}", encoding="utf-8")
        application.loader.load(kb, [folder])
        cases = [case for seed in range(4) for case in draft(kb, application, count=40, seed=seed).cases]
        found[kb] = [case.question for case in cases if "absent_condition" in case.tags]
    assert found["silent"] and all("20kg" in question for question in found["silent"])
    assert found["ruled"] == []
