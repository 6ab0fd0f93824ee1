"""The vocabulary and the synonym map: well-formed, and no alias points at two names."""

import unicodedata
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
import yaml

DIMENSIONS = {"business_days", "duration", "money.CNY", "ratio", "count", "date", "time_of_day", "number", "text"}


@pytest.fixture(scope="module")
def vocabulary(root: Path) -> dict[str, list[dict[str, Any]]]:
    data: dict[str, list[dict[str, Any]]] = yaml.safe_load(
        (root / "samples/shop/_kb/vocabulary.yaml").read_text(encoding="utf-8")
    )
    return data


@pytest.fixture(scope="module")
def synonyms(root: Path) -> list[dict[str, str]]:
    data = yaml.safe_load((root / "samples/shop/_kb/synonyms.yaml").read_text(encoding="utf-8"))
    entries: list[dict[str, str]] = data["synonyms"]
    return entries


def fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().replace(" ", "")


def test_attributes_are_complete_and_few_enough_to_control(vocabulary: dict[str, list[dict[str, Any]]]) -> None:
    attributes = vocabulary["attributes"]
    assert 25 <= len(attributes) <= 50
    for entry in attributes:
        assert set(entry) == {"name", "dimension", "aliases", "description"}, entry
        assert entry["dimension"] in DIMENSIONS, entry
        assert entry["description"], entry


def test_every_subject_is_named_in_a_document(
    vocabulary: dict[str, list[dict[str, Any]]], texts: dict[str, str]
) -> None:
    everything = "\n".join(texts.values())
    for entry in vocabulary["subjects"]:
        assert entry["name"] in everything, entry["name"]


def test_no_alias_points_at_two_names(
    vocabulary: dict[str, list[dict[str, Any]]], synonyms: list[dict[str, str]]
) -> None:
    targets: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for section, kind in (("attributes", "attribute"), ("subjects", "subject")):
        for entry in vocabulary[section]:
            for name in (entry["name"], *entry["aliases"]):
                targets[fold(name)].add((kind, entry["name"]))
    for entry in synonyms:
        targets[fold(entry["alias"])].add((entry["kind"], entry["canonical"]))
    assert {alias: names for alias, names in targets.items() if len(names) > 1} == {}


def test_every_synonym_leads_to_a_known_name(
    vocabulary: dict[str, list[dict[str, Any]]], synonyms: list[dict[str, str]]
) -> None:
    known = {kind: {entry["name"] for entry in vocabulary[f"{kind}s"]} for kind in ("attribute", "subject")}
    assert len(synonyms) >= 20
    for entry in synonyms:
        assert set(entry) == {"kind", "alias", "canonical"}, entry
        if entry["kind"] in known:
            assert entry["canonical"] in known[entry["kind"]], entry
        else:
            assert entry["kind"] in {"value", "unit"}, entry
