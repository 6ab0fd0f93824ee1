"""Values, ports, settings and model adapters that every other room builds on."""
