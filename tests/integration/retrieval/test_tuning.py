"""A knowledge base searches with its own settings; tuning fits them and keeps what gains."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from core.errors import InvalidInput, NotFound
from evals.tune import command
from service.wiring import Application
from store import knowledge_bases

QUESTIONS = (
    ("星河手机的保修期多久", "12个月", "价目.md", "星河手机"),
    ("青岚平板多少钱", "2599.00元", "价目.md", "青岚平板"),
    ("松涛耳机的保修期多久", "6个月", "价目.md", "松涛耳机"),
    ("白桦电视多少钱", "3999.00元", "价目.md", "白桦电视"),
    ("积分有效期多长", "24个月", "会员手册.md", "积分"),
    ("电子礼品卡的有效期是多长", "36个月", "礼品卡.md", "有效期"),
    ("信用卡退款几天到账", "5至10个工作日", "退款政策2025版.md", "到账"),
    ("纸质发票多久能开出来", "5个工作日", "发票.md", "开具"),
    ("本市订单几天送到", "1个工作日", "配送说明.md", "时效"),
    ("单位几天内要答复年休假申请", "七日", "年休假办法.md", "第二条"),
)

ABSENT = (
    "海盐咖啡机的额定功率是多少瓦", "员工食堂的午餐补贴是多少元", "北斗天文台的门票多少钱", "无人机的最大飞行高度是多少米",
    "宠物寄养一天收费多少元", "游泳馆的水温是多少度", "直升机驾照的报名费多少钱", "火星探测车的电池容量是多少",
    "幼儿园的入学年龄是几岁", "高尔夫球场有几个球洞",
)  # fmt: skip


@pytest.fixture(autouse=True)
def back_to_common(application: Application) -> Iterator[None]:
    yield
    command.store_tuned(application, "shop", None)


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    asked = [
        {"id": f"Q{number}", "question": question, "kind": "lookup", "expect": [value], "document": name, "anchor": at}
        for number, (question, value, name, at) in enumerate(QUESTIONS)
    ]
    asked += [{"id": f"A{number}", "question": question, "kind": "absent"} for number, question in enumerate(ABSENT)]
    path = tmp_path / "suite.yaml"
    path.write_text(yaml.safe_dump(asked, allow_unicode=True), encoding="utf-8")
    return path


@pytest.fixture
def few_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "all_weights", lambda present: (present, (0.3, 0.4, 0.3)))


def own(application: Application) -> object:
    with application.database.session() as session:
        return knowledge_bases.get(session, "shop").settings.get("search")


def test_the_own_threshold_answers_and_its_removal_refuses(ask: Any, application: Application) -> None:
    assert ask(ABSENT[0]).refused
    command.store_tuned(application, "shop", {"refusal_threshold": 0.0})
    assert not ask(ABSENT[0]).refused
    command.store_tuned(application, "shop", None)
    assert ask(ABSENT[0]).refused


@pytest.mark.parametrize("channel", ["vector", "keyword"])
def test_own_weights_order_the_passages(application: Application, channel: str) -> None:
    weights = {f"weight_{name}": float(name == channel) for name in ("structured", "vector", "keyword")}
    command.store_tuned(application, "shop", weights)
    found = application.retriever.search("shop", "纸质发票多久能开出来")
    first = next(item.chunk_id for item in found.candidates if item.channel == channel)
    assert found.passages[0].chunk.id == first
    assert found.tuned == weights


def test_a_fixed_retriever_heeds_no_own_settings(application: Application) -> None:
    command.store_tuned(application, "shop", {"refusal_threshold": 0.0})
    assert application.retriever.fixed(application.settings).ask("shop", ABSENT[0]).refused
    assert not application.retriever.ask("shop", ABSENT[0]).refused


def test_other_settings_of_the_knowledge_base_stay(application: Application) -> None:
    with application.database.session() as session:
        kb = knowledge_bases.get(session, "shop")
        knowledge_bases.set_settings(session, kb.id, {"parser": "local"})
    command.store_tuned(application, "shop", {"context_share": 0.7})
    with application.database.session() as session:
        kept = knowledge_bases.get(session, "shop").settings
        knowledge_bases.set_settings(session, kb.id, {})
    assert kept == {"parser": "local", "search": {"context_share": 0.7}}


@pytest.mark.usefixtures("few_weights")
def test_what_gains_is_kept_and_answers(application: Application, suite: Path) -> None:
    command.store_tuned(application, "shop", {"refusal_threshold": 0.0})
    told: list[tuple[int, int]] = []
    found = command.main(suite, "shop", application, apply=True, tick=lambda done, total: told.append((done, total)))
    assert found.accuracy_before <= 0.6 and found.accuracy_after >= 0.8
    assert found.applied and found.gain > 0.2 and found.p < 0.05
    assert own(application) == found.fitted
    assert told == [(1, 2), (2, 2)]
    assert application.retriever.ask("shop", ABSENT[0]).refused


@pytest.mark.usefixtures("few_weights")
def test_without_apply_nothing_is_kept(application: Application, suite: Path) -> None:
    command.store_tuned(application, "shop", {"refusal_threshold": 0.0})
    assert not command.main(suite, "shop", application).applied
    assert own(application) == {"refusal_threshold": 0.0}


def test_what_does_not_gain_is_not_kept(application: Application, suite: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "all_weights", lambda present: (present,))
    monkeypatch.setattr("evals.tune.fitting.THRESHOLDS", ())
    monkeypatch.setattr("evals.tune.fitting.SHARES", ())
    found = command.main(suite, "shop", application, apply=True)
    assert not found.applied and found.gain == 0.0
    assert own(application) is None


def test_bad_calls_are_refused(application: Application, suite: Path, tmp_path: Path) -> None:
    short = tmp_path / "short.yaml"
    short.write_text(yaml.safe_dump(yaml.safe_load(suite.read_text(encoding="utf-8"))[:9]), encoding="utf-8")
    with pytest.raises(InvalidInput, match="too few"):
        command.main(short, "shop", application)
    with pytest.raises(NotFound):
        command.main(suite, "nowhere", application)
    with pytest.raises(InvalidInput, match="weight_vector"):
        command.store_tuned(application, "shop", {"weight_vector": 3.0})
