"""The sample knowledge base of an invented electronics shop, and the script that builds its binary files."""
