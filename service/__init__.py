"""The doors: command line and HTTP, and the wiring behind them."""
