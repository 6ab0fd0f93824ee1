"""Whole numbers by place value: 三万五千, 3万5, 二百五, 壹仟零一, 一万亿, 1,050.5."""

import re
from dataclasses import dataclass
from decimal import Context, Decimal

# Enough digits for any real figure; no trap, so that no string can make arithmetic raise.
ARITHMETIC = Context(prec=40, traps=[])
DIGITS = {character: value for value, character in enumerate("零一二三四五六七八九")} | {"两": 2}
SMALL = {"十": 10, "百": 100, "千": 1000}
BIG = {"万": 10**4, "亿": 10**8, "兆": 10**12}
LARGEST = 10**20
TENS = {"廿": 20, "卅": 30}
ARABIC = re.compile(r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d{1,28}(?!\d))(?:\.\d{1,45})?|\.\d{1,45}", re.ASCII)
_RUN = re.compile(r"[零一二三四五六七八九]{2,30}")
UNIT_PREFIX = re.compile(r"千(?:克|米|瓦|卡|赫|字节|比特|帕|伏|焦|牛)|兆(?:赫|字节|比特|瓦|帕|欧|焦)|百分点")


@dataclass(frozen=True, slots=True)
class Number:
    """A number read from text: ``low == high`` unless it is vague (二十多) or a pair (五六十).

    ``style`` is ``arabic``, ``words`` (with magnitudes), ``digit`` (one Chinese digit) or ``run`` (一九九七).
    ``whole_run`` is what a pair of plain digits means when it is not a pair (七八折 is 78).
    """

    low: Decimal
    high: Decimal
    end: int
    style: str
    vague: bool = False
    whole_run: Decimal | None = None


def exact(value: Decimal, end: int, style: str) -> Number:
    """Return the number that is just ``value``."""
    return Number(value, value, end, style)


class PlaceValue:
    """Reads one whole number by place value and stops before whatever does not fit."""

    def __init__(self, text: str, start: int) -> None:
        self.text, self.start, self.position = text, start, start
        self.parts: list[tuple[int, Decimal]] = []
        self.section = Decimal(0)
        self.place = 10**4
        self.current: Decimal | None = None
        self.gap = False
        self.style = ""

    def number(self) -> Number | None:
        """Return the number at the start, or ``None`` when there is none."""
        while self.position < len(self.text) and self._step(self.text[self.position]):
            pass
        if not self.style:
            return None
        self._close()
        total = sum((value for _, value in self.parts), self.section)
        return exact(total, self.position, self.style)

    def _step(self, character: str) -> bool:
        if character in DIGITS:
            return self._digit(character)
        if character in SMALL:
            return self._small(character)
        if character in BIG:
            return self._big(character)
        if character in TENS:
            return self._tens(character)
        if character.isascii() and (character.isdigit() or character == "."):
            return self._arabic()
        return False

    def _digit(self, character: str) -> bool:
        if self.current is not None:
            return False
        if not self.style:
            return self._first_digit(character)
        after = self.text[self.position + 1 : self.position + 2]
        if character == "零":
            if self.gap or not (after in DIGITS or after in SMALL or after in "几" or after.isdigit()) or not after:
                return False
            self.gap = True
        elif (character == "两" and after not in ("百", "千", "万", "亿")) or not self._fits(after):
            return False
        else:
            self.current = Decimal(DIGITS[character])
        self.position += 1
        return True

    def _first_digit(self, character: str) -> bool:
        run = _RUN.match(self.text, self.position)
        if run:
            self.current = Decimal("".join(str(DIGITS[digit]) for digit in run[0]))
            self.style, self.position = "run", run.end()
            if character == "零" and len(run[0]) == 2 and self.text[run.end() : run.end() + 1] in SMALL:
                self.style = "words"
            return True
        self.style = "digit"
        self.position += 1
        if character == "零" and self.text.startswith("十", self.position):
            self.gap = True
        else:
            self.current = Decimal(DIGITS[character])
        return True

    def _arabic(self) -> bool:
        match = ARABIC.match(self.text, self.position)
        if self.current is not None or match is None:
            return False
        after = self.text[match.end() : match.end() + 1]
        if self.style and not self._fits(after):
            return False
        value = Decimal(match[0].replace(",", ""))
        lone = len(match[0]) == 1 and not self.gap and bool(self.parts or self.section)
        if self.style and after not in SMALL and after not in BIG and not lone:
            self.section += value
            self.current, self.gap = None, True
        else:
            self.current = value
        self.style = self.style or "arabic"
        self.position = match.end()
        return True

    def _fits(self, after: str) -> bool:
        """Say whether a digit may stand here, given the character after it."""
        if after in SMALL:
            return SMALL[after] < self.place or UNIT_PREFIX.match(self.text, self.position + 1) is not None
        if after in BIG and self.parts:
            return self.parts[-1][0] != BIG[after]
        return True

    def _small(self, character: str) -> bool:
        size = SMALL[character]
        if size >= self.place or (self.style == "run") or self._is_unit():
            return False
        if self.current is None:
            if self.style and not self.gap and not (character == "十" and (self.section or self.parts)):
                return False
            self.current = Decimal(1)
        self.section += self.current * size
        self._moved(size, "words")
        return True

    def _tens(self, character: str) -> bool:
        if self.style:
            return False
        self.section += TENS[character]
        self._moved(10, "words")
        return True

    def _big(self, character: str) -> bool:
        size = BIG[character]
        if self._is_unit() or not self.style or (self.gap and self.current is None and not self.section):
            return False
        section = self.section + (self.current or 0)
        if not section and self.current is None:
            return self._again(size)
        if self.parts and self.parts[-1][0] == size:
            return False
        lower = [value for part, value in self.parts if part < size]
        self.parts = [entry for entry in self.parts if entry[0] > size]
        self.parts.append((size, (sum(lower, section)) * size))
        self.section = Decimal(0)
        self._moved(10**4, "words")
        return True

    def _again(self, size: int) -> bool:
        """Read 万亿 and 万万: a magnitude right after a magnitude multiplies it."""
        if not self.parts or self.parts[-1][0] > LARGEST:
            return False
        part, value = self.parts.pop()
        self.parts.append((part * size, value * size))
        self._moved(10**4, "words")
        return True

    def _moved(self, place: int, style: str) -> None:
        self.place, self.current, self.gap = place, None, False
        self.style = "arabic" if self.style == "arabic" else style
        self.position += 1

    def _is_unit(self) -> bool:
        return not self.parts and bool(self.style) and UNIT_PREFIX.match(self.text, self.position) is not None

    def _close(self) -> None:
        """Add the last digit; right after a magnitude it is spoken for the next place down (二百五, 一万三)."""
        if self.current is None:
            return
        place = self.parts[-1][0] if self.parts and self.place == 10**4 else self.place
        spoken = bool(self.parts or self.section) and not self.gap and place >= 100
        self.section += self.current * (place // 10) if spoken else self.current
