"""Formulas on one line."""

import pytest
from lxml import etree

from ingestion.parsers.docx_formula import linear

NAMES = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'


def r(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


def part(name: str, content: str) -> str:
    return f"<m:{name}>{content}</m:{name}>"


def val(name: str, value: str) -> str:
    return f'<m:{name} m:val="{value}"/>'


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (part("sSup", part("e", r("x")) + part("sup", r("2"))), "x^2"),
        (part("sSub", part("e", r("a")) + part("sub", r("i+1"))), "a_(i+1)"),
        (part("sSubSup", part("e", r("a")) + part("sub", r("i")) + part("sup", r("2"))), "a_i^2"),
        (part("f", part("num", r("1")) + part("den", r("2a"))), "1/(2a)"),
        (part("rad", part("deg", "") + part("e", r("x"))), "√(x)"),
        (part("rad", part("deg", r("3")) + part("e", r("x"))), "√[3](x)"),
        (part("nary", part("naryPr", val("chr", "∑")) + part("sub", r("i=1")) + part("sup", r("n")) + part("e", r("i"))), "∑_(i=1)^n i"),
        (part("nary", part("sub", "") + part("sup", "") + part("e", r("x"))), "∫ x"),
        (part("d", part("dPr", val("begChr", "[") + val("endChr", "]")) + part("e", r("x")) + part("e", r("y"))), "[x|y]"),
        (part("func", part("fName", r("sin")) + part("e", r("x"))), "sin x"),
        (part("limLow", part("e", r("lim")) + part("lim", r("n→∞"))), "lim_(n→∞)"),
        (part("m", part("mr", part("e", r("a")) + part("e", r("b"))) + part("mr", part("e", r("c")) + part("e", r("d")))), "[a, b; c, d]"),
        (part("bar", part("e", r("x"))), "x\u0305"),
        (part("eqArr", part("e", r("x&amp;=1")) + part("e", r("y&amp;=2"))), "x=1\ny=2"),
    ],
)  # fmt: skip
def test_linear(content: str, text: str) -> None:
    assert linear(etree.fromstring(f"<m:oMath {NAMES}>{content}</m:oMath>")) == text
