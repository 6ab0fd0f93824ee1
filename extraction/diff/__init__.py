"""What changed between two versions of a document: facts, and every number of the text."""

from extraction.diff.change import Difference
from extraction.diff.comparing import compare

__all__ = ["Difference", "compare"]
