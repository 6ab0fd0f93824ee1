"""Absent questions about what does not exist but looks like what does: models, grades, names, articles."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from core.fact import Fact
from core.quantity import parse
from core.text import fold
from evals.drafting.absence import ALIKE, LEVEL, MODEL, SUBJECT, Absent, is_name, plain_question
from evals.drafting.english import is_english
from evals.drafting.material import Material
from evals.drafting.titles import plain_title

_NUMERALS = "一二三四五六七八九十"
_STEPS = (1, 2, 4, 7)
_FEWEST_ARTICLES = 10
_ARTICLE = re.compile(r"第([一二三四五六七八九十百千零\d]+)条")
_TWO_WORDS = re.compile(r"[\u4e00-\u9fff]{4}")


def absent_subjects(material: Material) -> Iterator[Absent]:
    """Yield questions about models, grades and articles that do not exist, beside those that do (星河X9 beside X8)."""
    yield from _articles(material)
    yield from _crossed(material)
    for fact in material.facts:
        if is_name(fact, material) and fact.quantity is not None and not is_english(fact):
            for name in _neighbours(fact.subject):
                question = plain_question(replace(fact, subject=name), material)
                yield Absent(SUBJECT, question, name, fact.attribute, (frozenset({fold(name)}),))


def _crossed(material: Material) -> Iterator[Absent]:
    """Yield a name made of two that are asked about alike: 青岚手机 of 青岚平板 and 星河手机."""
    named: dict[str, dict[str, Fact]] = defaultdict(dict)
    for fact in material.facts:
        if is_name(fact, material) and _TWO_WORDS.fullmatch(fact.subject):
            named[fact.subject][fold(fact.attribute)] = fact
    for subject, own in named.items():
        for other, theirs in named.items():
            alike = sorted(own.keys() & theirs.keys())
            name = subject[:2] + other[2:]
            if len(alike) >= ALIKE and subject[:2] != other[:2] and subject[2:] != other[2:] and name not in named:
                for attribute in alike:
                    question = plain_question(replace(own[attribute], subject=name), material)
                    together = (frozenset({fold(name)}),)
                    yield Absent(SUBJECT, question, name, own[attribute].attribute, together)


def _articles(material: Material) -> Iterator[Absent]:
    """Yield articles behind the last one of a document; its numbers are counted in headings."""
    last: dict[str, int] = defaultdict(int)
    for chunk in material.chunks.values():
        for heading in chunk.heading_path:
            found = _ARTICLE.fullmatch(heading.strip())
            value = parse(f"{found[1]}条") if found else None
            if value is not None and value.low is not None:
                last[chunk.document_id] = max(last[chunk.document_id], int(value.low))
    for document_id, number in last.items():
        source = material.sources.get(document_id)
        if source is not None and number >= _FEWEST_ARTICLES:
            # A little behind the last one, as somebody may misremember it.
            title, beyond = plain_title(source.title), number + 12 + number % 17
            question = f"《{title}》第{beyond}条是怎么规定的？"
            yield Absent(SUBJECT, question, f"《{title}》", "", (frozenset({fold(f"第{beyond}条")}),))


def _neighbours(subject: str) -> Iterator[str]:
    for found in MODEL.finditer(subject):
        number = found["number"]
        step = 10 ** max(len(number) - 2, 0) if len(number) > 2 else 1
        for times in _STEPS:
            yield f"{subject[: found.start('number')]}{int(number) + times * step}{subject[found.end('number') :]}"
    for found in LEVEL.finditer(subject):
        at = _NUMERALS.index(found["number"])
        if at == len(_NUMERALS) - 1:
            yield f"{subject[: found.start()]}十一{subject[found.end('number') :]}"
        elif found["unit"] in "类档星":
            yield f"{subject[: found.start()]}{_NUMERALS[at + 1]}{subject[found.end('number') :]}"
