"""One layer is broken at a time on the real database, and the misses it causes are laid to it."""

from pathlib import Path

import pytest
import yaml

from evals.attribution.breaks import all_breaks
from evals.attribution.loading import Parsed, parse_folder
from evals.attribution.remembering import RememberingAll
from evals.attribution.trial import break_each
from evals.layers.replay import Replayer, satisfied
from evals.layers.running import replay_suite, run_suite
from evals.suite import Case, read_suite
from service.wiring import Application, build
from store import knowledge_bases
from tests.integration.retrieval.conftest import DOCUMENTS, application, own_settings

__all__ = ["application", "own_settings"]

QUESTIONS = """
- {id: T1, question: 星河手机的保修期是多久？, kind: lookup, expect: [12个月], document: 价目.md, anchor: 星河手机,
   text: [[保修期, 星河手机, 12个月]], facts: [[星河手机, 保修期, 12个月]]}
- {id: T2, question: 白桦电视多少钱？, kind: lookup, expect: ["3999.00"], document: 价目.md, anchor: 白桦电视,
   text: [[价格, 白桦电视, 3999.00元]], facts: [[白桦电视, 价格, 3999.00元]]}
- {id: P1, question: 积分的有效期有多长？, kind: lookup, expect: [24个月], document: 会员手册.md, anchor: 积分,
   text: [积分有效期为24个月]}
- {id: P2, question: 单笔订单满多少钱免运费？, kind: lookup, expect: [99元], document: 配送说明.md, anchor: 运费,
   text: [单笔订单满99元免运费]}
- {id: N1, question: 飞机票怎么改签？, kind: absent}
"""
# What each of these breaks must lose at least; which of the others matter depends on so small a corpus.
SURE = {"parse", "chunk", "extract", "structured", "answer"}


@pytest.fixture
def cases(tmp_path: Path) -> tuple[Case, ...]:
    path = tmp_path / "suite.yaml"
    path.write_text(QUESTIONS, encoding="utf-8")
    return read_suite(path)


@pytest.fixture
def parsed(tmp_path: Path, application: Application) -> Parsed:
    folder = tmp_path / "files"
    folder.mkdir()
    for name in ("价目.md", "会员手册.md", "配送说明.md"):
        (folder / name).write_text(DOCUMENTS[name], encoding="utf-8")
    return parse_folder(folder, application.settings)


def test_the_broken_layer_is_named(application: Application, parsed: Parsed, cases: tuple[Case, ...]) -> None:
    quick = build(application.settings, application.database, RememberingAll(application.embedder))
    outcomes = break_each(quick, parsed, cases, all_breaks(cases))
    assert {outcome.broken.layer for outcome in outcomes if outcome.misses} >= SURE
    for outcome in outcomes:
        verdicts = [(miss.case_id, miss.verdict) for miss in outcome.misses]
        assert outcome.named == len(outcome.misses), (outcome.broken.name, verdicts)
    with application.database.session() as session:
        for kb in knowledge_bases.list_all(session):
            if kb.name != "shop":
                knowledge_bases.delete(session, kb.id)


def test_nothing_is_laid_to_a_layer_when_nothing_is_lost(application: Application, cases: tuple[Case, ...]) -> None:
    run = run_suite(cases, "shop", application)
    assert [case.verdict for case in run.cases if not case.missed] == [None] * sum(not c.missed for c in run.cases)
    assert run.figures["structured.coverage"] == 1.0
    assert run.figures["missed"] == sum(case.missed for case in run.cases)


def test_a_document_that_is_not_loaded_is_said(application: Application, tmp_path: Path) -> None:
    asked = {
        "id": "X", "question": "潜水镜的保修期？", "kind": "lookup", "expect": ["3年"], "document": "无.md", "anchor": "第一条"
    }  # fmt: skip
    path = tmp_path / "suite.yaml"
    path.write_text(yaml.safe_dump([asked], allow_unicode=True), encoding="utf-8")
    (record,) = run_suite(read_suite(path), "shop", application).cases
    assert record.verdict is not None
    assert (record.verdict.layer, record.verdict.evidence) == ("parse", "无.md is not loaded")


def test_repairs_keep_what_a_knowledge_base_was_tuned_to(application: Application, cases: tuple[Case, ...]) -> None:
    """A search switched off by the knowledge base's own weights is named, though the common settings have it on."""
    with application.database.session() as session:
        kb = knowledge_bases.get(session, "shop")
        own = {"weight_structured": 0.0, "weight_vector": 0.4, "weight_keyword": 0.6}
        knowledge_bases.set_settings(session, kb.id, dict(kb.settings) | {"search": own})
    try:
        replays = replay_suite(cases, "shop", application)
    finally:
        with application.database.session() as session:
            knowledge_bases.set_settings(session, kb.id, dict(kb.settings))
    replayer = Replayer("shop", application.retriever.ask, application.retriever, application.settings)  # type: ignore[arg-type]
    for replay, _ in replays:
        assert replayer.settings_of(replay).weight_structured == 0.0
        assert replayer.settings_of(replay).weight_keyword == 0.6
        assert replayer.satisfied_with(replay) == satisfied(replay.composed)
