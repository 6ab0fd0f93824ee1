"""``make fuzz``: bad input at every door, and what is said to it."""
