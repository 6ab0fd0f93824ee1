"""Small children are searched and cited; the parent around them comes along as context."""

from pathlib import Path

from core.settings import Settings
from service.views.passage import search_result
from service.wiring import build
from store.engine import Database

RULES = "\n\n".join(
    f"第{number}类订单由{name}负责处理，处理时间为{days}个工作日。其余事项由客服中心另行通知，请保留好订单编号。"
    for number, name, days in (("一", "线上客服组", 2), ("二", "门店服务组", 4), ("三", "企业业务组", 6))
)


def test_a_child_comes_with_its_parent(database: Database, settings: Settings, tmp_path: Path) -> None:
    path = tmp_path / "处理规则.md"
    path.write_text(f"# 处理规则\n\n## 分工\n\n{RULES}\n", encoding="utf-8")
    chosen = settings.model_copy(update={"chunk_parents": True, "chunk_child_size": 64})
    application = build(chosen, database)
    report = application.loader.load("parents", [path])
    assert not report.failures
    found = search_result(application.retriever.search("parents", "门店服务组的处理时间是几天"), 3)
    best = found.passages[0]
    assert "门店服务组" in best.chunk.text
    assert len(best.chunk.text) < len(best.context)
    assert "企业业务组" in best.context
