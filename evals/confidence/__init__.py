"""Whether the confidence of answers is what it says: the share that is right."""
