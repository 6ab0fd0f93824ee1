"""The same questions asked of several variants of the system: other settings, other models, other files."""
