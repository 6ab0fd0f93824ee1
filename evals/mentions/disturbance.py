"""What people do to a name when they type it."""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from opencc import OpenCC
from pypinyin import lazy_pinyin

from core.text import fold

Disturbance = Callable[[str, random.Random, Sequence[str]], str]

# Characters of everyday Chinese to put in the place of others; nothing here is rare.
COMMON = (
    "的一是了我不在有他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生自会那后能对着事其里所去行过家"
    "十用发天如然作方成者多日都三小军二无同么经法当起与好看学进种将还分此心前面又定见只主没公从知全点实由力次"
    "包装保证期间款项价格费用修理质量退换货物运送达时效服务店铺会员卡折扣积分礼品手机平板电脑耳机手表充值"
    "绍付帮助流程申请受理审核办理网上线下门户机器情况标准规则范围条件内容名称号码地址电话时刻速度重量"
)


def exact(name: str, _: random.Random, __: Sequence[str]) -> str:
    """Return the name as it is."""
    return name


def traditional(name: str, _: random.Random, __: Sequence[str]) -> str:
    """Return the name in traditional characters."""
    return str(_to_traditional().convert(name))


def full_width(name: str, _: random.Random, __: Sequence[str]) -> str:
    """Return the name with its letters and digits in full width."""
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in name)


def substituted(name: str, draw: random.Random, common: Sequence[str]) -> str:
    """Return the name with one character replaced."""
    at = draw.randrange(len(name))
    return name[:at] + draw.choice(common) + name[at + 1 :]


def missing(name: str, draw: random.Random, _: Sequence[str]) -> str:
    """Return the name with one character left out."""
    at = draw.randrange(len(name))
    return name[:at] + name[at + 1 :]


def added(name: str, draw: random.Random, common: Sequence[str]) -> str:
    """Return the name with one character put in between two of its own."""
    at = draw.randrange(1, len(name))
    return name[:at] + draw.choice(common) + name[at:]


def homophone(name: str, draw: random.Random, common: Sequence[str]) -> str:
    """Return the name with one character replaced by one that sounds the same, unchanged when none does."""
    sounds = _sounds(name)
    alike = _alike(tuple(common))
    places = [at for at, sound in enumerate(sounds) if set(alike.get(sound, ())) - {name[at]}]
    if len(sounds) != len(name) or not places:
        return name
    at = draw.choice(places)
    return name[:at] + draw.choice([c for c in alike[sounds[at]] if c != name[at]]) + name[at + 1 :]


KINDS: Mapping[str, Disturbance] = {
    "exact": exact, "traditional": traditional, "full width": full_width, "homophone": homophone,
    "missing": missing, "added": added, "substituted": substituted,
}  # fmt: skip


def disturbed(name: str, kind: str, seed: str) -> str | None:
    """Return ``name`` disturbed, the same for the same seed; ``None`` when that leaves it as it was.

    A disturbance that only touches what folding undoes is kept: it is the point of writing in another script or width.
    """
    draw = random.Random(seed)  # noqa: S311  a sample, not a secret
    typed = KINDS[kind](name, draw, sorted(set(COMMON)))
    if kind == "exact":
        return typed
    if kind in ("traditional", "full width"):
        return typed if typed != name else None
    return typed if fold(typed) != fold(name) else None


@lru_cache(maxsize=1)
def _to_traditional() -> OpenCC:
    return OpenCC("s2t")


def _sounds(name: str) -> list[str]:
    return [syllable for part in _parts(name) for syllable in lazy_pinyin(part)]


def _parts(name: str) -> list[str]:
    """Return runs of Chinese whole, so that phrases are read as such, and everything else by character."""
    parts: list[str] = []
    for character in name:
        if parts and _is_han(character) and _is_han(parts[-1][-1]):
            parts[-1] += character
        else:
            parts.append(character)
    return parts


def _is_han(character: str) -> bool:
    return "\u4e00" <= character <= "\u9fff"


@lru_cache(maxsize=4)
def _alike(common: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    alike: dict[str, tuple[str, ...]] = {}
    for character in common:
        sound = lazy_pinyin(character)[0]
        alike[sound] = (*alike.get(sound, ()), character)
    return alike
