"""``make bench-load``: many clients asking over HTTP while documents are loaded."""
