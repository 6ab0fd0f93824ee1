"""A dozen made-up rules with the traps of real ones: neighbours, opposites, scopes, versions, things that look alike."""

from collections.abc import Mapping
from pathlib import Path

from service.wiring import Application

KB = "行为库"
FILES: Mapping[str, str] = {
    "年休假办法2019版.md": "---\ntitle: 云杉市职工年休假办法\nversion: 2019版\nvalid_from: 2019-01-01\n---\n\n# 云杉市职工年休假办法\n\n## 第一条 天数\n\n"
    "职工累计工作已满1年不满10年的，年休假4天；已满10年不满20年的，年休假8天；已满20年的，年休假12天。\n",
    "年休假办法2024版.md": "---\ntitle: 云杉市职工年休假办法\nversion: 2024版\nvalid_from: 2024-01-01\n---\n\n# 云杉市职工年休假办法\n\n## 第一条 天数\n\n"
    "职工累计工作已满1年不满10年的，年休假5天；已满10年不满20年的，年休假10天；已满20年的，年休假15天。\n\n"
    "## 第二条 答复\n\n用人单位应当自职工提出申请之日起7日内作出答复。\n",
    "退换规则.md": """# 青禾商城退换规则

## 一、退货期限

| 顾客 | 退货期限 | 退货运费 |
| --- | --- | --- |
| 会员 | 15天 | 免费 |
| 非会员 | 7天 | 10元 |

## 二、取消订单

未发货的订单，取消后1小时内退款；已发货的订单，签收退回后3个工作日内退款。

## 三、拆封

未拆封的耳机支持30天换货；已拆封的耳机支持10天换货。
""",
    "价目.md": """# 青禾商品价目

| 产品 | 价格 | 保修期 | 续航 | 无理由退货 |
| --- | --- | --- | --- | --- |
| 星河手机 | 1999元 | 12个月 | 20小时 | 支持 |
| 星河手机Pro | 2999元 | 24个月 | 26小时 | 支持 |
| 青岚平板 | 2599元 | 18个月 | 14小时 | 支持 |
| 白桦电视 | 3999元 | 36个月 | — | 不支持 |
| 松涛耳机 | 299元 | 6个月 | 30小时 | 支持 |
""",
    "培训补贴.md": "# 培训补贴办法\n\n## 标准\n\n职工工龄满1年的，培训补贴500元；满10年的，培训补贴3000元。\n",
    "售后时效.md": "# 售后时效\n\n## 维修\n\n手机的维修时间为3天，电视的维修时间为7天。\n\n## 检测\n\n手机的检测时间为1天，电视的检测时间为2天。\n",
    "手机保养.md": "---\ntitle: 手机保养服务\nproduct_line: 手机\n---\n\n# 手机保养服务\n\n## 费用\n\n深度清洁的服务费为60元，上门费为30元。\n",
    "家电保养.md": "---\ntitle: 家电保养服务\nproduct_line: 家电\n---\n\n# 家电保养服务\n\n## 费用\n\n深度清洁的服务费为180元，上门费为50元。\n",
    "发票.md": "# 发票说明\n\n## 开具\n\n电子发票的开具时限为1个工作日，纸质发票的开具时限为5个工作日。\n\n## 补开\n\n发票的补开期限为90天。\n",
    "运费.md": "# 运费说明\n\n## 标准\n\n| 地区 | 首重运费 | 送达时间 |\n| --- | --- | --- |\n| 江浙沪 | 6元 | 1天 |\n| 华北 | 8元 | 3天 |\n| 西藏 | 20元 | 7天 |\n",
    "押金.md": "# 租借规则\n\n## 押金\n\n相机的押金为2000元，三脚架的押金为300元。\n\n## 租期\n\n相机的租期最长为14天，三脚架的租期最长为30天。\n",
}  # fmt: skip


def load(application: Application, folder: Path) -> None:
    """Load the rules into ``KB``."""
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    report = application.loader.load(KB, [folder])
    assert report.failures == ()
