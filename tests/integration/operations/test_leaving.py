"""Whoever closes the page in the middle of an answer has asked, too: the log says how far it came."""

import time
from pathlib import Path

import httpx

from core.settings import Settings
from evals.scripted_model import Reply as Said
from evals.scripted_model import scripted_model
from service.asked.asking import LEFT
from store import asked, knowledge_bases
from store.asked import AskedFilter
from store.engine import Database
from tests.integration.operations.serving import QUESTION, environment, load_rules, serving
from tests.unit.core.embedding.conftest import Service

PATIENCE = 30.0


def test_a_stream_that_is_left_is_kept(
    settings: Settings, database: Database, service: Service, tmp_path: Path
) -> None:
    load_rules(settings, service, tmp_path)
    with scripted_model(lambda _: Said("云杉卡会员的退货期限为15天[1]。", piece=2, gap=0.7)) as model:
        variables = environment(tmp_path, service, settings, DIANMIAN_LLM_URL=model.url, DIANMIAN_LLM_MODEL="m")
        with serving(tmp_path, variables) as running:
            with httpx.Client(timeout=PATIENCE) as client:
                url, headers = f"{running.url}/v1/kbs/店/ask", {"Accept": "text/event-stream"}
                with client.stream("POST", url, json={"question": QUESTION}, headers=headers) as response:
                    for line in response.iter_lines():
                        if line.startswith("event: token"):
                            break
            deadline = time.monotonic() + PATIENCE
            kept: list[asked.Asked] = []
            while not kept:
                assert time.monotonic() < deadline, "the question was not kept"
                time.sleep(0.05)
                with database.session() as session:
                    kept = asked.listing(session, knowledge_bases.get(session, "店").id, AskedFilter())
    assert (kept[0].question, kept[0].degraded) == (QUESTION, (LEFT,))
    assert kept[0].answer
    assert kept[0].answer in "云杉卡会员的退货期限为15天[1]。"
