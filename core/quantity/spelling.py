# ruff: noqa: E501 (tables and patterns read best unbroken)
"""One spelling for reading: half width, simplified, plain numerals. Offsets lead back to the source's characters."""

import re
from dataclasses import dataclass

_PAIRS = (
    "壹一 贰二 貳二 貮二 叁三 參三 叄三 肆四 伍五 陆六 陸六 柒七 捌八 玖九 拾十 佰百 仟千 萬万 億亿 兩两 倆两 俩两 幺一 "
    "〇零 ○零 負负 點点 個个 箇个 圓元 圆元 塊块 錢钱 銭钱 幣币 鎊镑 歐欧 盧卢 韓韩 銖铢 澳澳 時时 鐘钟 鍾钟 鈡钟 週周 禮礼 "
    "歲岁 號号 級级 條条 對对 雙双 頁页 輛辆 張张 間间 種种 餘余 幾几 過过 滿满 達达 約约 為为 內内 後后 畝亩 頃顷 釐厘 "
    "噸吨 攝摄 華华 費费 於于 長长 遲迟 數数 這这 員员 戶户 層层 國国 業业 營营 營营 裏里 裡里 碼码 贯贯 優优 來来 從从 "
    "臺台 棟栋 項项 單单 稅税 寬宽 頻频 諾诺 爾尔 儲储 貝贝 節节 兒儿 開开 獎奖 艙舱 傷伤 殘残 額额 僅仅 將将 應应 須须 "
    "從从 與与 並并 無无 價价 聯联 電电 溫温 氣气 車车 寫写 選选 門门 場场 課课 處处 誤误 體体 統统 專专 當当 兆兆 "
    "瑞瑞 鎰镒 陰阴 陽阳 總总 實实 際际 還还 圍围 兒儿 歷历 曆历 經经 標标 準准 歩步 遠远 隊队 鐵铁 龍龙 難难 幫帮 漲涨"
)
_WIDE = {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_MARKS = {
    "\u3000": " ", "\u00a0": " ", "\u2009": " ", "\u202f": " ", "\t": " ", "〜": "~", "∼": "~", "～": "~", "–": "-",
    "—": "-", "−": "-", "‐": "-", "‑": "-", "―": "-", "￥": "¥", "￡": "£", "≦": "≤", "≧": "≥", "⩽": "≤", "⩾": "≥",
    "﹪": "%", "∶": ":", "º": "°", "μ": "µ", "⁄": "/", "〔": "[", "〕": "]", "“": '"', "”": '"', "㎞": "k", "㎏": "g",
}  # fmt: skip
_TABLE = str.maketrans({pair[0]: pair[1] for pair in _PAIRS.split()} | _WIDE | _MARKS)
# Spaced-out numerals (一 百 五 十 个) read as one; a space after a magnitude never swallows an unrelated number.
_DIGIT = "零一二两三四五六七八九半"
_JOINT = "十百千万亿兆点分之个又余多几负"
_GAP = re.compile(
    rf"(?<=[0-9{_DIGIT}{_JOINT}]) +(?=[十百千万亿兆点余多几又]|分之|分 +之|个 *百 *分 *点)"
    rf"|(?<=[{_JOINT}]) +(?=[{_DIGIT}{_JOINT}])"
    r"|(?<=[百千万亿]) +(?=[0-9]+ *[十百千万])"
    r"|(?<=[之又]) +(?=[0-9])"
    r"|(?<=[0-9一二三四五六七八九]) +(?=[0-9一二三四五六七八九] *折)"
    r"|(?<=[一二三四五六七八九]成) +(?=[一二三四五六七八九](?![零一二三四五六七八九十百千万亿点]))"
)


@dataclass(frozen=True, slots=True)
class Plain:
    """``text`` in plain spelling; ``offsets`` maps its positions to the source's, ``None`` when they are the same."""

    text: str
    offsets: tuple[int, ...] | None = None

    def source_start(self, position: int) -> int:
        """Return where the character at ``position`` stands in the source."""
        return position if self.offsets is None else self.offsets[position]

    def source_end(self, position: int) -> int:
        """Return where the stretch that ends before ``position`` ends in the source."""
        return position if self.offsets is None else self.offsets[position - 1] + 1


def plain(text: str) -> Plain:
    """Return ``text`` in plain spelling, one character for one, spaces inside spaced-out numerals taken away."""
    folded = text.translate(_TABLE)
    if " " not in folded or not _GAP.search(folded):
        return Plain(folded)
    kept: list[int] = []
    position = 0
    for gap in _GAP.finditer(folded):
        kept.extend(range(position, gap.start()))
        position = gap.end()
    kept.extend(range(position, len(folded)))
    return Plain("".join(folded[index] for index in kept), tuple(kept))
