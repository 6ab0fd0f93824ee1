"""Review: the queue, what people decide, contradictions between facts, and how precise extraction is."""
