"""Finding the paragraph that answers a question, among all paragraphs of a reading-comprehension set."""
