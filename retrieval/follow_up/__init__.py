"""Follow-up questions completed from the question before, by rules alone."""

from retrieval.follow_up.rules import complete

__all__ = ["complete"]
