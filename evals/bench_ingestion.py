"""``make bench-ingestion``: reading and cutting files, as shares of what embedding the same text takes.

Prints a table and writes ``build/bench-ingestion.json``. Shares and ratios compare between machines, seconds do not.
"""

import sys
import tempfile
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.table import Table

from core.embedding import create_embedder
from core.settings import Settings
from evals.ingestion import Reading, measure
from evals.ingestion_files import FORMATS, pages, paragraphs, rows_100k
from evals.report import write_json
from evals.run import BUILD
from ingestion.chunk import chunk_document
from ingestion.parse import parse_file

_CHARACTERS = 40_000
_TENFOLD = 10
_PAGES = 500
_SAMPLE = 16
# What is asked of them: share of the embedding time, growth of time when the file is ten times as long, MiB.
_MOST_SHARE, _MOST_GROWTH, _MOST_MIB = 0.15, 12.0, 600.0
_JUDGED = ("md", "html", "docx", "xlsx")


def main() -> int:
    """Measure every format, then the two large files. Returns 1 when a target is missed."""
    with tempfile.TemporaryDirectory(prefix="dm") as folder:
        figures = _formats(Path(folder)) | _large(Path(folder))
    missed = _missed(figures)
    _print(figures, missed)
    write_json(BUILD / "bench-ingestion.json", figures | {"targets_missed": len(missed)})
    return 1 if missed else 0


def _formats(folder: Path) -> dict[str, float]:
    figures: dict[str, float] = {}
    for name, make in FORMATS.items():
        (folder / f"warm.{name}").write_bytes(make(2000))
        (folder / f"once.{name}").write_bytes(make(_CHARACTERS))
        (folder / f"tenfold.{name}").write_bytes(make(_CHARACTERS * _TENFOLD))
        once, tenfold = measure(folder / f"once.{name}"), measure(folder / f"tenfold.{name}")
        embedding = _embedding_seconds(folder / f"once.{name}")
        figures |= {
            f"{name}.thousand_characters_per_second": once.characters / 1000 / once.seconds,
            f"{name}.share_of_embedding": once.seconds / embedding,
            f"{name}.chunk_share_of_reading": once.chunk_seconds / once.seconds,
            f"{name}.tenfold_time": tenfold.seconds / once.seconds * _grown(once, tenfold),
        }
        if once.pages:
            figures[f"{name}.pages_per_second"] = once.pages / once.seconds
    return figures


def _grown(once: Reading, tenfold: Reading) -> float:
    """Return the factor that makes up for a file that did not come out exactly ten times as long."""
    return _TENFOLD / (tenfold.characters / once.characters)


def _embedding_seconds(path: Path) -> float:
    """Return what embedding all chunks takes, reckoned from a sample: the model is slower than anything measured."""
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    embedder = create_embedder(settings)
    embedder.warm_up()
    texts = [chunk.embedding_text for chunk in chunk_document(parse_file(path, settings=settings), settings)]
    sample = texts[:: max(len(texts) // _SAMPLE, 1)]
    started = perf_counter()
    embedder.embed_passages(sample)
    return (perf_counter() - started) * sum(map(len, texts)) / sum(map(len, sample))


def _large(folder: Path) -> dict[str, float]:
    (folder / "pages.pdf").write_bytes(pages(paragraphs(_PAGES * 2000), _PAGES))
    (folder / "rows.xlsx").write_bytes(rows_100k())
    book, rows = measure(folder / "pages.pdf"), measure(folder / "rows.xlsx")
    return {
        "pdf_500_pages.pages": book.pages,
        "pdf_500_pages.seconds": book.seconds,
        "pdf_500_pages.pages_per_second": book.pages / book.seconds,
        "pdf_500_pages.peak_mib": book.peak_mib,
        "xlsx_100k_rows.seconds": rows.seconds,
        "xlsx_100k_rows.chunks": rows.chunks,
        "xlsx_100k_rows.peak_mib": rows.peak_mib,
    }


def _missed(figures: dict[str, float]) -> set[str]:
    targets = {f"{name}.share_of_embedding": _MOST_SHARE for name in _JUDGED}
    targets |= {f"{name}.tenfold_time": _MOST_GROWTH for name in FORMATS}
    targets |= {"pdf_500_pages.peak_mib": _MOST_MIB, "xlsx_100k_rows.peak_mib": _MOST_MIB}
    return {name for name, most in targets.items() if figures[name] > most}


def _print(figures: dict[str, float], missed: set[str]) -> None:
    table = Table(title="bench-ingestion")
    table.add_column("figure")
    table.add_column("value", justify="right")
    table.add_column("target")
    for name, value in figures.items():
        table.add_row(name, f"{value:.4g}", "missed" if name in missed else "")
    Console().print(table)


if __name__ == "__main__":
    sys.exit(main())
