"""``make bench-model-extraction``: many chunks through a language model that is slow, and one that dies half-way.

The model is a scripted one on loopback that waits 50 to 150 ms before it answers. Prints a table and writes
``build/bench-model-extraction.json``. What it waits is real time; what comes on top is this machine's.
"""

import hashlib
import random
import re
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from core.embedding import OnBatch, Space, Vectors
from core.llm import LanguageModel, create_language_model
from core.settings import Settings, load_settings
from evals.report import write_json
from evals.run import BUILD
from evals.scripted_model import Reply, Request, as_reply, scripted_model, shown
from service.loading import Loader, LoadReport
from store import facts, knowledge_bases
from store.engine import Database, open_database
from store.fact_filter import FactFilter

_CHUNKS = 500
_DOCUMENTS = 5
_CONCURRENCY = 8
_LATENCY = (0.05, 0.15)
_SEED = 20250101
_ATTRIBUTE = "结算周期"
_TERM = re.compile(r"云杉卡\d+号商户的退款到账时间为(\d+)个工作日")


class _Hashes:
    """Eight numbers per text: vectors must be there, and are not what is measured."""

    space = Space("bench", "hash", "1", 8)

    def warm_up(self) -> None:
        """Need nothing."""

    def embed_query(self, text: str) -> Vectors:
        numbers = np.frombuffer(hashlib.blake2b(text.encode(), digest_size=8).digest(), np.uint8).astype(np.float32) + 1
        unit: Vectors = numbers / np.linalg.norm(numbers)
        return unit

    def embed_passages(self, texts: Sequence[str], _on_batch: OnBatch | None = None) -> Vectors:
        return np.stack([self.embed_query(text) for text in texts])


class Mind:
    """Answers with one fact per chunk after a pause.

    After ``dies_after`` requests it hangs up on all others. ``faults`` is the share of requests it answers with 500,
    and again the share it answers with words instead of JSON.
    """

    def __init__(self, dies_after: int | None = None, faults: float = 0.0) -> None:
        self._random = random.Random(_SEED)  # noqa: S311  latency, not a secret
        self._lock = threading.Lock()
        self._dies_after = dies_after
        self._faults = faults
        self._requests = 0
        self.latency = 0.0
        self.answered: Counter[str] = Counter()

    def __call__(self, request: Request) -> Reply:
        """Return the answer, or a refusal once dead."""
        with self._lock:
            self._requests += 1
            if self._dies_after is not None and self._requests > self._dies_after:
                return Reply(hang_up=True)
            pause = self._random.uniform(*_LATENCY)
            self.latency += pause
            luck = self._random.random()
            if luck < 2 * self._faults:
                return (
                    Reply("抱歉，请稍后再试。", pause=pause) if luck < self._faults else Reply(status=500, body=b"{}")
                )
            chunks = shown(request)["chunks"]
            self.answered.update(chunk["text"] for chunk in chunks)
        entries = [entry for chunk in chunks for entry in _entries(chunk)]
        return Reply(as_reply(entries).text, pause=pause)


def main() -> int:
    """Run all, and return 1 when a chunk was lost or a fact doubled."""
    with tempfile.TemporaryDirectory(prefix="dm", dir="/tmp") as home:
        Path(home).chmod(0o755)
        folder = _documents(Path(home))
        settings = load_settings(home=Path(home), llm_concurrency=_CONCURRENCY, _env_file=None)
        database = open_database(settings)
        try:
            figures = _whole(database, settings, folder) | _broken(database, settings, folder)
        finally:
            database.close()
    table = Table(title=f"{_CHUNKS} chunks, {_CONCURRENCY} requests at once, 50–150 ms each")
    table.add_column("figure")
    table.add_column("value", justify="right")
    for name, value in figures.items():
        table.add_row(name, f"{value:.4g}")
    Console().print(table)
    write_json(BUILD / "bench-model-extraction.json", figures)
    return 1 if figures["resumed.lost"] or figures["resumed.doubled"] or figures["resumed.asked_again"] else 0


def _whole(database: Database, settings: Settings, folder: Path) -> dict[str, float]:
    """One chunk per request, several chunks per request, a service that stumbles, then nothing new."""
    figures: dict[str, float] = {}
    for name, characters, faults in (("single", 1, 0.0), ("batched", 400, 0.0), ("faulty", 1, 0.05)):
        mind = Mind(faults=faults)
        report, seconds = _timed(database, settings, folder, name, mind, characters)
        model = report.model
        figures |= {
            f"{name}.chunks": model.read,
            f"{name}.requests": model.requests,
            f"{name}.retries": model.retries,
            f"{name}.failed": model.failed,
            f"{name}.facts": model.facts,
            f"{name}.seconds": seconds,
            f"{name}.chunks_per_second": model.read / seconds,
            f"{name}.requests_per_second": model.requests / seconds,
            f"{name}.latency_seconds_in_parallel": mind.latency / _CONCURRENCY,
            # The scripted model counts a character as a token.
            f"{name}.characters_per_chunk": (model.prompt_tokens + model.completion_tokens) / model.read,
        }
    again, seconds = _timed(database, settings, folder, "batched", Mind(), 400)
    return figures | {"again.requests": again.model.requests, "again.seconds": seconds}


def _broken(database: Database, settings: Settings, folder: Path) -> dict[str, float]:
    """The model dies half-way; another load goes on with one that lives."""
    dying, living = Mind(dies_after=_CHUNKS // 2), Mind()
    first, _ = _timed(database, settings, folder, "resumed", dying, 1)
    second, _ = _timed(database, settings, folder, "resumed", living, 1)
    found = _subjects(database, "resumed")
    both = dying.answered & living.answered
    return {
        "died.read": first.model.read,
        "died.waiting_warned": float(any("wait for the next load" in warning for warning in first.warnings)),
        "died.requests": first.model.requests,
        "died.retries": first.model.retries,
        "died.rule_facts": first.facts,
        "resumed.read": second.model.read,
        "resumed.requests": second.model.requests,
        "resumed.asked_again": sum(both.values()),
        "resumed.facts": sum(found.values()),
        "resumed.lost": _CHUNKS - len(found),
        "resumed.doubled": sum(count - 1 for count in found.values()),
    }


def _timed(
    database: Database, settings: Settings, folder: Path, kb: str, mind: Mind, characters: int
) -> tuple[LoadReport, float]:
    with scripted_model(mind) as server:
        values = {"llm_url": server.url, "llm_model": "scripted", "llm_batch_characters": characters}
        chosen = settings.model_copy(update=values)
        model: LanguageModel | None = create_language_model(chosen)
        started = perf_counter()
        report = Loader(database, chosen, _Hashes(), model).load(kb, [folder])
        print(f"{kb}: load {perf_counter() - started:.1f} s, of that model {report.seconds['model']:.1f} s")
    return report, report.seconds["model"]


def _subjects(database: Database, kb_name: str) -> Counter[str]:
    with database.session() as session:
        kb = knowledge_bases.get(session, kb_name)
        found = facts.select(session, kb.id, FactFilter(attributes=(_ATTRIBUTE,), limit=None))
    return Counter(fact.subject for fact in found)


def _entries(chunk: dict[str, Any]) -> list[dict[str, Any]]:
    match = _TERM.search(chunk["text"])
    if match is None:
        return []
    subject = match[0].split("的")[0]
    fact = {"subject": subject, "attribute": _ATTRIBUTE, "value": f"{match[1]}个工作日", "quote": chunk["text"]}
    return [{**fact, "chunk": chunk["chunk"]}]


def _documents(home: Path) -> Path:
    folder = home / "docs"
    folder.mkdir()
    each = _CHUNKS // _DOCUMENTS
    for number in range(_DOCUMENTS):
        lines = [f"# 云杉卡第{number + 1}号结算办法"]
        for place in range(number * each + 1, number * each + each + 1):
            lines += [
                f"## 第{place}项",
                f"云杉卡{place}号商户的退款到账时间为{place % 30 + 1}个工作日，以公司的账单为准。",
            ]
        (folder / f"结算办法{number + 1}.md").write_text("\n\n".join(lines) + "\n", encoding="utf-8")
    return folder


if __name__ == "__main__":
    sys.exit(main())
