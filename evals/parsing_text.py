"""How much text the parsers keep, against the Markdown another program made of the same files.

Run: ``python -m evals.parsing_text [FOLDER] [--losses]``

For every file, ``kept`` is the share of the other program's characters that ours has in the same order (longest
common subsequence), ``found`` the share of its words that ours has anywhere. What does not count, because it is no
text of the file: white space, marks of Markdown, commands of LaTeX inside formulas (ours are written on one line),
the other program's guess at what a picture shows, author and time of its review comments, and a merged cell said again
in its own row. The rest of its output is not truth either: it repeats the data of charts that stand beside that data,
names sheets that have only the name a program gave them, and orders the shapes of a slide by their layer.
"""

import argparse
import html
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz.distance import LCSseq

from core.errors import DianmianError
from core.settings import load_settings
from evals.report import write_json
from ingestion.parse import parse_file

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT.parent / "shared" / "data" / "documents" / "docling"
FORMATS = ("docx", "xlsx", "pptx", "html", "csv")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\((?:[^()\s]|\([^()]*\))*(?:\s+\"[^\"]*\")?\)")
_FORMULA = re.compile(r"\$\$.+?\$\$|\$[^$\n]+\$", re.DOTALL)
_AUTHOR = re.compile(r"\[author: [^\]\n]*\]:")
_GUESS = re.compile(r"^(?:bar|line|pie|scatter|other|stacked bar|box plot|flow) chart$", re.IGNORECASE | re.MULTILINE)
_ROW = re.compile(r"^\|.*\|$", re.MULTILINE)
_COMMAND = re.compile(r"\\[a-zA-Z]+")
_MARKS = frozenset("|-*_#`~\\<>[]()!:.+$^{}/&,")
_WORD = re.compile(r"[\u4e00-\u9fff]|\w+")
_LEAST_LOSS = 6


@dataclass(frozen=True, slots=True)
class Score:
    """How one file did. ``kept`` of ``total`` characters, ``found`` of ``words`` words, and the lost stretches."""

    name: str
    kind: str
    total: int
    kept: int
    words: int
    found: int
    losses: tuple[str, ...]
    failure: str = ""


def plain(markdown: str) -> str:
    """Return Markdown as text: comments, link addresses and line-break tags left out, entities resolved."""
    text = _BREAK.sub("\n", _COMMENT.sub("", markdown))
    text = _ROW.sub(_said_once, _GUESS.sub("", _AUTHOR.sub("", text)))
    text = _FORMULA.sub(lambda found: _COMMAND.sub(" ", found.group()), text)
    previous = ""
    while previous != text:
        previous, text = text, _LINK.sub(r"\1", text)
    return unicodedata.normalize("NFKC", html.unescape(text)).casefold()


def _said_once(row: re.Match[str]) -> str:
    """Return a table row with the neighbours that repeat a merged cell said once."""
    cells = [cell.strip() for cell in row.group().strip("|").split("|")]
    return " | ".join(cell for at, cell in enumerate(cells) if at == 0 or cell != cells[at - 1])


def characters(text: str) -> str:
    """Return the characters that count: no white space, no marks of Markdown."""
    return "".join(c for c in text if not c.isspace() and c not in _MARKS)


def score(name: str, kind: str, gold: str, ours: str, failure: str = "") -> Score:
    """Compare two Markdown texts."""
    gold, ours = plain(gold), plain(ours)
    wanted, got = characters(gold), characters(ours)
    words, present = Counter(_WORD.findall(gold)), Counter(_WORD.findall(ours))
    return Score(
        name,
        kind,
        len(wanted),
        LCSseq.similarity(wanted, got),
        sum(words.values()),
        sum((words & present).values()),
        tuple(_losses(wanted, got)),
        failure,
    )


def _losses(wanted: str, got: str) -> Iterator[str]:
    for code in LCSseq.opcodes(wanted, got):
        if code.tag in ("delete", "replace") and code.src_end - code.src_start >= _LEAST_LOSS:
            yield wanted[code.src_start : code.src_end]


def scores(folder: Path) -> Iterator[Score]:
    """Yield the score of every file of ``folder`` that has a counterpart."""
    settings = load_settings(home=ROOT / "build", ocr_pictures=0)
    for kind in FORMATS:
        for path in sorted((folder / kind / "sources").glob("*")):
            gold = folder / kind / "groundtruth" / f"{path.name}.md"
            if not gold.is_file():
                continue
            failure = text = ""
            try:
                text = parse_file(path, settings=settings).markdown
            except DianmianError as error:
                failure = error.message
            yield score(path.name, kind, gold.read_text("utf-8"), text, failure)


def figures(results: Iterable[Score]) -> dict[str, float]:
    """Return flat figures: per format and overall, ``kept`` and ``found`` as shares of 0–1, and counts."""
    results = list(results)
    flat: dict[str, float] = {}
    for kind in ("all", *FORMATS):
        part = [one for one in results if kind in ("all", one.kind) and one.total]
        flat[f"{kind}.files"] = len(part)
        flat[f"{kind}.unread"] = sum(1 for one in part if one.failure)
        flat[f"{kind}.characters"] = sum(one.total for one in part)
        flat[f"{kind}.kept"] = _share(sum(one.kept for one in part), sum(one.total for one in part))
        flat[f"{kind}.found"] = _share(sum(one.found for one in part), sum(one.words for one in part))
        flat[f"{kind}.kept_mean"] = _share(sum(one.kept / one.total for one in part), len(part))
    return flat


def _share(part: float, whole: float) -> float:
    return round(part / whole, 4) if whole else 0.0


def _print(results: Iterable[Score], *, losses: bool) -> None:
    for one in sorted(results, key=lambda one: one.kept / max(one.total, 1)):
        share = f"kept {_share(one.kept, one.total):.4f}  found {_share(one.found, one.words):.4f}"
        print(f"{share}  {one.total:>7}  {one.name}{f'  ({one.failure})' if one.failure else ''}")
        for loss in one.losses if losses else ():
            print(f"    - {loss[:160]}")


def main(arguments: list[str] | None = None) -> dict[str, float]:
    """Measure, print every file and the figures, write them to ``build/eval-parsing-text.json`` and return them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--losses", action="store_true", help="print the stretches that were lost")
    chosen = parser.parse_args(arguments)
    results = list(scores(chosen.folder))
    _print(results, losses=chosen.losses)
    flat = figures(results)
    for name, value in flat.items():
        print(f"{name:<20} {value:g}")
    write_json(ROOT / "build" / "eval-parsing-text.json", flat)
    return flat


if __name__ == "__main__":
    main()
