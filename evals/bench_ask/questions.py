"""What ``bench-ask`` asks: the same questions in every run, of four kinds in equal parts."""

from dataclasses import dataclass

import numpy as np

from evals.bench_ask.corpus import Size, chunk_text
from evals.bench_ask.words import lexicon
from evals.bench_facts_data import statement_of

KINDS = ("named", "words", "frequent", "open")
_SEED, _OTHER_SEED = 99, 7


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, its kind, and for ``named`` the subject and attribute it names."""

    kind: str
    text: str
    subject: str = ""
    attribute: str = ""


def questions(size: Size, of_each: int, *, others: bool = False) -> list[Asked]:
    """Return ``of_each`` questions of each kind, the kinds by turns so that none has the warmest cache.

    ``others`` gives different ones of the same kinds, to warm up with: what is kept of a question asked before must
    not be what is measured.
    """
    choose = np.random.default_rng(_OTHER_SEED if others else _SEED)
    makers = {"named": _named, "words": _words, "frequent": _frequent, "open": _open}
    return [makers[kind](size, choose) for _ in range(of_each) for kind in KINDS]


def _named(size: Size, choose: np.random.Generator) -> Asked:
    subject, said = statement_of(int(choose.integers(min(size.facts, size.chunks))), size.subjects).split("的", 1)
    attribute = said.split("为", 1)[0]
    return Asked("named", f"{subject}的{attribute}是多少？", subject, attribute)


def _words(size: Size, choose: np.random.Generator) -> Asked:
    """Return a stretch of some chunk's own words."""
    text = chunk_text(int(choose.integers(size.chunks)), size)
    start = int(choose.integers(max(len(text) - 24, 1)))
    return Asked("words", f"{text[start : start + 16].replace('。', '')}说的是什么？")


def _frequent(_size: Size, choose: np.random.Generator) -> Asked:
    """Return words that half the chunks hold."""
    return Asked("frequent", f"{''.join(lexicon().draw(choose, 5, 30, 400))}？")


def _open(_size: Size, choose: np.random.Generator) -> Asked:
    first, second = lexicon().draw(choose, 2, 400, 20_000)
    return Asked("open", f"请介绍一下{first}和{second}的情况")
