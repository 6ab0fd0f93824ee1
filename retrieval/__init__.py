"""A question to an answer with sources: analysis, three searches, fusion, answer."""
