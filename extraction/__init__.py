"""Chunks to facts: rules for what is structured, checks on everything."""
