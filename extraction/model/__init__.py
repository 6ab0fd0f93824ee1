"""Facts and records by language model: asked for in batches, checked against the text, never trusted."""
