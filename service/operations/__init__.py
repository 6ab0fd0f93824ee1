"""How the service is run: what is counted and traced of it, and what shows whether it is well."""
