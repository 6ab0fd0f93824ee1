"""Numbers changed by a program in copies of real documents: every one must be found, and no other reported."""

import random
import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.settings import Settings
from extraction.diff import Difference, compare
from service.inspection.reading import read_document

_SEED = 20
_PER_FILE = 12
_HAN = "一二三四五六七八九"
# Numbers with the unit after them; years of dates, numbers of articles and of list items are let be.
_NUMBER = re.compile(
    r"(?<![\d第.\-:：年月一二三四五六七八九十百千（(])(?:\d{1,6}|[二三四五六七八九])"
    r"(?=(?:个?工作日|个?自然日|日(?!期)|天|个月|小时|分钟|年(?!\d|[度龄])|万?元|%|公里|平方米|人|次|倍|千米|米))"
)
_ARTICLE = re.compile(r"(?m)^第([一二三四五六七八九十百]+)条(?=[\s\u3000])")
_ADDED = "为便于执行，本文所称负责人是指具体办理有关事项的工作人员。"


@dataclass(frozen=True, slots=True)
class Score:
    """How many changes were found; which were missed, and which reported ones are none."""

    found: int
    missed: tuple[str, ...]
    invented: tuple[str, ...]

    def figures(self) -> Iterator[tuple[str, float]]:
        """Yield the figures by name."""
        yield "changed", self.found + len(self.missed)
        yield "found", self.found
        yield "missed", len(self.missed)
        yield "invented", len(self.invented)

    def __add__(self, other: "Score") -> "Score":
        return Score(self.found + other.found, self.missed + other.missed, self.invented + other.invented)


@dataclass(frozen=True, slots=True)
class Mutation:
    """A number replaced by another: the digits before and after, and the line it stands in, from 0."""

    old: str
    new: str
    line: int


def score_mutations(files: Sequence[Path], settings: Settings) -> Score:
    """Change numbers in a copy of every file, insert a paragraph, and compare the copy with the file."""
    total = Score(0, (), ())
    dice = random.Random(_SEED)  # noqa: S311  which numbers change is no secret
    with tempfile.TemporaryDirectory() as folder:
        for path in files:
            text = path.read_text(encoding="utf-8")
            changed, mutations = mutate(text, dice)
            copy = Path(folder) / path.name
            copy.write_text(_with_paragraph(changed), encoding="utf-8")
            versions = [read_document(each, path.name, settings) for each in (path, copy)]
            total += _score(path.name, compare(*versions), mutations)
    return total


def mutate(text: str, dice: random.Random) -> tuple[str, tuple[Mutation, ...]]:
    """Replace some numbers of a text, at most one a line, below its front matter."""
    lines = text.split("\n")
    first = lines.index("---", 1) + 1 if lines[0] == "---" else 0
    numbered = [(at, list(_NUMBER.finditer(line))) for at, line in enumerate(lines) if at >= first]
    eligible = [(at, matches) for at, matches in numbered if matches]
    mutations: list[Mutation] = []
    for at, matches in sorted(dice.sample(eligible, min(_PER_FILE, len(eligible)))):
        match = dice.choice(matches)
        new = _other(match.group(), dice)
        lines[at] = lines[at][: match.start()] + new + lines[at][match.end() :]
        mutations.append(Mutation(match.group(), new, at))
    return "\n".join(lines), tuple(mutations)


def _other(number: str, dice: random.Random) -> str:
    if number.isdigit():
        return str(int(number) + dice.randint(1, 9))
    return dice.choice([each for each in _HAN[1:] if each != number])


def _with_paragraph(text: str) -> str:
    """Insert an article (or paragraph) and number the articles after it anew."""
    articles = list(_ARTICLE.finditer(text))
    if len(articles) < 3:
        return f"{text.rstrip()}\n\n{_ADDED}\n"
    labels = [match.group() for match in articles]
    parts = [text[: articles[1].start()], f"{labels[1]} {_ADDED}\n\n"]
    ends = [*(match.start() for match in articles[2:]), len(text)]
    for match, end, number in zip(articles[1:], ends, range(2, len(articles) + 1), strict=True):
        parts += [f"第{_han(number + 1)}条", text[match.end() : end]]
    return "".join(parts)


def _han(number: int) -> str:
    digits = "零一二三四五六七八九"
    hundreds, rest = divmod(number, 100)
    tens, ones = divmod(rest, 10)
    words = f"{digits[hundreds]}百" if hundreds else ""
    if tens:
        words += ("" if tens == 1 and not hundreds else digits[tens]) + "十"
    elif hundreds and ones:
        words += "零"
    return words + (digits[ones] if ones else "")


def _score(name: str, difference: Difference, mutations: Sequence[Mutation]) -> Score:
    left = [number for number in difference.numbers if not number.renumbering]
    missed: list[str] = []
    for mutation in mutations:
        match = next((n for n in left if mutation.old in (n.old or "") and mutation.new in (n.new or "")), None)
        if match is None:
            missed.append(f"{name}:{mutation.line + 1} {mutation.old} → {mutation.new}")
        else:
            left.remove(match)
    invented = tuple(f"{name}: {number.old} → {number.new}" for number in left)
    return Score(len(mutations) - len(missed), tuple(missed), invented)
