# ruff: noqa: E501 (tables and patterns read best unbroken)
"""Words that make a follow-up: links to what was said, pronouns, and questions that name nothing themselves."""

import re

# 那么 and what about lead over from the question before; what follows may be no more than a name.
LINK = re.compile(
    r"^\s*(?:(?:那么|那|还有|另外|然后|再问一下|再请问|请问|以及|换成|如果是|要是|改成|and|then|so|ok|okay|also|but|what about"
    r"|how about|what if it(?: i|')s)(?:[\s,，、]+|(?<=[\u4e00-\u9fff])))+",
    re.I,
)
ECHO = re.compile(r"\s*(?:呢|怎么样|又如何|如何|又怎样)?\s*[?？。!！.]*\s*$")
ENGLISH_ECHO = re.compile(
    r"^\s*(?:(?:and|but|then|ok|okay|so)[\s,]+)?(?:what about|how about|what if it(?: i|')s|and)\b", re.I
)
PRONOUN = re.compile(
    r"它们|它|他们|她们|他|她|前者|后者|该产品|该商品|(?<![\u4e00-\u9fff])该(?=[\u4e00-\u9fff])|(?:这|那)(?:个|款|种|台|张|类|项|些)(?:产品|商品|东西|情况)?"
    r"|这(?=[的要得会能可需有是多])|\b(?:its|it|they|them|their|this one|that one|this|that)\b",
    re.I,
)
# Where a question begins to ask; before it stands what it asks about.
ASK = re.compile(
    r"(?:一般|大概|大约|通常|最[多少快慢长短晚迟早高低]|至[多少]|要|需要?|得|会|能|可以|是|有|应该|应当|为|收|在|去|到|找|花|付|交)*"
    r"(?:多少|哪?几(?![乎])|多[久长快大高远重]|什么|怎么样?|如何|怎样|哪|谁|何时|为什么|能不能|可不可以|是否|有没有|是不是|要不要"
    r"|会不会|用不用|支不支持|贵不贵|(?:可以|能|能够|支持|需要|要|会|有|是|算|用|包|免费|贵|收)[^，。？?]{0,12}[吗么](?=\W*$))"
)
ENGLISH_ASK = re.compile(
    r"^\s*(?:how (?:long|much|many|soon|far|often|do|does|can)|what|when|where|which|who|why|is|are|does|do|can|could|may)\b",
    re.I,
)
# A condition and not a name: what was done, who or what it is not, when and where.
CONDITION = re.compile(
    r"的$|^(?:已经?|未|没有?|非|不|无|如果|要是|假如|周末|平日|节假日|工作日|晚上|夜间|白天|海外|境外|国内|国外|外省|外地|本市|市内"
    r"|市外|线上|线下|网上|门店|同城|异地|超过|满|低于|不足|不到|高于|少于|第[一二三四五六七八九十\d]+次)"
    r"|(?:后|前|时|期间|以?内|以上|以下|以外|情况|的话)$"
)
DENIAL = re.compile(r"^(?:已经|已|未|没有|没|非|不是|不|无)")
# Nouns that belong to a question about anything: what is needed, what it costs, how it goes.
GENERAL = frozenset(
    "账 货 材料 资料 手续 费用 钱 时间 条件 流程 步骤 证件 证明 要求 方式 办法 渠道 地方 地点 部门 电话 限制 原因 理由 人 天 日 月 年 小时 办理 方法 文件 工作日 营业日 个 元 块 次 台 件".split()
)
CHARGE = re.compile(r".{1,3}(?:费|金|息|率)")
ENGLISH_GENERAL = frozenset(
    "take cost long much many soon documents needed need required have get apply price fee done work".split()
)
COMPARED = re.compile(r"^(?:和|跟|与|同|比起?).+?(?:比|相比|比较|对比)?$")
# What a thing has, by the look of its name: 礼品卡的有效期 is about 礼品卡.
PROPERTY = re.compile(r"的[^的]{0,6}(?:期|期限|时效|时间|时限|价格|费用?|率|金额|年限|数量|地址|电话|折扣)$")
# 怎么 asks how; what is done stands behind it.
HOW = re.compile(r"^(?:应该|应当|要|该)?(?:怎么|如何|怎样)(?=[\u4e00-\u9fff])")
IT_TAKES = re.compile(r"\bit takes?\b", re.I)
YEAR = re.compile(r"(?:19|20)\d{2}年?版?")
PARTICLE = re.compile(r"^[的地之\s,，、]+|[的地之\s,，、]+$")
