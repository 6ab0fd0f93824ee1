"""Absent questions for what a subject has not: what its like have, and what people ask about nearly everything."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import cast

import yaml

from core.fact import Fact
from core.text import fold
from evals.drafting.absence import ALIKE, ATTRIBUTE, Absent, is_name, plain_question
from evals.drafting.circumstance import is_clear
from evals.drafting.english import is_english
from evals.drafting.material import Material
from evals.drafting.titles import is_topic

_THING = re.compile(r"[A-Za-z]|\d{2}")
_STEP = re.compile(r"^(?:办理|申请|申报|领取|补办|变更|注销|登记|备案)")
_LONGEST_STEP = 24


def absent_attributes(material: Material) -> Iterator[Absent]:
    """Yield what all others of a kind have and this one has not, and what people ask of nearly everything.

    An attribute that anything else has as well (送达时效 of a region) may hold for all, and is not asked.
    """
    known: dict[str, dict[str, Fact]] = defaultdict(dict)
    owners: dict[str, set[str]] = defaultdict(set)
    for fact in material.facts:
        owners[fold(fact.attribute)].add(fact.subject)
        if is_name(fact, material):
            known[fact.subject][fold(fact.attribute)] = fact
    for subject, own in known.items():
        alike = {name for name, theirs in known.items() if len(own.keys() & theirs.keys()) >= ALIKE}
        theirs = {attribute: fact for name in sorted(alike) for attribute, fact in known[name].items()}
        for attribute in sorted(theirs.keys() - own.keys()):
            if owners[attribute] <= alike:
                yield _of_other(subject, theirs[attribute], material)
        yield from _of_everything(subject)
    yield from _fees(material)


def _of_other(subject: str, fact: Fact, material: Material) -> Absent:
    names, words = material.spellings.of(subject), material.spellings.of(fact.attribute)
    mine = replace(fact, subject=subject)
    question = f"What is the {fact.attribute} of the {subject}?" if is_english(mine) else plain_question(mine, material)
    return Absent(ATTRIBUTE, question, subject, fact.attribute, (names, words))


def _of_everything(subject: str) -> Iterator[Absent]:
    language = "en" if fold(subject).isascii() else "zh"
    for question, words in _everyday()[language]["thing" if _THING.search(subject) else "matter"].items():
        # The word alone is enough: where it stands at all, it may be said of everything.
        yield Absent(ATTRIBUTE, question.format(subject=subject), subject, "", (frozenset(map(fold, words)),))


def _fees(material: Material) -> Iterator[Absent]:
    """Yield what a step costs of which only the deadline is ruled (办理缴存登记)."""
    for fact in material.facts:
        action = fact.attribute.removesuffix("期限")
        plain = fact.rule == "prose.deadline" and action != fact.attribute and action in fact.quote
        if (
            plain
            and _STEP.search(action)
            and len(fact.subject) > 2
            and len(fact.subject + action) <= _LONGEST_STEP
            and is_clear(fact.subject)
        ):
            actor = "" if is_topic(fact, material) else fact.subject
            for question, words in _everyday()["zh"]["step"].items():
                together = (frozenset({fold(action)}), frozenset(map(fold, words)))
                yield Absent(ATTRIBUTE, question.format(subject=f"{actor}{action}"), actor or action, "", together)


@lru_cache(maxsize=1)
def _everyday() -> Mapping[str, Mapping[str, Mapping[str, list[str]]]]:
    found = yaml.safe_load(Path(__file__).with_name("absent_words.yaml").read_text(encoding="utf-8"))
    return cast("Mapping[str, Mapping[str, Mapping[str, list[str]]]]", found)
