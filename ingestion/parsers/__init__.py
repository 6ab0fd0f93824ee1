"""One parser per file format; each turns bytes or text into a ``Parsed`` value."""
