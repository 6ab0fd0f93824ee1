"""Python's cycle collector, paused while a document becomes a great many small objects."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused() -> Iterator[None]:
    """Hold the collector back inside the block.

    It walks all living objects again and again while a tree grows, so that reading took time out of proportion to
    the length of a document; reference counting frees what is not in a cycle all the same.
    """
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()
