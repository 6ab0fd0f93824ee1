"""Runs in the real database: what comes back is what was kept."""

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from core.errors import Conflict, InvalidInput, NotFound, NotReady
from evals.layers.keeping import delete_run, list_runs, load_run, read_run, save_run, write_run
from evals.layers.record import Run
from store import knowledge_bases
from store.engine import Database
from tests.unit.evals.records import HOSTILE, absent, record, run


@pytest.fixture
def made() -> Run:
    return run(record(1), record(2, right=False, answer=HOSTILE), absent(3))


@pytest.fixture
def kept(database: Database, made: Run) -> Database:
    with database.session() as session:
        knowledge_bases.create(session, "客服")
        knowledge_bases.create(session, "另一个")
    save_run(database, made)
    return database


def test_a_run_comes_back_as_it_was(kept: Database, made: Run) -> None:
    assert load_run(kept, "夜测") == made
    assert load_run(kept, "latest") == made
    assert list_runs(kept) == [replace(made, cases=())]


def test_the_latest_is_the_newest_by_time_not_by_order_of_saving(kept: Database, made: Run) -> None:
    save_run(kept, replace(made, name="旧", created_at="2026-02-01T08:00:00+08:00"))
    save_run(kept, replace(made, name="新", created_at="2026-03-01T16:30:00+08:00", kb="另一个"))
    assert load_run(kept, "latest").name == "新"
    assert load_run(kept, "latest", "客服").name == "夜测"
    assert load_run(kept, "新").created_at == "2026-03-01T08:30:00+00:00"
    assert [found.name for found in list_runs(kept)] == ["新", "夜测", "旧"]
    assert [found.name for found in list_runs(kept, "客服")] == ["夜测", "旧"]


def test_a_name_is_used_once_and_never_overwritten(kept: Database, made: Run) -> None:
    with pytest.raises(Conflict, match="夜测"):
        save_run(kept, replace(made, figures={}))
    assert load_run(kept, "夜测") == made


def test_one_name_in_two_knowledge_bases_needs_the_knowledge_base(kept: Database, made: Run) -> None:
    save_run(kept, replace(made, kb="另一个"))
    with pytest.raises(Conflict, match="另一个"):
        load_run(kept, "夜测")
    assert load_run(kept, "夜测", "另一个").kb == "另一个"
    assert delete_run(kept, "夜测", "另一个") == "夜测"
    assert load_run(kept, "夜测").kb == "客服"


@pytest.mark.parametrize("name", ["", " 夜测", "latest", "一\n二", "长" * 201])
def test_a_name_that_is_none(kept: Database, made: Run, name: str) -> None:
    with pytest.raises(InvalidInput, match="no name"):
        save_run(kept, replace(made, name=name))


def test_what_is_not_there(kept: Database, made: Run) -> None:
    for call in (load_run, delete_run):
        with pytest.raises(NotFound, match="日测"):
            call(kept, "日测")
        with pytest.raises(NotFound, match="另一个"):
            call(kept, "latest", "另一个")
    with pytest.raises(NotFound, match="没有的"):
        save_run(kept, replace(made, kb="没有的"))


def test_a_run_goes_with_its_knowledge_base(kept: Database) -> None:
    with kept.session() as session:
        knowledge_bases.delete(session, knowledge_bases.get(session, "客服").id)
    assert list_runs(kept) == []


def test_what_the_database_cannot_hold_is_replaced_and_nothing_else(kept: Database, made: Run) -> None:
    odd = replace(made, name="怪", cases=(record(1, answer="a\0b \ud800 c", trace={"k\0": [{"t": "\0"}]}),))
    save_run(kept, odd)
    found = load_run(kept, "怪").cases[0]
    assert (found.answer, found.trace) == ("a\ufffdb ? c", {"k\ufffd": [{"t": "\ufffd"}]})


def test_a_run_of_another_version_is_told_apart_from_none(kept: Database) -> None:
    with kept.owner() as connection:
        connection.execute(text("UPDATE eval_run SET cases = '[{\"case_id\": 1}]'"))
    with pytest.raises(NotReady, match="another version"):
        load_run(kept, "夜测")


def test_a_run_as_a_file(made: Run, tmp_path: Path) -> None:
    path = tmp_path / "结果" / "run.json"
    write_run(path, made)
    assert read_run(path) == made
    path.write_text('{"accuracy": 1.0}', encoding="utf-8")
    with pytest.raises(InvalidInput, match="no run"):
        read_run(path)
    path.write_text("not json", encoding="utf-8")
    with pytest.raises(InvalidInput, match="no run"):
        read_run(path)
    with pytest.raises(InvalidInput, match="no such file"):
        read_run(tmp_path / "none.json")
