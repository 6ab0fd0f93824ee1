"""Questions with the subject, attribute and value that answer them, and the records made of all of them."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

# ``title`` is the subject of a record whatever else the record says of it; no attribute of the set is called so.
_SUBJECT = "title"


@dataclass(frozen=True, slots=True)
class Triple:
    """One question and what answers it."""

    id: int
    question: str
    subject: str
    attribute: str
    value: str


def read_triples(path: Path) -> tuple[Triple, ...]:
    """Read the questions of ``path``, one JSON object a line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return tuple(Triple(row["qid"], row["question"], row["subject"], row["attribute"], row["value"]) for row in rows)


def sample(triples: Iterable[Triple], count: int) -> tuple[Triple, ...]:
    """Return ``count`` of ``triples``, always the same ones, spread over the whole set."""
    drawn = sorted(triples, key=lambda triple: hashlib.sha256(str(triple.id).encode()).hexdigest())
    return tuple(drawn[:count])


def records(triples: Iterable[Triple]) -> list[dict[str, str]]:
    """Return one record per subject; a second value of the same attribute begins another record of it."""
    of_subject: dict[str, list[dict[str, str]]] = defaultdict(list)
    for triple in triples:
        known = of_subject[triple.subject]
        if any(record.get(triple.attribute) == triple.value for record in known):
            continue
        room = next((record for record in known if triple.attribute not in record), None)
        if room is None:
            room = {_SUBJECT: triple.subject}
            known.append(room)
        room[triple.attribute] = triple.value
    return [record for known in of_subject.values() for record in known]


def write_records(found: Sequence[dict[str, str]], path: Path) -> None:
    """Write records as the JSON a user would load."""
    path.write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")
