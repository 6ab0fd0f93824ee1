"""A form of public set: what file it reads, and the suite that is made of it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from core.errors import InvalidInput
from evals.suite import Case


@dataclass(frozen=True, slots=True)
class Form:
    """A form by name.

    Attributes:
        reads: The file it is made for, for people.
        cases: Returns a question a row, or ``None`` for a row that no suite can judge.
    """

    name: str
    reads: str
    cases: Callable[[Path], Iterable[Case | None]]

    def convert(self, path: Path) -> tuple[tuple[Case, ...], int]:
        """Return the questions of ``path``, and how many were left out because a suite cannot judge them.

        Raises:
            InvalidInput: It is another file, or a row of it is not as it should be; nothing is returned then.
        """
        try:
            read = list(self.cases(path))
            kept = tuple(case for case in read if case is not None)
            if not kept:
                raise InvalidInput("no question in it can be judged", place=path.name)
            _each_once(kept, path)
        except InvalidInput as error:
            advice = "; ".join(filter(None, (error.advice, f"{self.name} reads {self.reads}")))
            raise InvalidInput(error.message, place=error.place, advice=advice) from error
        return kept, len(read) - len(kept)


def _each_once(cases: Iterable[Case], path: Path) -> None:
    seen: set[str] = set()
    for case in cases:
        if case.id in seen:
            raise InvalidInput(f"the id {case.id!r} is used twice", place=path.name)
        seen.add(case.id)
