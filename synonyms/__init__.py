"""What things are called: the vocabulary and synonym map of a knowledge base, and finding its names in text."""
