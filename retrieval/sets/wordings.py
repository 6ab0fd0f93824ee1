"""Words by which questions over records are recognised, all held against folded text."""

import re

MEASURES = frozenset("家个处间座条所种款名位项道")
_MEASURE = f"[{''.join(sorted(MEASURES))}]"
_NUMBER = r"\d+|[一二两三四五六七八九十]{1,3}"
LIST = re.compile(
    r"哪些|哪几|哪[家个间座里]|有哪|有什么|列出|列举|列一下|推荐|帮我(?:找|查|选)|找(?:出|一下)?|所有|全部|which|list|find"
)
COUNT = re.compile(rf"(?:多少|几)(?P<measure>{_MEASURE})(?!工作日|小时|月|钟)|how many")
COMPARE = re.compile(
    r"(?:哪|谁).{0,6}?(?:更|比较|较|最)?(?P<word>贵|便宜|高|低|长|短|多|少|大|小|好)|(?P<difference>差多少|相差|差别|区别)"
    r"|比.{1,40}?(?P<than>贵|便宜|高|低|长|短|多|少|大|小)"
)
YES_NO = re.compile(r"吗[?？。]?$|是否|是不是|有没有|能不能|可不可以|会不会")
SORT = re.compile(
    rf"最(?P<word>贵|便宜|实惠|高|低|长|短|多|少|好|差|大|小|早|晚|久)的?(?:前)?(?:(?P<number>{_NUMBER})(?P<measure>{_MEASURE}))?"
    rf"|(?:排名|排)?前(?P<first>{_NUMBER})(?:名|(?P<measure2>{_MEASURE}))?"
    r"|(?:由|从)(?P<from>高|低|大|小|长|短|多|少|贵|便宜)到(?:高|低|大|小|长|短|多|少|贵|便宜)|(?P<falling>降序|倒序)|(?P<rising>升序|正序)"
)
FALLING = frozenset("贵 高 长 多 好 大 晚 久".split())
PRICE_WORDS = re.compile(r"贵|便宜|实惠|多少钱|价钱|价位|花费|费用")
TIME_WORDS = re.compile(r"最[长短久]")
WORTH_WORDS = re.compile(r"最[好差]|口碑")
# Attributes people mean by such words, whatever a file calls them.
PRICE = re.compile(r"价|费|票|金额|租金|工资")
WORTH = re.compile(r"评分|得分|评价|星级|分数")
OPENING = re.compile(r"营业|开放|开门|服务时间|办公时间|受理时间")
NEARBY = re.compile(r"附近|周边|周围|旁边|邻近|离.{0,20}近")
NEAR_ATTRIBUTE = re.compile(r"^(?:周边|附近|周围|邻近)")
NEGATION = re.compile(r"(?:没有?|不提供|不含|不包括|不支持|无|不在|不是|未提供|除了?)$")
# What is left of a question when these are gone states a condition.
FILLER = re.compile(
    r"请问|你好|帮我|麻烦|我想|想|要|找一?[家个]?|查一?下?|选|推荐|列出|列举|列一下|一下|告诉我|给我|哪[些几家个间座里]|有[哪没]|什么|多少|几|所有|全部|一共|总共|总计|共有?"
    r"|[家个处间座所种款名位项道]|并且|而且|同时|此外|另外|以及|还有|或者|且|并|又|和|与|跟|及|也|都|的|地|得|了|呢|吗|吧|啊|在|有|是|为|带|含|包含|包括|提供|支持|具备|配备|设有|能|可以|可|吃到?"
    r"|满足|符合|条件|要求|其中|里面?|中|内|附近|周边|周围|旁边|邻近|离|近|位于|靠近|按照?|根据|排序|排列|排名|排|前|由|从|到|高|低|贵|便宜|最|更|比较|较|以及|那些|这些|属于|叫|即可|没有?|不|无"
    r"|[,，。?？!！、;；:：\s\"'“”《》()（）]"
)
