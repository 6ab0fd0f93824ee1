"""How well names are found in questions: disturbed names, ordinary sentences, many names."""
