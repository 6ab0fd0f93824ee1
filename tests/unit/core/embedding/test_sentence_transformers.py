"""What only models run by sentence-transformers promise; the model is real, small and random."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from core.embedding import Embedder, create_embedder
from core.errors import ConfigurationError
from core.settings import load_settings


def embedder_of(folder: Path | str, **overrides: object) -> Embedder:
    return create_embedder(
        load_settings(embedding_provider="sentence-transformers", embedding_model=str(folder), **overrides)
    )


def reference(folder: Path, text: str) -> np.ndarray:
    from sentence_transformers import SentenceTransformer

    vector = SentenceTransformer(str(folder), device="cpu").encode(text, prompt="")
    return np.asarray(vector / np.linalg.norm(vector))


def test_prompts_come_from_the_model(local: Embedder, tiny_model: Path) -> None:
    assert (local.space.query_prompt, local.space.passage_prompt) == ("问：", "文：")
    np.testing.assert_allclose(local.embed_query("保修"), reference(tiny_model, "问：保修"), atol=1e-5)
    np.testing.assert_allclose(local.embed_passages(["保修"])[0], reference(tiny_model, "文：保修"), atol=1e-5)


def test_settings_override_prompts(local: Embedder, tiny_model: Path) -> None:
    other = embedder_of(tiny_model, embedding_query_prompt="", embedding_passage_prompt="会员")
    np.testing.assert_allclose(other.embed_query("保修"), reference(tiny_model, "保修"), atol=1e-5)
    np.testing.assert_allclose(other.embed_passages(["保修"])[0], reference(tiny_model, "会员保修"), atol=1e-5)
    assert other.space.id != local.space.id


def test_passage_prompt_may_be_called_passage(tiny_model: Path, tmp_path: Path) -> None:
    folder = tmp_path / "renamed"
    shutil.copytree(tiny_model, folder)
    config = folder / "config_sentence_transformers.json"
    config.write_text(config.read_text("utf-8").replace('"document"', '"passage"'), "utf-8")
    assert embedder_of(folder).space.passage_prompt == "文："


def test_space_follows_the_model_not_its_place(local: Embedder, tiny_model: Path, tmp_path: Path) -> None:
    moved = tmp_path / "elsewhere" / tiny_model.name
    shutil.copytree(tiny_model, moved)
    assert embedder_of(moved).space == local.space
    assert local.space.dimension == 32


def test_retrained_model_is_another_space(local: Embedder, tiny_model: Path, tmp_path: Path) -> None:
    from safetensors.torch import load_file, save_file

    changed = tmp_path / tiny_model.name
    shutil.copytree(tiny_model, changed)
    weights = next(changed.rglob("model.safetensors"))
    save_file({name: tensor * 1.01 for name, tensor in load_file(weights).items()}, weights, metadata={"format": "pt"})
    assert embedder_of(changed).space.id != local.space.id


def test_revision_may_be_named(tiny_model: Path) -> None:
    assert embedder_of(tiny_model, embedding_revision="2031-春").space.revision == "2031-春"


def test_wrong_dimension_is_a_wrong_setting(tiny_model: Path) -> None:
    with pytest.raises(ConfigurationError, match="32") as caught:
        embedder_of(tiny_model, embedding_dimension=384).warm_up()
    assert caught.value.place == "DIANMIAN_EMBEDDING_DIMENSION"


def test_model_must_be_named() -> None:
    with pytest.raises(ConfigurationError) as caught:
        embedder_of("")
    assert caught.value.place == "DIANMIAN_EMBEDDING_MODEL"


def test_folder_without_a_model_is_explained(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot load") as caught:
        embedder_of(tmp_path).warm_up()
    assert "folder" in caught.value.advice


@pytest.mark.parametrize("name", ["/nowhere/model", "./nowhere", "~/nowhere-at-all"])
def test_missing_folder_is_not_sought_on_the_hub(name: str) -> None:
    with pytest.raises(ConfigurationError, match="no such folder"):
        embedder_of(name).warm_up()


def test_an_unreachable_hub_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(ConfigurationError, match="no-such-model"):
        embedder_of("xinglan-invented/no-such-model").warm_up()


def test_downloaded_model_needs_no_network(tiny_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from huggingface_hub import constants

    commit = "0123456789abcdef0123456789abcdef01234567"
    cached = tmp_path / "models--xinglan-invented--tiny"
    shutil.copytree(tiny_model, cached / "snapshots" / commit)
    (cached / "refs").mkdir()
    (cached / "refs" / "main").write_text(commit)
    monkeypatch.setattr(constants, "ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    found = embedder_of("xinglan-invented/tiny")
    np.testing.assert_allclose(found.embed_query("保修"), reference(tiny_model, "问：保修"), atol=1e-5)
    assert found.space.model == "xinglan-invented/tiny"
    assert found.space.revision == commit


def test_missing_model_is_explained_offline() -> None:
    code = (
        "from core.embedding import create_embedder; from core.settings import load_settings\n"
        "create_embedder(load_settings()).warm_up()"
    )
    environment = {
        **os.environ,
        "HF_HUB_OFFLINE": "1",
        "DIANMIAN_EMBEDDING_PROVIDER": "sentence-transformers",
        "DIANMIAN_EMBEDDING_MODEL": "xinglan-invented/no-such-model",
    }
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120, env=environment
    )
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert "ConfigurationError" in last and "no-such-model" in last and "HF_HUB_OFFLINE" in last
