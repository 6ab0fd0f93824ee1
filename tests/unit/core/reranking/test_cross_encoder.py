"""A CrossEncoder from a folder: the same scores as the bare model, in batches, inside its time."""

import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from core.errors import ConfigurationError, UpstreamFailed
from core.reranking import Reranker, create_reranker
from core.reranking.cross_encoder import CrossEncoderReranker
from core.settings import load_settings
from tests.unit.core.reranking.conftest import build_cross_encoder

QUESTION = "退款几日到账"
PASSAGES = ["退款将在三个工作日内到账。", "保修期为两年。", "会员免运费。", "请联系客服。", "星澜科技云帆手机。"] * 2


def reranker_of(model: object, clock: Any = None, **changes: Any) -> CrossEncoderReranker:
    settings = load_settings(_env_file=None, rerank_provider="cross_encoder", rerank_model=str(model), **changes)
    return CrossEncoderReranker(settings, clock) if clock else CrossEncoderReranker(settings)


def reference(folder: Path, question: str, passage: str) -> float:
    """Return the score as transformers alone compute it."""
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    inputs = AutoTokenizer.from_pretrained(folder)(question, passage, return_tensors="pt", truncation=True)
    with torch.no_grad():
        return float(torch.sigmoid(AutoModelForSequenceClassification.from_pretrained(folder).eval()(**inputs).logits))


def test_scores_are_those_of_the_model_in_the_order_given(tiny_cross_encoder: Path) -> None:
    scores = reranker_of(tiny_cross_encoder).score(QUESTION, PASSAGES)
    assert scores.values == pytest.approx(
        [reference(tiny_cross_encoder, QUESTION, text) for text in PASSAGES], abs=1e-5
    )
    assert scores.missed == ""
    assert len({round(value or 0, 4) for value in scores.values[:5]}) == 5


def test_what_is_not_scored_in_time_is_said(tiny_cross_encoder: Path) -> None:
    ticks = iter(range(1000))
    scores = reranker_of(tiny_cross_encoder, lambda: float(next(ticks)), rerank_timeout=3.5).score(QUESTION, PASSAGES)
    scored = [value is not None for value in scores.values]
    assert scored == sorted(scored, reverse=True)
    left = scored.count(False)
    assert 0 < left < len(PASSAGES)
    assert scores.missed == f"{left} of {len(PASSAGES)} passages not scored within 3.5 s"


def test_no_passages_need_no_scores(tiny_cross_encoder: Path) -> None:
    assert reranker_of(tiny_cross_encoder).score(QUESTION, []).values == ()


def test_a_passage_longer_than_the_model_is_scored(tiny_cross_encoder: Path) -> None:
    value = reranker_of(tiny_cross_encoder).score(QUESTION, ["退款" * 5000]).values[0]
    assert value is not None and 0 <= value <= 1


def test_several_threads_get_the_same_scores(tiny_cross_encoder: Path) -> None:
    reranker = reranker_of(tiny_cross_encoder, rerank_timeout=60)
    alone = reranker.score(QUESTION, PASSAGES).values
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda _: reranker.score(QUESTION, PASSAGES).values, range(8)))
    assert all(values == pytest.approx(alone, abs=1e-5) for values in together)


def test_a_model_with_several_scores_is_no_reranker(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="gives 3"):
        reranker_of(build_cross_encoder(tmp_path / "nli", labels=3)).warm_up()


def test_broken_weights_are_told(tiny_cross_encoder: Path, tmp_path: Path) -> None:
    from safetensors.torch import load_file, save_file

    folder = tmp_path / "broken"
    shutil.copytree(tiny_cross_encoder, folder)
    weights = load_file(folder / "model.safetensors")
    save_file(
        {name: tensor * float("nan") for name, tensor in weights.items()},
        folder / "model.safetensors",
        {"format": "pt"},
    )
    with pytest.raises(UpstreamFailed, match="no numbers"):
        reranker_of(folder).score(QUESTION, PASSAGES[:1])


@pytest.mark.parametrize("name", ["/nowhere/model", "./nowhere", "~/nowhere-at-all"])
def test_a_missing_folder_is_not_sought_on_the_hub(name: str) -> None:
    with pytest.raises(ConfigurationError, match="no such folder"):
        reranker_of(name).warm_up()


def test_an_empty_folder_is_explained(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot load"):
        reranker_of(tmp_path).warm_up()


def test_a_failure_is_remembered_for_a_minute_and_then_tried_again(tmp_path: Path, tiny_cross_encoder: Path) -> None:
    now = [0.0]
    folder = tmp_path / "late"
    reranker = reranker_of(folder, lambda: now[0])
    with pytest.raises(ConfigurationError):
        reranker.warm_up()
    shutil.copytree(tiny_cross_encoder, folder)
    with pytest.raises(ConfigurationError):
        reranker.warm_up()
    now[0] = 61.0
    reranker.warm_up()
    assert reranker.score(QUESTION, PASSAGES[:1]).values[0] is not None


def test_a_model_must_be_named() -> None:
    with pytest.raises(ConfigurationError) as caught:
        reranker_of("")
    assert caught.value.place == "DIANMIAN_RERANK_MODEL"


def test_settings_choose_the_reranker(tiny_cross_encoder: Path) -> None:
    assert create_reranker(load_settings(_env_file=None)) is None
    chosen: Reranker | None = create_reranker(
        load_settings(_env_file=None, rerank_provider="cross_encoder", rerank_model=str(tiny_cross_encoder))
    )
    assert chosen is not None and chosen.name == "tiny-rerank"


def test_making_one_loads_no_model_library() -> None:
    code = (
        "import sys; from core.reranking import create_reranker; from core.settings import load_settings\n"
        "create_reranker(load_settings(_env_file=None, rerank_provider='cross_encoder', rerank_model='m'))\n"
        "assert 'torch' not in sys.modules and 'sentence_transformers' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)
