"""The only number parser: the same code at load and at query."""

from core.quantity.value import Quantity

__all__ = ["Quantity"]
