"""Suites drafted by program, for a person to check: from facts of a knowledge base, and from questions people asked."""
