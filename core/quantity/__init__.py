"""The only number parser: the same code at load and at query."""

from core.quantity.asked import asked_dimensions
from core.quantity.convert import convert
from core.quantity.finding import Found, find, parse
from core.quantity.numerals import numeral
from core.quantity.render import render
from core.quantity.units import DIMENSIONS, Dimension
from core.quantity.value import Quantity

__all__ = [
    "DIMENSIONS",
    "Dimension",
    "Found",
    "Quantity",
    "asked_dimensions",
    "convert",
    "find",
    "numeral",
    "parse",
    "render",
]
