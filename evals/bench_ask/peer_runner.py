"""Runs inside ``.venv-peers``: the ten best chunks of each query by bm25s (MIT), as JSON on standard output.

Takes a folder with ``tokens.npz`` (``begins``: where each chunk's tokens start, shape (chunks + 1,); ``terms`` and
``counts``, one entry per chunk and token) and ``queries.json`` (per query a list of term number and weight).
"""

import json
import sys
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import bm25s  # type: ignore[import-not-found]
import numpy as np

_TOP = 10


def main(folder: Path) -> None:
    """Index, ask every query, print ``[[chunk, score], …]`` per query; ties by the chunk's number."""
    held = np.load(folder / "tokens.npz")
    repeated = np.repeat(held["terms"], held["counts"])
    ends = np.concatenate([[0], np.cumsum(held["counts"], dtype=np.int64)])[held["begins"]]
    tokens = [repeated[start:end].tolist() for start, end in pairwise(ends)]
    index = bm25s.BM25(method="lucene", k1=1.2, b=0.75, dtype="float64")
    vocabulary = {str(number): number for number in range(int(held["terms"].max()) + 1)}
    index.index(bm25s.tokenization.Tokenized(ids=tokens, vocab=vocabulary), show_progress=False)
    queries = json.loads((folder / "queries.json").read_text(encoding="utf-8"))
    json.dump([_best(index, query) for query in queries], sys.stdout)


def _best(index: "bm25s.BM25", query: list[tuple[int, float]]) -> list[tuple[int, float]]:
    groups: dict[float, list[int]] = defaultdict(list)
    for term, weight in query:
        groups[weight].append(term)
    parts = [weight * np.asarray(index.get_scores_from_ids(terms)) for weight, terms in groups.items()]
    scores = np.sum(parts, axis=0) if parts else np.zeros(0)
    order = np.lexsort((np.arange(len(scores)), -np.round(scores, 9)))
    return [(int(at), float(scores[at])) for at in order[:_TOP] if scores[at] > 0]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
