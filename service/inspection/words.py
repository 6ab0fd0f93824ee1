"""What reports call things, in both languages."""

from typing import Final

KIND: Final = {
    "contradiction": "矛盾 contradiction",
    "overlap": "规则重叠 two rules for one case",
    "gap": "区间缺口 gap between intervals",
    "no_unit": "缺单位 number without unit",
    "broken_reference": "引用落空 broken reference",
    "outdated": "过期版本 outdated version",
    "duplicate": "重复段落 duplicate passage",
    "no_header": "缺表头 table without header",
}
SEVERITY: Final = {"error": "错误 error", "warning": "警告 warning", "note": "提示 note"}
TURN: Final = {
    "added": "新增 added",
    "removed": "删除 removed",
    "changed": "改动 changed",
    "value": "数值改变 value changed",
    "condition": "条件改变 condition changed",
    "value_and_condition": "数值和条件改变 value and condition changed",
}
