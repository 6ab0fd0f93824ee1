"""Answers written by a language model from facts and passages, and checked against them."""
