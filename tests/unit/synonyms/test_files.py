"""Vocabulary and synonym files: a bad one is refused whole, with its place."""

from pathlib import Path

import pytest

from core.errors import InvalidInput
from core.vocabulary import Synonym, Term
from synonyms.files import read_synonyms, read_vocabulary
from synonyms.name_set import NameSet, checked

GOOD = """
attributes:
  - name: 保修期
    dimension: duration
    description: 从购买之日算起
    aliases: [质保, 保修时间, 保修期]
  - 颜色
subjects:
  - name: 星河手机
    aliases: [星河]
values:
  - 支持
units:
  - name: 个工作日
"""


def written(folder: Path, text: str | bytes, name: str = "words.yaml") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_a_vocabulary(tmp_path: Path) -> None:
    names = read_vocabulary(written(tmp_path, GOOD))
    assert names.terms == (
        Term("attribute", "保修期", "duration", "从购买之日算起"),
        Term("attribute", "颜色"),
        Term("subject", "星河手机"),
        Term("value", "支持"),
        Term("unit", "个工作日"),
    )
    assert names.synonyms == (
        Synonym("attribute", "质保", "保修期"),
        Synonym("attribute", "保修时间", "保修期"),
        Synonym("subject", "星河", "星河手机"),
    )


def test_synonyms(tmp_path: Path) -> None:
    text = "- {alias: 质保, canonical: 保修期}\n- {kind: subject, alias: 星河, canonical: 星河手机, scope: 手机}\n"
    assert read_synonyms(written(tmp_path, text)).synonyms == (
        Synonym("attribute", "质保", "保修期"),
        Synonym("subject", "星河", "星河手机", "手机"),
    )


def test_synonyms_under_their_own_name(tmp_path: Path) -> None:
    text = "synonyms:\n  - {alias: 质保, canonical: 保修期}\n"
    assert len(read_synonyms(written(tmp_path, text)).synonyms) == 1


def test_an_empty_file_names_nothing(tmp_path: Path) -> None:
    path = written(tmp_path, "")
    assert read_vocabulary(path) == NameSet()


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("attributes: [a\nsubjects: [b]\n", "words.yaml, line", "YAML"),
        ("- 一个列表\n", "words.yaml", "mapping"),
        ("colours: [红]\n", "words.yaml", "colours"),
        ("attributes: 保修期\n", "words.yaml: attributes", "list"),
        ("attributes:\n  - 颜色\n  - {dimension: duration}\n", "words.yaml: attributes[2]", "name"),
        ("attributes:\n  - {name: 颜色, colour: 红}\n", "words.yaml: attributes[1]", "colour"),
        ("attributes:\n  - {name: 颜色, aliases: 色}\n", "words.yaml: attributes[1].aliases", "list"),
        ("attributes:\n  - [颜色]\n", "words.yaml: attributes[1]", "mapping"),
        ("attributes:\n  - {name: '  '}\n", "words.yaml: attributes[1]", "name"),
        ("attributes:\n  - {name: 甲, aliases: [丙]}\n  - {name: 乙, aliases: [丙]}\n", "words.yaml", "丙"),
        (b"\xff\xfe\x00", "words.yaml", "UTF-8"),
    ],
)
def test_a_bad_vocabulary(tmp_path: Path, text: str | bytes, place: str, words: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_vocabulary(written(tmp_path, text))
    assert caught.value.place.startswith(place)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("- {alias: 质保}\n", "words.yaml[1]", "canonical"),
        ("- {canonical: 保修期}\n", "words.yaml[1]", "alias"),
        ("- {alias: a, canonical: b}\n- {kind: colour, alias: 红, canonical: 红色}\n", "words.yaml[2].kind", "colour"),
        ("- 质保\n", "words.yaml[1]", "mapping"),
        ("质保: 保修期\nsynonyms: 3\n", "words.yaml", "list"),
        ("- {alias: 丙, canonical: 甲}\n- {alias: 丙, canonical: 乙}\n", "words.yaml", "丙"),
    ],
)
def test_bad_synonyms(tmp_path: Path, text: str, place: str, words: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_synonyms(written(tmp_path, text))
    assert caught.value.place.startswith(place)
    assert words in str(caught.value)


@pytest.mark.parametrize("read", [read_vocabulary, read_synonyms])
def test_a_missing_file(tmp_path: Path, read: object) -> None:
    with pytest.raises(InvalidInput, match="not found"):
        read(tmp_path / "nowhere.yaml")  # type: ignore[operator]


def test_a_file_is_data(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="YAML"):
        read_vocabulary(written(tmp_path, "attributes: !!python/object/apply:os.getcwd []\n"))


@pytest.mark.parametrize(
    ("left", "right", "refused"),
    [
        (Synonym("attribute", "质保", "保修期"), Synonym("attribute", "质保", "保修期"), False),
        (Synonym("attribute", "质保", "保修期"), Synonym("attribute", "质保", "退货期"), True),
        (Synonym("attribute", "质 保", "保修期"), Synonym("attribute", "质保", "退货期"), True),
        (Synonym("attribute", "質保", "保修期"), Synonym("attribute", "质保", "退货期"), True),
        (Synonym("attribute", "质保", "保修期"), Synonym("attribute", "质保", "退货期", scope="手机"), False),
        (Synonym("attribute", "质保", "保修期"), Synonym("subject", "质保", "质保服务"), False),
    ],
)
def test_one_alias_names_one_thing_in_one_scope(left: Synonym, right: Synonym, refused: bool) -> None:
    names = NameSet((), (left,)).merged(NameSet((), (right,)))
    if not refused:
        assert checked(names, "x") is names
        return
    with pytest.raises(InvalidInput, match="names both"):
        checked(names, "x")
