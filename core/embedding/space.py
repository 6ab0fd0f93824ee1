"""The identity of an embedding model: vectors of two spaces are never compared."""

from dataclasses import dataclass

from core.identity import stable_id


@dataclass(frozen=True, slots=True)
class Space:
    """One embedding model with everything that changes its numbers.

    ``dimension`` counts the components of a vector; the prompts are the texts put before a query or a passage.
    """

    provider: str
    model: str
    revision: str
    dimension: int
    query_prompt: str = ""
    passage_prompt: str = ""

    @property
    def id(self) -> str:
        """Stable identifier: equal settings give the same space on every machine."""
        return stable_id(
            "spc",
            self.provider,
            self.model,
            self.revision,
            str(self.dimension),
            self.query_prompt,
            self.passage_prompt,
        )
