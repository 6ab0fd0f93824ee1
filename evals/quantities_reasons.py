"""Why a case that is not met stays so: the case's own convention, or a reading that would harm real text."""

from pathlib import Path

import yaml

from core.errors import InvalidInput

FILE = Path(__file__).with_name("quantities_reasons.yaml")


def reasons(path: Path = FILE) -> dict[tuple[str, str], str]:
    """Return the reasons by case: its category and its sentence.

    Args:
        path: YAML with a list of ``category``, ``reason`` and the ``sentences`` it holds for.

    Raises:
        InvalidInput: An entry lacks one of them, or a sentence stands twice.
    """
    known: dict[tuple[str, str], str] = {}
    for number, entry in enumerate(yaml.safe_load(path.read_text(encoding="utf-8")), 1):
        place = f"{path.name}, entry {number}"
        if not isinstance(entry, dict) or not all(entry.get(key) for key in ("category", "reason", "sentences")):
            raise InvalidInput("no reason", place=place, advice="give category, reason and sentences")
        for sentence in entry["sentences"]:
            key = (entry["category"], str(sentence))
            if key in known:
                raise InvalidInput(f"{sentence} stands twice", place=place, advice="keep one")
            known[key] = entry["reason"]
    return known
