"""``dianmian eval run --judge``: the whole way from the suite to the kept run, over real HTTP."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from evals.scripted_model import Reply, Request, ScriptedModel, shown
from service.cli.app import app
from tests.api.test_command_line import Shell, environment, folder, loaded, shell
from tests.api.test_evaluation_commands import suite
from tests.llm_server import Serve, no_proxy, serve

__all__ = ["environment", "folder", "loaded", "no_proxy", "serve", "shell", "suite"]


def strict(request: Request) -> Reply:
    """Support what stands in a passage, and call correct what states all expected values."""
    matter = shown(request)
    read = "".join(passage["text"] for passage in matter["passages"])
    entries: list[dict[str, Any]] = [
        {"about": one["number"], "holds": "15天" not in one["text"] or "15天" in read, "reason": "逐句核对"}
        for one in matter["statements"]
    ]
    stated = all(value in matter["answer"] for value in matter["expected"])
    return Reply(json.dumps([*entries, {"about": "answer", "holds": stated, "reason": "核对数值"}], ensure_ascii=False))


@pytest.fixture
def run(loaded: Shell, environment: dict[str, str], suite: Path) -> Any:
    def command(server: ScriptedModel | None, *words: str) -> Result:
        model = {
            "DIANMIAN_LLM_URL": server.url if server else "",
            "DIANMIAN_LLM_MODEL": "评判员" if server else "",
            "DIANMIAN_ANSWER_WITH_MODEL": "false",
            "DIANMIAN_LLM_PRICE_OUT": "1000",
        }
        return CliRunner().invoke(
            app, ["eval", "run", str(suite), "--kb", "books", *words], env={**environment, **model}
        )

    return command


def test_answers_are_judged_kept_shown_and_held_against_limits(
    run: Any, loaded: Shell, serve: Serve, tmp_path: Path
) -> None:
    server, page = serve(strict), tmp_path / "run.html"
    done = run(server, "--judge", "--save", "评", "--html", str(page), "--min", "judge.correctness=0.9",
               "--min", "judge.faithfulness=0.9", "--max", "judge.failed=0")  # fmt: skip
    assert done.exit_code == 1, done.output
    # A2 expects 16天: judge and program both say that the answer misses it.
    assert "judge.correctness 0.6667 < 0.9" in done.stderr and "judge.faithfulness" not in done.stderr
    assert "评判 judge (评判员): 忠实 faithful 100.0 · 正确 correct 66.7 · 与程序一致 agreement 100.0" in done.stdout
    assert "失败 failed 0 / 2" in done.stdout and "费用 cost 0." in done.stdout
    assert len(server.requests) == 2, "the refusal of A3 needs no judge"
    kept = loaded.json("eval", "show", "评")
    assert kept["settings"]["judge_model"] == "评判员" and kept["settings"]["judge_instructions"]
    assert [case["judgement"]["state"] for case in kept["cases"]] == ["judged", "judged", "refused"]
    assert [case["judgement"]["correct"] for case in kept["cases"]] == [True, False, True]
    one = loaded("eval", "show", "评", "--case", "A2").stdout
    assert "核对数值" in one and "逐句核对" in one
    assert "评判 judge" in loaded("eval", "show", "评").stdout
    assert "逐句核对" in page.read_text(encoding="utf-8")


def test_a_judge_that_fails_is_told_and_counted_and_the_run_is_kept(run: Any, loaded: Shell, serve: Serve) -> None:
    done = run(serve("抱歉。"), "--judge", "--save", "评", "--max", "judge.failed=0")
    assert done.exit_code == 1 and "judge.failed 2.0000 > 0" in done.stderr
    assert "未能评判 not judged: 2 ([A1]" in done.stderr
    figures = loaded.json("eval", "show", "评")["figures"]
    assert figures["judge.faithfulness"] == 0 and figures["accuracy"] == pytest.approx(2 / 3, abs=1e-4)


def test_without_a_model_or_without_the_option_nobody_is_asked(run: Any, serve: Serve) -> None:
    none = run(None, "--judge")
    assert none.exit_code == 78 and "DIANMIAN_LLM_URL" in none.stderr and "--judge" in none.stderr
    server = serve(strict)
    plain = run(server, "--json", "-")
    assert plain.exit_code == 0 and not server.requests
    assert not [name for name in json.loads(plain.stdout)["figures"] if name.startswith("judge.")]
