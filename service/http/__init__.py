"""The HTTP door: a Litestar application over the same services as the command line."""
