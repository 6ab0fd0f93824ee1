"""What is proposed is a file that can be imported as it is; words of documents break out of nothing."""

from pathlib import Path

import pytest
import yaml

from core.vocabulary import Term
from synonyms.files import read_vocabulary
from synonyms.proposing import Example, LeftOut, Proposal, Proposals
from synonyms.proposing.outline import outline

HOSTILE = ["保修期\n  - name: 别的", "a: b", "# 注", "'", '"', "- x", "{x}", "[x]", "&a", "*a", "!!python/x", "甲\u2028乙", "null", "3.10", "\ud83d"]  # fmt: skip


def proposals(name: str, *aliases: str) -> Proposals:
    example = Example(name, name, f"{name}.md", name)
    attribute = Proposal(name, aliases, "duration", 3, 1, (name,), (example,))
    return Proposals((attribute,), (LeftOut(name, 1, "理由 reason"),))


@pytest.mark.parametrize("name", HOSTILE)
def test_words_of_documents_stay_words(name: str, tmp_path: Path) -> None:
    path = tmp_path / "words.yaml"
    path.write_text(outline(proposals(name, f"{name}二")), encoding="utf-8", errors="replace")
    names = read_vocabulary(path)
    assert len(names.terms) == 1
    assert len(names.synonyms) == 1
    expected = name.encode("utf-8", "replace").decode()
    assert yaml.safe_load(path.read_text(encoding="utf-8"))["attributes"][0]["dimension"] == "duration"
    assert names.terms[0].name == expected or "\ud83d" in name


def test_an_empty_proposal_is_a_file_too(tmp_path: Path) -> None:
    path = tmp_path / "words.yaml"
    path.write_text(outline(Proposals((), ())), encoding="utf-8")
    assert read_vocabulary(path).terms == ()


def test_it_says_what_it_rests_on() -> None:
    text = outline(proposals("保修期", "质保"))
    assert "3 处" in text and "保修期.md" in text and "理由 reason" in text
    assert Term("attribute", "保修期", "duration").name in text
