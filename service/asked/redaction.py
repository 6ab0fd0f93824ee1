"""What may tell who somebody is, or open a door, taken out of a text before it is kept.

Errs on the side of taking out: a number of a product that looks like a card is lost to the log, and to nothing else.
"""

import re

_GAP = r"[ \-·]?"
# In this order: an address may hold a number, a key may hold anything.
_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("〔密钥〕", re.compile(r"(?i)\b(?:sk|pk|rk|dm|ghp|gho|glpat|xox[abps]|akia|key|token)[-_][A-Za-z0-9_\-]{12,}")),
    ("〔密钥〕", re.compile(r"(?i)(?<=bearer )[A-Za-z0-9._~+/\-]{8,}=*")),
    ("〔密钥〕", re.compile(r"\beyJ[A-Za-z0-9_\-]{8,}\.[A-Za-z0-9_\-]+\.[A-Za-z0-9_\-]*")),
    ("〔邮箱〕", re.compile(r"[A-Za-z0-9._%+\-]+@[A-Za-z0-9\-]+(?:\.[A-Za-z0-9\-]+)+")),
    (
        "〔证件号〕",
        re.compile(
            rf"(?<![0-9A-Za-z])[1-9][0-9]{{5}}{_GAP}(?:18|19|20)[0-9]{{2}}{_GAP}[01][0-9]{_GAP}?[0-3][0-9]"
            rf"{_GAP}[0-9]{{3}}[0-9Xx](?![0-9A-Za-z])"
        ),
    ),
    (
        "〔电话〕",
        re.compile(rf"(?<![0-9A-Za-z.])(?:\+?86{_GAP})?1[3-9][0-9]{_GAP}[0-9]{{4}}{_GAP}[0-9]{{4}}(?![0-9A-Za-z])"),
    ),
    ("〔电话〕", re.compile(r"(?<![0-9A-Za-z.])0[0-9]{2,3}[ \-][0-9]{7,8}(?![0-9A-Za-z])")),
    ("〔卡号〕", re.compile(r"(?<![0-9A-Za-z.])[0-9](?:[ \-]?[0-9]){12,18}(?![0-9A-Za-z])")),
    ("〔密钥〕", re.compile(r"\b(?=[A-Za-z0-9+/_\-]*[0-9])(?=[A-Za-z0-9+/_\-]*[A-Za-z])[A-Za-z0-9+/_\-]{32,}=*")),
)
# One character for one, so that what is found in the plain form is cut out of the text as it stands.
_PLAIN = {
    **{ord("！") + shift: ord("!") + shift for shift in range(94)},
    ord("\u3000"): ord(" "),
    ord("\u00a0"): ord(" "),
    **{ord(dash): ord("-") for dash in "‐‑‒–—−"},
}


def redacted(text: str) -> str:
    """Return ``text`` with e-mail addresses, telephone, identity and card numbers and keys replaced by their kind.

    Full-width forms count as the plain ones. What is replaced once is not found again: doing it twice changes nothing.
    """
    for mark, pattern in _KINDS:
        plain = text.translate(_PLAIN)
        pieces, last = list[str](), 0
        for found in pattern.finditer(plain):
            pieces += [text[last : found.start()], mark]
            last = found.end()
        text = "".join((*pieces, text[last:]))
    return text
