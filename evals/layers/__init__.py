"""Evaluation layer by layer: what every layer delivered for a question, and which one lost a missed answer."""
