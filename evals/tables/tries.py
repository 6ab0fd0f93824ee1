"""Other ways to put the right table first, each tried on what the search has found already.

The figures of a try are those of ranking alone; nothing here is part of the product.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from core.settings import Settings
from core.text import content_words, fold, gram_set
from core.text.tokens import index_tokens
from evals.tables.asking import Result
from retrieval.findings import Findings
from retrieval.fusion import fuse
from retrieval.structured import candidates

Scores = dict[str, float]


@dataclass(frozen=True, slots=True)
class Corpus:
    """Document id → tokens of its table; token → rarity (inverse frequency); folded name → number of tables."""

    tokens: Mapping[str, frozenset[str]]
    rarity: Mapping[str, float]
    names: Mapping[str, int]


def corpus_of(texts: Mapping[str, str], names: Mapping[str, frozenset[str]]) -> Corpus:
    """Return the corpus of documents given by id with their whole text and the names of their rows and columns."""
    tokens = {document: frozenset(index_tokens(text)) for document, text in texts.items()}
    held = Counter(token for every in tokens.values() for token in every)
    rarity = {token: math.log(1 + (len(tokens) - count + 0.5) / (count + 0.5)) for token, count in held.items()}
    return Corpus(tokens, rarity, Counter(name for every in names.values() for name in every))


def tried(findings: Findings, corpus: Corpus, settings: Settings) -> dict[str, str]:
    """Return try → the document it puts first (empty when nothing was found)."""
    usual = (settings.weight_structured, settings.weight_vector, settings.weight_keyword)
    plain = _scores(findings, usual, 0.0)
    ways: dict[str, Scores] = {"no try": plain}
    ways |= {f"names said whole {share}": _scores(findings, usual, share) for share in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6)}
    ways |= {
        f"whole table covers {share}": _added(plain, _covered(findings, corpus), share) for share in (0.1, 0.2, 0.5)
    }
    ways |= {f"rare names {share}": _added(plain, _rare(findings, corpus), share) for share in (0.05, 0.1, 0.2)}
    ways["other kind of value 0.8"] = {name: plain[name] * factor for name, factor in _kinds(findings, plain).items()}
    for weights in ((0.7, 0.15, 0.15), (0.6, 0.1, 0.3), (0.5, 0.4, 0.1)):
        ways["weights " + "/".join(map(str, weights))] = _scores(findings, weights, 0.0)
    return {name: max(scores, key=scores.__getitem__, default="") for name, scores in ways.items()}


def _scores(findings: Findings, weights: tuple[float, float, float], whole: float) -> Scores:
    """Return document → fused score of its best chunk, best first, with names said whole counting ``whole``."""
    said: dict[str, float] = {}
    for match in findings.matches:
        said[match.fact.chunk_id] = max(said.get(match.fact.chunk_id, 0.0), match.whole)
    # The product's own share for whole names is set aside, so that every try starts from the same place.
    bare = candidates([replace(match, whole=0.0) for match in findings.matches])
    point = [replace(hit, score=min(hit.score + whole * said[hit.chunk_id], 1.0)) for hit in bare]
    surface = [hit for hit in findings.candidates if hit.channel != "structured"]
    document = {passage.chunk.id: passage.chunk.document_id for passage in findings.beyond}
    named = dict(zip(("structured", "vector", "keyword"), weights, strict=True))
    scores: Scores = {}
    for item in fuse((*surface, *point), named):
        if item.chunk_id in document:
            scores.setdefault(document[item.chunk_id], item.score)
    return scores


def _added(scores: Scores, more: Mapping[str, float], share: float) -> Scores:
    return {name: score + share * more.get(name, 0.0) for name, score in scores.items()}


def _covered(findings: Findings, corpus: Corpus) -> Scores:
    """Return document → how much of the question (pairs of characters, rare ones more) its whole table holds."""
    words = {gram for word in content_words(findings.question.text) for gram in gram_set(word) if len(gram) > 3}
    total = sum(corpus.rarity.get(word, 0.0) for word in words) or 1.0
    return {
        name: sum(corpus.rarity.get(word, 0.0) for word in words & held) / total for name, held in corpus.tokens.items()
    }


def _rare(findings: Findings, corpus: Corpus) -> Scores:
    """Return document → rarity (0–1, 1 the rarest found) of the best row and column the question says whole."""
    best: Scores = {}
    for item in findings.matches:
        names = {fold(item.fact.subject), fold(item.fact.attribute)}
        said = [name for name in names if len(name) > 1 and name in findings.question.normalised]
        rarity = sum(math.log(1 + len(corpus.tokens) / max(corpus.names.get(name, 1), 1)) for name in said)
        best[item.fact.document_id] = max(best.get(item.fact.document_id, 0.0), rarity)
    top = max(best.values(), default=0.0) or 1.0
    return {name: rarity / top for name, rarity in best.items()}


def _kinds(findings: Findings, scores: Scores) -> dict[str, float]:
    """Return document → 0.8 where its best fact is no value of the kind asked for, else 1."""
    first: dict[str, bool] = {}
    for item in findings.matches:
        first.setdefault(item.fact.document_id, item.dimension_fits)
    asked = bool(findings.question.asks)
    return {name: 0.8 if asked and not first.get(name, True) else 1.0 for name in scores}


def try_figures(results: Sequence[Result]) -> dict[str, float]:
    """Return per try the share of questions whose table it puts first, the same without luck, and what it won and lost.

    Empty when nothing was tried.
    """
    flat: dict[str, float] = {}
    for name in results[0].tried if results else ():
        right = [result.tried[name] == result.document for result in results]
        usual = [result.tried["no try"] == result.document for result in results]
        fair = sum(_fair(result, result.tried[name]) for result in results)
        flat[f"try.{name}.table_at_1"] = round(sum(right) / len(results), 4)
        flat[f"try.{name}.expected_at_1"] = round(fair / len(results), 4)
        flat[f"try.{name}.won"] = sum(now and not then for now, then in zip(right, usual, strict=True))
        flat[f"try.{name}.lost"] = sum(then and not now for now, then in zip(right, usual, strict=True))
    return flat


def _fair(result: Result, first: str) -> float:
    return 1 / (1 + len(result.alike)) if first in {result.document, *result.alike} else 0.0
