"""Models that are down, slow, or not what they were, while people ask: said as what it is, and over when it is over."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from core.settings import Settings
from evals.scripted_model import Reply as Said
from evals.scripted_model import scripted_model
from store.engine import Database
from tests.integration.operations.serving import QUESTION, Serving, environment, load_rules, serving
from tests.unit.core.embedding.conftest import Reply, Service

PATIENCE = 60.0
TRIES = 4


def refusal(running: Serving, client: httpx.Client) -> dict[str, Any]:
    """Ask while the embedding model is out of order, and see that all else goes on."""
    answer = running.ask(client)
    assert answer.headers["content-type"].startswith("application/problem+json")
    facts = client.get(f"{running.url}/v1/kbs/店/facts")
    assert facts.status_code == 200 and facts.json()["facts"], "what needs no model is answered"
    assert client.get(f"{running.url}/health").status_code == 200
    problem: dict[str, Any] = answer.json()
    assert answer.status_code == problem["status"]
    return problem


@pytest.mark.usefixtures("database")
def test_the_embedding_model(settings: Settings, service: Service, tmp_path: Path) -> None:
    load_rules(settings, service, tmp_path)
    variables = environment(tmp_path, service, settings, DIANMIAN_EMBEDDING_TIMEOUT="1")
    with serving(tmp_path, variables) as running, httpx.Client(timeout=PATIENCE) as client:
        assert "15天" in running.ask(client).json()["answer"]
        before = len(service.requests)
        service.script += [Reply(status=503)] * (TRIES - 1) + [Reply(pause=2)]
        problem = refusal(running, client)
        assert (problem["status"], len(service.requests) - before) == (502, TRIES), "down three times, then too slow"
        assert "in time" in problem["detail"]
        assert "15天" in running.ask(client).json()["answer"]
        service.script += [Reply(edit=_shorter)]
        problem = refusal(running, client)
        assert problem["status"] == 502
        assert "numbers" in problem["detail"] or "dimension" in problem["detail"], problem
        assert "15天" in running.ask(client).json()["answer"]
        page = client.get(f"{running.url}/metrics").text
        assert 'dianmian_questions_failed_total{door="http",error="UpstreamFailed"} 2.0' in page


@pytest.mark.usefixtures("database")
def test_the_language_model_goes_away_in_the_middle_of_an_answer(
    settings: Settings, database: Database, service: Service, tmp_path: Path
) -> None:
    load_rules(settings, service, tmp_path)
    replies = [Said("云杉卡会员的退货期限为99天，绝无例外", stall=2), Said("云杉卡会员的退货期限为15天[1]。")]
    with scripted_model(lambda _: replies.pop(0)) as model:
        variables = environment(tmp_path, service, settings, DIANMIAN_LLM_URL=model.url, DIANMIAN_LLM_MODEL="m")
        with serving(tmp_path, variables) as running, httpx.Client(timeout=PATIENCE) as client:
            broken, whole = (_streamed(running, client) for _ in range(2))
            assert "15天" in broken["answer"] and "99天" not in broken["answer"]
            assert broken["grade"] != "written"
            assert any("broke off" in reason for reason in broken["degraded"])
            assert (whole["grade"], whole["degraded"]) == (
                "written",
                [one for one in whole["degraded"] if "reranker" in one],
            )
            page = client.get(f"{running.url}/metrics").text
            assert 'dianmian_model_calls_total{error="UpstreamFailed",model="llm"} 1.0' in page


def _shorter(data: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**one, "embedding": [0.1, 0.2, 0.3]} for one in data]


def _streamed(running: Serving, client: httpx.Client) -> dict[str, Any]:
    headers = {"Accept": "text/event-stream"}
    response = client.post(f"{running.url}/v1/kbs/店/ask", json={"question": QUESTION}, headers=headers)
    last = response.text.replace("\r\n", "\n").strip().split("\n\n")[-1]
    assert last.startswith("event: done")
    done: dict[str, Any] = json.loads(last.split("data: ", 1)[1])
    return done
