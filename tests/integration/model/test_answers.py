"""Nothing a model made up is ever answered; what it read is answered with its place in the source."""

from pathlib import Path

from core.settings import Settings
from evals.scripted_model import Reply, Request, as_reply, shown
from retrieval.retriever import Retriever
from store.engine import Database
from tests.integration.loading.conftest import CountingEmbedder
from tests.integration.model.conftest import LoadWith, statute
from tests.llm_server import Serve

TEXT = "云杉卡的持卡人如遇航班延误，公司愿意支付三百元作为心意，与航空公司的安排无关。"


def test_a_fact_only_the_model_read_answers_with_its_quote(
    database: Database, settings: Settings, embedder: CountingEmbedder, load_with: LoadWith, folder: Path, serve: Serve
) -> None:
    (folder / "甲.md").write_text(statute("甲办法", [TEXT]))

    def mind(request: Request) -> Reply:
        fact = {"subject": "云杉卡", "attribute": "航班延误补偿", "value": "三百元", "condition": ["航班延误"]}
        quotes = [chunk["text"] for chunk in shown(request)["chunks"]]
        return as_reply([{**fact, "quote": quote} for quote in quotes])

    load_with(serve(mind))
    answer = Retriever(database, settings, embedder).ask("规则", "云杉卡航班延误补偿是多少？")
    assert not answer.refused
    assert "三百元" in answer.text
    assert [fact.origin for fact in answer.facts] == ["model"]
    assert all(TEXT[:10] in citation.quote for citation in answer.citations)


def test_an_invented_value_is_never_answered(
    database: Database, settings: Settings, embedder: CountingEmbedder, load_with: LoadWith, folder: Path, serve: Serve
) -> None:
    (folder / "甲.md").write_text(statute("甲办法", [TEXT]))

    def mind(request: Request) -> Reply:
        fact = {"subject": "云杉卡", "attribute": "航班延误补偿", "value": "九千元"}
        quotes = [shown(request)["chunks"][0]["text"], "云杉卡航班延误补偿九千元。"]
        return as_reply([{**fact, "quote": quote} for quote in quotes])

    assert load_with(serve(mind)).model.refused == 2
    answer = Retriever(database, settings, embedder).ask("规则", "云杉卡航班延误补偿是多少？")
    assert "九千" not in answer.text
    assert [fact for fact in answer.facts if fact.origin == "model"] == []
