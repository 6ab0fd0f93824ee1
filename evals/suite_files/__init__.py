"""Files of questions: what an entry may say, reading it with every fault in its place, its schema, comparing two."""
