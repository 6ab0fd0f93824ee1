"""Progress of long work: stage by stage, counted."""

from typing import Protocol


class Progress(Protocol):
    """Called as work goes on; ``done`` of ``total`` items of ``stage`` (parse, embed, extract, model) are finished."""

    def __call__(self, stage: str, done: int, total: int) -> None: ...


def silent(stage: str, done: int, total: int) -> None:
    """Say nothing."""
