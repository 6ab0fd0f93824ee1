"""Names and ordinary sentences to measure on: the sample's own, and public sets where they are."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import yaml

from core.vocabulary import Term
from evals.reading.sets import read_cmrc
from service.sources import configuration_files
from synonyms.files import read_synonyms, read_vocabulary
from synonyms.name_set import NameSet

ROOT = Path(__file__).resolve().parents[2]
SHOP, SUITES = ROOT / "samples" / "shop", ROOT / "evals" / "suites"
# Questions that have nothing to do with a shop.
_OTHERS = (SUITES / "policies_dev.yaml", SUITES / "services.yaml")


@dataclass(frozen=True, slots=True)
class Source:
    """Names of one knowledge base, and sentences in which none of them is misspelt."""

    name: str
    names: NameSet
    sentences: tuple[str, ...]


def shop(shared: Path) -> Source:
    """Return the sample's vocabulary and synonyms, and questions about other things."""
    vocabulary, synonyms = configuration_files([SHOP])
    names = read_vocabulary(vocabulary) if vocabulary else NameSet()
    names = names.merged(read_synonyms(synonyms)) if synonyms else names
    others = [entry["question"] for suite in _OTHERS for entry in yaml.safe_load(suite.read_text(encoding="utf-8"))]
    return Source("shop", names, (*others, *cmrc_questions(shared)))


def encyclopedia(shared: Path, most: int | None = None) -> Source | None:
    """Return the subjects of the encyclopedia questions, ``None`` when the set is absent."""
    path = shared / "data" / "kbqa" / "train.jsonl"
    if not path.is_file():
        return None
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
    subjects = list(dict.fromkeys(str(row["subject"]) for row in rows))
    return Source("encyclopedia", _subjects(subjects[:most]), cmrc_questions(shared))


def cmrc_questions(shared: Path) -> tuple[str, ...]:
    """Return the questions of CMRC 2018, none when the set is absent."""
    path = shared / "data" / "reading" / "cmrc2018_dev.json"
    return tuple(asked.question for asked in read_cmrc(path).questions) if path.is_file() else ()


def _subjects(names: Iterable[str]) -> NameSet:
    return NameSet(tuple(Term("subject", name) for name in names))
