"""Automatic numbers as word processors write them."""

_DIGITS = "零一二三四五六七八九"
_PLACES = ("", "十", "百", "千")
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
          (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip
_CHINESE = frozenset(
    {"chineseCounting", "chineseCountingThousand", "japaneseCounting", "taiwaneseCounting", "taiwaneseCountingThousand",
     "ideographDigital", "chineseLegalSimplified"}
)  # fmt: skip


def chinese_ordinal(number: int) -> str:
    """Return ``number`` (1–9999) in Chinese numerals: 12 → 十二, 105 → 一百零五."""
    if not 0 < number < 10_000:
        return str(number)
    parts: list[str] = []
    digits = str(number)
    for at, digit in enumerate(digits):
        place = len(digits) - at - 1
        if digit != "0":
            parts.append(_DIGITS[int(digit)] + _PLACES[place])
        elif parts and parts[-1] != "零" and digits[at:].strip("0"):
            parts.append("零")
    text = "".join(parts)
    return text[1:] if text.startswith("一十") else text


def _letters(number: int) -> str:
    text = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("a") + rest) + text
    return text


def _roman(number: int) -> str:
    text = ""
    for value, sign in _ROMAN:
        text += sign * (number // value)
        number %= value
    return text


def ordinal(number: int, number_format: str) -> str:
    """Return ``number`` in a WordprocessingML number format; unknown formats read as decimal."""
    if number_format in _CHINESE:
        return chinese_ordinal(number)
    match number_format:
        case "lowerLetter":
            return _letters(number)
        case "upperLetter":
            return _letters(number).upper()
        case "lowerRoman":
            return _roman(number)
        case "upperRoman":
            return _roman(number).upper()
        case "decimalZero":
            return f"{number:02d}"
        case "decimalEnclosedCircle" | "decimalEnclosedCircleChinese" if 1 <= number <= 20:
            return chr(0x2460 + number - 1)
        case "none":
            return ""
    return str(number)
