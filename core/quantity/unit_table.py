# ruff: noqa: E501 (tables and patterns read best unbroken)
"""The units, as data. One row: name, factor to the base unit, English name, key, other spellings.

The first row of a dimension is its base. A factor is ``"3"``, ``"1/3"`` or ``"5/9 -32"`` (added before scaling).
Sources: the calendar's mean year of 365.2425 days; SI; GB 3100; the international yard, pound and mile of 1959;
the Chinese market units (市制) as fixed in metric terms; binary multiples of the byte.
"""

MEASURES: dict[str, str] = {
    "ratio": """
        1 | 1 | - | one | -
        % | 1/100 | % | percent | percent per_cent
        百分点 | 1/100 | percentage points | point | 个百分点 percentage_point
        ‰ | 1/1000 | - | permille | -
        倍 | 1 | - | times | -
        折 | 1/10 | - | zhe | -
        成 | 1/10 | - | cheng | -
    """,
    "duration": """
        天 | 1 | days | day | 日 个自然日 自然日 个日历日 日历日 个日历天 日历天 整天 day calendar_days calendar_day d
        秒 | 1/86400 | seconds | second | 秒钟 second s sec secs
        毫秒 | 1/86400000 | milliseconds | millisecond | millisecond ms
        分钟 | 1/1440 | minutes | minute | 分钟时间 minute min mins
        刻钟 | 15/1440 | - | quarter | -
        小时 | 1/24 | hours | hour | 个小时 钟头 个钟头 个钟 hour h hr hrs
        周 | 7 | weeks | week | 个星期 星期 个礼拜 礼拜 个周 week wk wks
        个月 | 30.436875 | months | month | 个自然月 自然月 month
        季度 | 91.310625 | - | season | 个季度
        年 | 365.2425 | years | year | 周年 个年度 年度 个自然年 自然年 整年 年整 year yr yrs
    """,
    "business_days": """
        个工作日 | 1 | working days | workday | 工作日 个营业日 营业日 个交易日 交易日 个工作天 工作天 working_day
            business_days business_day workdays workday
    """,
    "age": """
        岁 | 1 | years old | year | 周岁 岁大 year_old years_of_age
        个月大 | 1/12 | months old | month | 月大 month_old
        周大 | 7/365.2425 | weeks old | week | 个星期大 week_old
        天大 | 1/365.2425 | days old | day | day_old
    """,
    "length": """
        米 | 1 | m | m | 公尺 m metres metre meters meter
        公里 | 1000 | km | km | 千米 km KM Km kilometres kilometers kilometre kilometer
        分米 | 1/10 | dm | dm | -
        厘米 | 1/100 | cm | cm | 公分 CM centimetres centimeters
        毫米 | 1/1000 | mm | mm | 公厘 MM millimetres millimeters
        微米 | 1/1000000 | µm | um | um
        纳米 | 1/1000000000 | nm | nm | -
        里 | 500 | li | li | 华里 市里
        丈 | 10/3 | zhang | zhang | -
        尺 | 1/3 | chi | chi | 市尺
        海里 | 1852 | nautical miles | nmi | nautical_mile
        英里 | 1609.344 | miles | mile | 哩 mile
        码 | 0.9144 | yards | yard | yard yd
        英尺 | 0.3048 | feet | ft | 呎 foot ft
        英寸 | 0.0254 | inches | inch | 吋 寸 inch
    """,
    "area": """
        平方米 | 1 | m² | m2 | 平米 平方 ㎡ m2 M2 square_metres square_meters square_metre square_meter sqm
        平方公里 | 1000000 | km² | km2 | 平方千米 km2
        平方厘米 | 1/10000 | cm² | cm2 | cm2
        平方英尺 | 0.09290304 | sq ft | sqft | square_feet square_foot
        公顷 | 10000 | hectares | ha | ha hectare
        亩 | 2000/3 | mu | mu | -
    """,
    "volume": """
        升 | 1/1000 | L | l | 公升 L litres liters litre liter
        立方米 | 1 | m³ | m3 | 立方 m3
        毫升 | 1/1000000 | mL | ml | ml ML cc
        立方厘米 | 1/1000000 | cm³ | cm3 | cm3
        加仑 | 0.003785411784 | gallons | gallon | gallon
    """,
    "mass": """
        公斤 | 1 | kg | kg | 千克 kg KG Kg kilograms kilogram kilos
        克 | 1/1000 | g | g | g grams gram
        毫克 | 1/1000000 | mg | mg | -
        微克 | 1/1000000000 | µg | ug | ug
        吨 | 1000 | tonnes | t | 公吨 t tons ton tonne
        斤 | 1/2 | jin | jin | 市斤
        两 | 1/20 | liang | liang | -
        钱重 | 1/200 | - | qian | -
        克拉 | 1/5000 | carats | carat | carat
        磅 | 0.45359237 | lb | lb | lbs pounds_weight
        盎司 | 0.028349523125 | oz | oz | ounces ounce
    """,
    "data": """
        B | 1 | B | B | 字节 bytes byte
        比特 | 1/8 | bits | bit | bit
        千比特 | 128 | Kbit | kbit | Kbit Kb
        KB | 1024 | KB | KB | kB K字节 千字节
        MB | 1048576 | MB | MB | mb M字节 兆字节 兆 M
        GB | 1073741824 | GB | GB | gb G字节 吉字节 G
        TB | 1099511627776 | TB | TB | tb T字节 太字节
        PB | 1125899906842624 | PB | PB | -
    """,
    "bandwidth": """
        Mbps | 1 | Mbps | Mbps | mbps Mb/s Mbit/s 兆比特每秒
        Kbps | 1/1000 | Kbps | Kbps | kbps
        Gbps | 1000 | Gbps | Gbps | gbps
    """,
    "temperature": """
        ℃ | 1 | °C | C | °C °c 摄氏度 度 degrees_Celsius degrees
        ℉ | 5/9 -32 | °F | F | °F °f 华氏度 degrees_Fahrenheit
    """,
    "speed": """
        公里/小时 | 1 | km/h | kmh | km/h KM/H Km/h kmh kph 迈
        米/秒 | 3.6 | m/s | ms | m/s
        英里/小时 | 1.609344 | mph | mph | mph
        海里/小时 | 1.852 | knots | knot | 节航速 knot
    """,
    "power": """
        瓦 | 1 | W | W | 瓦特 W w watts watt
        千瓦 | 1000 | kW | kW | kW KW kw kilowatts
        兆瓦 | 1000000 | MW | MW | MW
        马力 | 735.49875 | hp | hp | 匹马力 hp
    """,
    "energy": """
        千瓦时 | 1 | kWh | kWh | kWh KWh KWH kwh 千瓦小时 度电
        焦 | 1/3600000 | J | J | 焦耳 J
        千焦 | 1/3600 | kJ | kJ | kJ KJ
        千卡 | 4184/3600000 | kcal | kcal | 大卡 kcal
        卡 | 4.184/3600000 | cal | cal | 卡路里 cal
    """,
    "frequency": """
        赫兹 | 1 | Hz | Hz | 赫 Hz HZ hz
        千赫 | 1000 | kHz | kHz | 千赫兹 kHz KHz
        兆赫 | 1000000 | MHz | MHz | 兆赫兹 MHz
        吉赫 | 1000000000 | GHz | GHz | 吉赫兹 GHz Ghz
    """,
    "battery": """
        毫安时 | 1 | mAh | mAh | mAh MAH mah 毫安
        安时 | 1000 | Ah | Ah | Ah
    """,
    "voltage": """
        伏 | 1 | V | V | 伏特 V
        千伏 | 1000 | kV | kV | kV KV
        毫伏 | 1/1000 | mV | mV | -
    """,
    "current": """
        安 | 1 | A | A | 安培 A
    """,
    "pressure": """
        千帕 | 1 | kPa | kPa | kPa KPa
        帕 | 1/1000 | Pa | Pa | 帕斯卡 Pa
        兆帕 | 1000 | MPa | MPa | MPa
        巴 | 100 | bar | bar | bar
    """,
    "sound": "分贝 | 1 | dB | dB | dB",
    "substance": "摩尔 | 1 | mol | mol | mol",
    "pixels": """
        像素 | 1 | pixels | px | px pixel
    """,
    "grade": """
        级 | 1 | - | grade | 级别
        年级 | 1 | - | form | -
        等 | 1 | - | class | -
        星 | 1 | - | star | 星级
    """,
}

CURRENCIES = """
    CNY | 元 | yuan | 元人民币 人民币元 人民币 元钱 元整 元正 块钱 块 大洋 RMB CNY rmb
    USD | 美元 | US dollars | 美金 美刀 刀 US_dollars dollars US_dollar dollar USD usd
    EUR | 欧元 | euros | euro EUR
    GBP | 英镑 | pounds | pounds_sterling pound GBP
    JPY | 日元 | yen | 日币 日本元 JPY
    HKD | 港元 | Hong Kong dollars | 港币 港纸 HKD
    TWD | 新台币 | New Taiwan dollars | 台币 新台币元 TWD
    MOP | 澳门元 | patacas | 澳门币 MOP
    KRW | 韩元 | won | 韩币 韩圜 KRW
    SGD | 新加坡元 | Singapore dollars | 新币 SGD
    AUD | 澳元 | Australian dollars | 澳大利亚元 澳币 AUD
    CAD | 加元 | Canadian dollars | 加拿大元 加币 CAD
    NZD | 新西兰元 | New Zealand dollars | 纽币 NZD
    CHF | 瑞士法郎 | Swiss francs | CHF
    RUB | 卢布 | roubles | 俄罗斯卢布 RUB
    INR | 卢比 | rupees | 印度卢比 INR
    THB | 泰铢 | baht | 铢 THB
    MYR | 马来西亚令吉 | ringgit | 令吉 林吉特 马币 MYR
    VND | 越南盾 | dong | VND
    BRL | 雷亚尔 | reais | 巴西雷亚尔 BRL
    NGN | 奈拉 | naira | NGN
    SEK | 瑞典克朗 | kronor | SEK
    BTC | 比特币 | bitcoins | 个比特币 BTC
"""

SUBUNITS = """
    CNY | 角 | 1/10 | jiao | 毛钱 毛 角钱
    CNY | 分钱 | 1/100 | fen | 分人民币
    USD | 美分 | 1/100 | US cents | cents cent
    EUR | 欧分 | 1/100 | euro cents | -
    GBP | 便士 | 1/100 | pence | -
    JPY | 日本钱 | 1/100 | sen | 钱
"""

SYMBOLS: dict[str, str] = {
    "¥": "CNY", "人民币": "CNY", "RMB": "CNY", "CNY": "CNY", "US$": "USD", "$": "USD", "USD": "USD", "美元": "USD",
    "€": "EUR", "EUR": "EUR", "£": "GBP", "GBP": "GBP", "HK$": "HKD", "HKD": "HKD", "NT$": "TWD", "TWD": "TWD",
    "JPY": "JPY", "港币": "HKD",
}  # fmt: skip

# Counter words. After a slash come spellings of the same counter; they compare as one.
COUNTERS = (
    "个 次/回/趟/times/time 人/名/位/口/persons/people/person 件 辆 台 份 张 条 户 例 页/pages/page 字/个字/characters/character/words 项 种 家 只 头 "
    "本 套 批 期 轮 场 间 栋/幢 层 座 枚 瓶 盒 箱 袋 包 粒 片 部 句 段 节 门 株 棵 艘 架 双 对 人次 人日 分/个分/points "
    "股 单 笔 篇 封 集 支 根 颗 把 床 处 所 组 类 级别数 步 样 遍 届 班 车次 篇次 票 桌 师 晚/夜/nights/night 餐 "
    "items/item copies/copy users/user"
)
