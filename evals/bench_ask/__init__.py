"""``make bench-ask``: how long a question takes at a hundred thousand chunks and a million facts."""
