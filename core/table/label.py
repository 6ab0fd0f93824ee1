"""Whether a cell reads as the name of something, or as a value."""

import re
from functools import lru_cache

from core.text import fold

# What names of attributes end in, by length; a longer ending says more.
_ENDINGS = re.compile(
    r"(?:名称|姓名|全称|简称|中文名|外文名|英文名|别名|编号|代码|编码|型号|货号|序号|日期|时间|时长|期限|年限|年月|时段|期间|金额|余额|总额|价格|单价|"
    r"费用|比例|比率|比重|占比|数量|数目|数额|人数|次数|件数|重量|容量|产量|类型|类别|种类|分类|性质|方式|方法|渠道|地址|地点|地区|区域|位置|产地|"
    r"电话|传真|邮箱|信箱|邮编|网址|网站|规格|尺寸|长度|宽度|高度|深度|厚度|直径|半径|内径|外径|面积|体积|密度|温度|湿度|压力|电压|电流|功率|"
    r"频率|速度|转速|扭矩|精度|等级|级别|程度|状态|状况|情况|条件|要求|标准|依据|原因|说明|备注|内容|范围|用途|功能|特点|特征|优势|成分|材质|"
    r"材料|介质|颜色|性别|年龄|民族|国籍|籍贯|学历|学位|职务|职称|职业|专业|院校|部门|机构|负责人|联系人|代表人|厂家|厂商|商家|品牌|作者|"
    r"项目|事项|指标|参数|合计数|发生额|期末|期初|年末|年初|本期|上期|本年|上年|本年度|上年度|变动|增加|减少|增减|账面价值|原值|净值|关系|"
    r"义务|权利|资本|股本|股数|行业|利率|税率|税种|信息|人员|意见|结论|结果|描述|摘要|理由|措施|流程|步骤|形式|风格|字数|"
    r"是否|索引|附注|单位|用户|主体|对象|来源|去向|目的|成员|职责|奖项|成就|作品|出处|周期|寿命|距离|行程|口径|版本|星座|血型|资料)$"
)
_CHARACTERS = re.compile(r"[名号期额价费率比数量型类址网径长宽高重率级人]$")
_ENGLISH = re.compile(
    r"\b(?:name|date|time|type|model|price|amount|total|rate|number|no|code|unit|size|weight|length|width|height|"
    r"address|phone|email|status|description|remarks?|year|item|category|value|quantity|qty|id)\.?$",
    re.IGNORECASE,
)
_UNIT_AFTER = re.compile(
    r"(?:[（(\[][^（）()\[\]]{1,12}[)）\]]|/?\s*[%％℃]|/\s*[a-zμ]{1,4}\d?|(?<=[^a-z0-9\-])(?:[kmcμ]?[wvamg]|kcal/h|k?pa|m3/h|[km]?hz|r/min|rpm|kva|wh|m?ah))\s*$"
)
_ASKS = re.compile(r"^(?:是否|有无|能否|是或否)|与否$")
_NUMBER = re.compile(r"^[±＋+\-−–—~～≈≤≥<>＜＞（(¥￥$€约第]*\s*\d[\d,，.．]*")
_YEAR = re.compile(r"^(?:(?:19|20)\d\d\s*年?(?:度|末|初|底)?|\d{1,2}月|第?[一二三四1-4]季度?|[Qq][1-4])$")
_DAY = re.compile(r"^[（(]?\d{4}[年\-./]\d{1,2}[月\-./](?:\d{1,2}日?)?(?:[（(至\-~—].*)?[)）]?$")
_COUNT = re.compile(r"^\d{1,2}$")
_WORD_VALUE = re.compile(
    r"^(?:是|否|有|无|男|女|不适用|不支持|支持|未知|不明|[√×✓✗☑□■○●Yy][是否有无]?|yes|no|true|false)$", re.I
)
_TICKED = re.compile(r"[√□☑☐■]")
_PLACE_ON_NET = re.compile(r"^\S+@\S+$|^(?:https?://|www\.)", re.IGNORECASE)
_CODE = re.compile(r"^(?=.*\d)[A-Za-z0-9][A-Za-z0-9\-_./+*×]*$")
_OWNER = re.compile(
    r"(?:公司|集团|银行|大学|学院|医院|事务所|委员会|研究所|研究院|[支分]行|工厂|先生|女士)$|[省市县区]$"
)
_SENTENCE = re.compile(r"[。；;！？]|，.*，")
_TOTAL = re.compile(
    r"^(?:合计|总计|小计|共计|总和|本?页?合计数?|sub-?total|(?:grand )?total)$|(?:合计|小计|总计)$", re.IGNORECASE
)
_LONG, _SHORT, _LONGEST_UNIT = 25, 8, 5


@lru_cache(maxsize=20_000)
def labelness(text: str) -> float:
    """Return how much ``text`` reads as the name of a row or column: 1 surely, 0 no telling, -1 surely a value."""
    plain = "".join(fold(text).split())
    if not plain:
        return 0.0
    if plain.endswith(("：", ":")) and len(plain) <= _LONG:
        return 1.0
    if _YEAR.match(plain):
        return 0.2
    if is_value(text):
        return -1.0
    return _named(plain, text)


def _named(plain: str, text: str) -> float:
    bare = _UNIT_AFTER.sub("", plain)
    if plain.count("、") >= 2:
        return -0.7
    if _ASKS.search(plain):
        return 0.8
    if _SENTENCE.search(plain) or len(plain) > 2 * _LONG:
        return -0.9
    if bare and (_ENDINGS.search(bare) or _ENGLISH.search(text.strip())):
        return 1.0 if len(bare) <= _LONG else 0.4
    if _OWNER.search(plain):
        return -0.5
    if bare != plain and bare and len(bare) <= _LONG and len(plain) - len(bare) <= _LONGEST_UNIT + 2:
        return 0.6
    if _CHARACTERS.search(bare) and len(bare) <= _SHORT:
        return 0.5
    if len(plain) > _LONG:
        return -0.5
    return 0.1 if len(plain) <= _SHORT else -0.2


def header_label(text: str) -> float:
    """Return how much ``text`` reads as the name of a column; a day or a running number may name one, too."""
    plain = "".join(fold(text).split())
    return 0.2 if _DAY.match(plain) or _COUNT.match(plain) else labelness(text)


@lru_cache(maxsize=20_000)
def is_value(text: str) -> bool:
    """Return whether ``text`` can hardly name anything: a number, date, code, tick or address on the net."""
    plain = "".join(fold(text).split())
    if _WORD_VALUE.match(plain) or _TICKED.search(plain) or _PLACE_ON_NET.match(plain) or _CODE.match(plain):
        return True
    number = _NUMBER.match(plain)
    return bool(number) and not _is_numbered_name(plain)


def _is_numbered_name(plain: str) -> bool:
    """Tell 1、投标人名称, (1)短期薪酬 and 1号变压器 from a number with its unit."""
    return bool(re.match(r"^[（(]?\d{1,2}(?:[)）、]|[.．](?!\d)|号(?!$))[^\d]{2,}", plain))


def is_count(text: str) -> bool:
    """Return whether ``text`` is a running number."""
    return bool(_COUNT.match(text.strip()))


def is_total(text: str) -> bool:
    """Return whether ``text`` names a sum of other rows or columns (合计, 小计, total)."""
    return bool(_TOTAL.search("".join(text.split())))
