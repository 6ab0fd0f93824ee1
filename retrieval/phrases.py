"""Phrases that say what kind of question is asked, in Chinese and English."""

import re

COMPARE = re.compile(
    r"区别|差别|不同|相比|对比|比较|差几|差多少|相差|分别|各(?:是|要|有|需要?)?(?:多少|几)|哪个更|哪一?[个款]更|vs|difference|compare",
    re.I,
)
LIST = re.compile(r"哪些|哪几|有哪|列出|列举|都有什么|都有哪|所有的|全部的|which .*s\b|list ", re.I)
COUNT = re.compile(r"(?:有|共|一共)?(?:多少|几)(?:种|款|类)|how many (?:kinds|products|types)", re.I)
WHICH_MOST = re.compile(
    r"(?:哪|谁|什么).{0,14}(?:最|更)|最(?:贵|便宜|长|短|高|低|多|少|大|小|快|慢|晚|早)的.{0,12}(?:是?哪|是?谁|是?什么)",
    re.I,
)
YES_NO = re.compile(
    r"吗[？?]?$|是否|能不能|可不可以|可以.{0,12}[吗么]|能.{0,12}[吗么]|要不要|是不是|有没有|会不会|^(?:can|is|are|does|do)\b",
    re.I,
)
MAXIMUM = re.compile(
    r"最(?:长|高|多|大|晚|迟|贵|慢|久|重|远)|至多|上限|封顶|不超过|longest|highest|most|maximum|up to", re.I
)
MINIMUM = re.compile(
    r"最(?:短|低|少|小|早|便宜|快|轻|近)|至少|下限|起码|起步|shortest|lowest|least|minimum|cheapest", re.I
)
THRESHOLD = re.compile(
    r"(?:超过|满|达到|不足|不满|少于|低于|超出?)了?(?:多少|几|多久|多长)|(?:多少|几|多久|多长)[^，,？?]{0,6}(?:以上|才|起)",
    re.I,
)
YEAR = re.compile(r"(?<!\d)((?:19|20)\d{2})\s*(?:年(?:的|版|那版|旧|老|规定)|版)")
# What is asked for stands in ``asks``; as words these phrases only hide the topic.
ASKING = re.compile(
    r"(?:最[多少晚早快慢长短高低]|至[多少])?[能可要得会]?以?(?:百分之)?(?:多少|哪?几)"
    r"(?:个?(?:工作日|小时|分钟|月|星期|季度|年度)|[个天日年月周点倍折成级次种家款张件台本份项条名人岁公米]|钱|元|块)?"
    r"|多[久长快远高重大](?:时间)?|什么时候|怎么样?|是?哪[个款种家些]|有?什么区别"
)
