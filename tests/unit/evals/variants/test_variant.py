"""Variants are read from the command line, with every mistake named, and know what they share."""

from pathlib import Path

import pytest

from core.errors import InvalidInput
from core.settings import Settings, load_settings
from evals.variants.variant import QUESTION_TIME, Variant, read_variant, read_variants

BASE = load_settings(_env_file=None)
FILES = Path("文档")


def test_a_variant_with_settings() -> None:
    found = read_variant("small: chunk_size=256, chunk_overlap=40")
    assert found == Variant("small", {"chunk_size": 256, "chunk_overlap": 40})
    assert (found.settings(BASE).chunk_size, found.settings(BASE).chunk_minimum) == (256, BASE.chunk_minimum)


def test_values_have_the_type_of_their_setting() -> None:
    found = read_variant(
        "x: chunk_parents=true, weight_vector=.4, DIANMIAN_RERANK_PROVIDER=cross_encoder, llm_price_in=2"
    )
    assert found.overrides["chunk_parents"] is True and found.overrides["weight_vector"] == 0.4
    assert found.overrides["rerank_provider"] == "cross_encoder" and str(found.overrides["llm_price_in"]) == "2"


def test_the_base_sets_nothing() -> None:
    assert read_variant("base") == read_variant(" base : ") == Variant("base")
    assert Variant("base").settings(BASE) == BASE


def test_a_quoted_pair_may_hold_commas_and_colons() -> None:
    found = read_variant('p: "embedding_query_prompt=查询, 问题: ", embedding_base_url=http://127.0.0.1:9/v1')
    assert found.overrides == {
        "embedding_query_prompt": "查询, 问题: ", "embedding_base_url": "http://127.0.0.1:9/v1",
    }  # fmt: skip


def test_files_of_its_own(tmp_path: Path) -> None:
    assert read_variant(f"records: files={tmp_path}") == Variant("records", {}, tmp_path)
    with pytest.raises(InvalidInput, match="no such file"):
        read_variant(f"records: files={tmp_path}/none")


@pytest.mark.parametrize(
    ("text", "words", "advice"),
    [
        ("x: chunk_sise=3", "no setting chunk_sise", "chunk_size"),
        ("x: zzz=3", "no setting zzz", "docs/settings.md"),
        ("x: chunk_size=63", "chunk_size=63", "docs/settings.md"),
        ("x: chunk_size=many", "chunk_size=many", "docs/settings.md"),
        ("x: rerank_provider=magic", "rerank_provider=magic", "docs/settings.md"),
        ("x: chunk_size", "sets nothing", "--variant"),
        ("x: home=/data", "home cannot differ", "all of them"),
        ("x: database_url=postgresql://a", "database_url cannot differ", "all of them"),
        ("chunk_size=3", "has no name", "--variant"),
        ("", "has no name", "--variant"),
        (": chunk_size=300", "has no name", "--variant"),
    ],
)
def test_mistakes_are_named_with_advice(text: str, words: str, advice: str) -> None:
    with pytest.raises(InvalidInput, match=words) as caught:
        read_variant(text)
    assert "variant" in caught.value.place and advice in caught.value.advice


def test_a_comparison_needs_two_variants_of_different_names() -> None:
    with pytest.raises(InvalidInput, match="two variants"):
        read_variants(["base"])
    with pytest.raises(InvalidInput, match="called base"):
        read_variants(["base", "base: chunk_size=256"])


def test_variants_share_a_load_when_only_asking_differs(tmp_path: Path) -> None:
    base, heavy, small, same = (
        read_variant(text).load_key(BASE, FILES)
        for text in (
            "base",
            "heavy: weight_vector=0.9, refusal_threshold=0.1",
            "small: chunk_size=256",
            "b: chunk_size=512",
        )
    )
    assert base == heavy == same != small
    assert read_variant("model: embedding_model=other").load_key(BASE, FILES) != base
    assert Variant("files", {}, tmp_path).load_key(BASE, FILES) != base
    assert Variant("files", {}, FILES).load_key(BASE, FILES) == base


def test_settings_of_asking_exist() -> None:
    assert set(Settings.model_fields) >= QUESTION_TIME
