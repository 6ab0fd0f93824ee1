"""The layers an answer passes through, in the order in which it can be lost."""

from typing import Literal, get_args

Layer = Literal[
    "parse", "chunk", "extract", "normalise", "synonym", "route", "structured", "vector", "keyword", "fusion",
    "rerank", "answer",
]  # fmt: skip
LAYERS: tuple[Layer, ...] = get_args(Layer)
