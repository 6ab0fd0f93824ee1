"""How Chinese text sounds without its tones, one symbol a character, so that what sounds alike is equal."""

from functools import lru_cache
from typing import Any

# Symbols for syllables are taken from here; the block is for private use, so no text of people holds them.
_FIRST_SYMBOL = 0xE000
_TONES = str.maketrans(
    {plain_marked[1 + at]: plain_marked[0] for plain_marked in (
        "aāáǎà", "eēéěè", "iīíǐì", "oōóǒò", "uūúǔù", "vǖǘǚǜ", "nńňǹ", "mḿ", "eếềê",
    ) for at in range(len(plain_marked) - 1)} | {"ü": "v"}
)  # fmt: skip


@lru_cache(maxsize=1)
def _tables() -> tuple[dict[int, str], Any]:
    """Return character → symbol, and an automaton of the phrases that are not read character by character."""
    import ahocorasick
    from pypinyin.constants import PHRASES_DICT, PINYIN_DICT

    symbols: dict[str, str] = {}

    def symbol(marked: str) -> str:
        plain = marked.translate(_TONES)
        return symbols.setdefault(plain, chr(_FIRST_SYMBOL + len(symbols)))

    characters = {code: symbol(readings.split(",")[0]) for code, readings in PINYIN_DICT.items()}
    phrases: Any = ahocorasick.Automaton()
    for phrase, syllables in PHRASES_DICT.items():
        sound = "".join(symbol(choices[0]) for choices in syllables)
        if len(sound) == len(phrase) and sound != phrase.translate(characters):
            phrases.add_word(phrase, sound)
    phrases.make_automaton()
    return characters, phrases


def readings(text: str) -> tuple[str, ...]:
    """Return how ``text`` sounds, each as long as ``text``; what is not Chinese stays as it is.

    Read by phrases (银行 is yin hang), and, where that differs, by the commonest reading of each character: misspelt
    text has phrases no longer, so both of 时长 and 石长 must be heard the same way. The readings are pypinyin's.
    """
    characters, phrases = _tables()
    plain = sound = text.translate(characters)
    for end, of_phrase in phrases.iter_long(text):
        start = end + 1 - len(of_phrase)
        sound = sound[:start] + of_phrase + sound[end + 1 :]
    return (sound,) if sound == plain else (sound, plain)
