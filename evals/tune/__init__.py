"""Fitting the settings of search to the questions of one knowledge base."""
