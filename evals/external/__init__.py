"""Any search system on the same suites: by HTTP, as a Python callable, or ours, under one judge."""
