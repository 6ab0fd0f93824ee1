"""Answers judged by a language model, beside the checks of the program: an option, never the default."""
