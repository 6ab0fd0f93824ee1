"""One file per change of the schema, numbered in order."""
