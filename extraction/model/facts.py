"""Facts by language model: what to ask for, and what of the answer becomes a fact."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.llm import LanguageModel
from extraction.extractor import facts_of
from extraction.model.check import check
from extraction.model.forms import FactEntry, FactForm
from extraction.model.instructions import version
from extraction.model.merging import Merged, merged
from extraction.model.reading import Errand
from extraction.model.source import Source
from extraction.naming import Naming

_MOST_NAMES = 60


@dataclass(frozen=True, slots=True)
class ReaderName:
    """Who read a chunk: the version of the instructions and the model. Another one reads it again."""

    prompt: str
    model: str


@dataclass(frozen=True, slots=True)
class ModelExtraction:
    """What of one chunk's entries became facts; ``refused`` says of each other one why it did not.

    ``unknown`` are attributes that a controlled vocabulary does not have.
    """

    facts: Merged
    refused: tuple[str, ...]
    unknown: tuple[str, ...]


def reader_name(model: LanguageModel) -> ReaderName:
    """Return who ``model`` is when it reads facts by the present instructions."""
    return ReaderName(version("facts"), model.name)


def fact_errand(attributes: Iterable[str]) -> Errand[FactEntry]:
    """Return the request for facts. ``attributes`` are names the model should use where they fit."""
    names = "、".join(sorted(set(attributes))[:_MOST_NAMES])
    return Errand("facts", FactForm, lambda entry: entry.quote, {"attributes": names or "—"})


def model_facts(entries: Sequence[FactEntry], source: Source, naming: Naming, prompt: str) -> ModelExtraction:
    """Check ``entries`` against the chunk, name them, and put them beside ``source.draft``, the rules' facts.

    An entry that the text does not bear out becomes no fact at all: nothing could answer from it later by mistake.
    """
    checked = check(entries, source, f"model.v{prompt}")
    extraction = facts_of(checked.drafts, source.chunk, source.info, naming, "model")
    return ModelExtraction(merged(source.draft, extraction.facts), checked.refused, extraction.unknown)
