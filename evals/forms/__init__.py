"""One content in several forms: which of them answers best, as records, as Markdown or as plain text."""
