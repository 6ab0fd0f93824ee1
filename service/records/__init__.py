"""Records from prose, and records back to pages for people."""
