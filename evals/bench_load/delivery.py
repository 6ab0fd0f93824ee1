"""Documents that come in one after the other while others ask."""

from collections.abc import Iterator
from itertools import count
from threading import Event

import httpx
import numpy as np

from evals.bench_ask.words import lexicon

_PATIENCE = 600.0
_ARTICLES = 20
_SEED = 5


def documents() -> Iterator[tuple[str, str]]:
    """Yield name and text of made-up rules without end, the same ones each time."""
    choose = np.random.default_rng(_SEED)
    for number in count(1):
        articles = "\n\n".join(_article(place, choose) for place in range(1, _ARTICLES + 1))
        yield f"入库规则{number:04}.md", f"# 入库规则{number:04}\n\n{articles}\n"


def _article(place: int, choose: np.random.Generator) -> str:
    words = "".join(lexicon().draw(choose, 40, 30, 20_000))
    return f"## 第{place}节\n\n{words}的处理时限为{int(choose.integers(1, 60))}个工作日。{words[::-1]}。"


class Delivery:
    """Loads documents into ``kb`` until told to stop; ``loaded`` counts those that were searchable by then."""

    def __init__(self, address: str, kb: str) -> None:
        self._address = address
        self._kb = kb
        self.loaded = 0
        self.failures: list[str] = []

    def run(self, stop: Event) -> None:
        """Load one document after the other."""
        with httpx.Client(base_url=self._address, timeout=_PATIENCE) as connection:
            for name, text in documents():
                if stop.is_set():
                    return
                self._load(connection, name, text)

    def _load(self, connection: httpx.Client, name: str, text: str) -> None:
        files = {"files": (name, text.encode(), "text/markdown")}
        try:
            response = connection.post(f"/v1/kbs/{self._kb}/documents", files=files)
        except httpx.HTTPError as error:
            self.failures.append(type(error).__name__)
            return
        if response.status_code != httpx.codes.CREATED:
            self.failures.append(f"status {response.status_code}")
            return
        self.loaded += 1


def documents_in(address: str, kb: str) -> int:
    """Return how many documents the service says ``kb`` holds."""
    page = httpx.get(f"{address}/v1/kbs/{kb}/documents", params={"limit": 1}, timeout=_PATIENCE)
    return int(page.raise_for_status().json()["total"])
