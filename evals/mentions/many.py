"""A hundred thousand invented product names, and how fast names are found among them."""

import gc
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

import numpy as np

from core.question import MentionKind
from core.vocabulary import Term
from evals.mentions.disturbance import COMMON
from synonyms.matcher import Matcher
from synonyms.name_set import NameSet

COUNT = 100_000
_PLACES = "江北 临川 云州 青浦 白沙 望海 东篱 西陵 南岭 北辰 松江 柳河 梅岭 竹山 兰溪 金坛 银川 铜陵 安康 宁远".split()
_KINDS = "智能 无线 便携 家用 商用 静音 节能 折叠 迷你 高清 儿童 车载 户外 变频 超薄 双门 立式 壁挂 手持 全自动".split()
_THINGS = (
    "降噪耳机 扫地机器人 净水器 空气净化器 电饭煲 洗衣机 电冰箱 平板电脑 笔记本电脑 充电宝 智能手表 投影仪 吸尘器 "
    "热水器 微波炉 洗碗机 打印机 路由器 摄像头 电动牙刷 按摩椅 跑步机 除湿机 加湿器 豆浆机 破壁机 咖啡机 保险服务"
).split()
_SHORTEST, _LONGEST = 6, 20
_STATM = Path("/proc/self/statm")
_PAGE = 4096


@dataclass(frozen=True, slots=True)
class Speed:
    """What matching among many names costs, in processor time but for one figure taken by the clock.

    ``mebibytes`` is 0 where the system does not tell.
    """

    build_seconds: float
    mebibytes: float
    p50_milliseconds: float
    p95_milliseconds: float
    p95_clock_milliseconds: float


def names(count: int = COUNT) -> list[str]:
    """Return different names of 6 to 20 characters that share places, kinds and things as real ones do."""
    draw = random.Random(7)  # noqa: S311  a sample, not a secret
    common = sorted(set(COMMON))
    found: dict[str, None] = {}
    while len(found) < count:
        brand = "".join(draw.choices(common, k=draw.randint(2, 3)))
        model = f"{draw.choice('ABCDEFGHKMNPRSTX')}{draw.randint(1, 999)}" if draw.random() < 0.5 else ""
        place = draw.choice(_PLACES) if draw.random() < 0.6 else ""
        name = f"{place}{brand}{draw.choice(_KINDS)}{draw.choice(_THINGS)}{model}"
        if _SHORTEST <= len(name) <= _LONGEST:
            found[name] = None
    return list(found)


def questions(chosen: Sequence[str], sentences: Sequence[str], most: int = 400) -> list[str]:
    """Return questions of 8 to 30 characters: ordinary ones, and ones with a name that lacks a character."""
    draw = random.Random(11)  # noqa: S311  a sample, not a secret
    asked = [sentence for sentence in sentences if 8 <= len(sentence) <= 30][: most // 2]
    while len(asked) < most:
        name = draw.choice(chosen)
        at = draw.randrange(len(name))
        asked.append(f"请问{name[:at]}{name[at + 1 :]}的保修期多久")
    return asked


def speed(chosen: Sequence[str], asked: Sequence[str], *, curated: bool) -> Speed:
    """Build a matcher over ``chosen`` and measure it on ``asked``."""
    Matcher(NameSet((Term("subject", "预热用的名称"),))).mentions("预热用的名趁")
    before, started = _resident(), process_time()
    matcher = _matcher(chosen, curated=curated)
    built = process_time() - started
    held = _resident() - before
    spent, clocked = zip(*(_timed(matcher, question) for question in asked), strict=True)
    p50, p95 = np.percentile(spent, [50, 95]).tolist()
    return Speed(built, held, p50, p95, float(np.percentile(clocked, 95)))


def _timed(matcher: Matcher, question: str) -> tuple[float, float]:
    clock, processor = perf_counter(), process_time()
    matcher.mentions(question)
    return (process_time() - processor) * 1000, (perf_counter() - clock) * 1000


def _matcher(chosen: Sequence[str], *, curated: bool) -> Matcher:
    if curated:
        return Matcher(NameSet(tuple(Term("subject", name) for name in chosen)))
    kind: MentionKind = "subject"
    return Matcher(NameSet(), ((kind, name) for name in chosen))


def _resident() -> float:
    if not _STATM.is_file():
        return 0.0
    gc.collect()
    return int(_STATM.read_text().split()[1]) * _PAGE / 2**20
