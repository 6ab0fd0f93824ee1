"""What the doors show: one typed value per noun, the same on the command line and over HTTP."""
