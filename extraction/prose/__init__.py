"""Facts from running text: sentences that state a quantity, or a ban, for something under a condition."""

from extraction.prose.reading import prose_facts, subject_of_document

__all__ = ["prose_facts", "subject_of_document"]
