"""Finding names in text: as they stand, as they sound, and nearly as they stand."""
