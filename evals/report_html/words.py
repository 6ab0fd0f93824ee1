"""The words of a report, Chinese and English beside each other; names that have no words stand as they are."""

from typing import NamedTuple


class Words(NamedTuple):
    """One label in both languages."""

    zh: str
    en: str


_LAYERS = {
    "parse": Words("解析", "parse"),
    "chunk": Words("分块", "chunk"),
    "extract": Words("抽取", "extract"),
    "normalise": Words("归一", "normalise"),
    "synonym": Words("同义词", "synonym"),
    "route": Words("路由", "route"),
    "structured": Words("结构化检索", "structured search"),
    "vector": Words("向量检索", "vector search"),
    "keyword": Words("关键词检索", "keyword search"),
    "fusion": Words("融合", "fusion"),
    "rerank": Words("重排", "rerank"),
    "answer": Words("作答", "answer"),
    "unattributed": Words("未归因", "unattributed"),
    "kept": Words("未丢失", "nothing lost"),
}
_STAGES = {
    "analyse": Words("分析问题", "analyse"),
    "embed": Words("问题向量", "embed"),
    "fuse": Words("融合", "fuse"),
    "compose": Words("组织答案", "compose"),
    "write": Words("撰写", "write"),
    "total": Words("合计", "total"),
    "fact": Words("事实", "fact"),
}
_FIGURES = {
    "questions": Words("题数", "questions"),
    "accuracy": Words("正确率", "accuracy"),
    "value_accuracy": Words("数值正确率", "value accuracy"),
    "citation_accuracy": Words("引用正确率", "citation accuracy"),
    "faithfulness": Words("忠实度", "faithfulness"),
    "judge.faithfulness": Words("模型评判：忠实", "judge: faithful"),
    "judge.correctness": Words("模型评判：正确", "judge: correct"),
    "refused_right": Words("应拒已拒", "rightly refused"),
    "refused_answerable": Words("误拒", "wrongly refused"),
    "fact_coverage": Words("事实覆盖", "fact coverage"),
    "structured_accuracy": Words("结构化准确率", "structured accuracy"),
    "exact_answer": Words("直接答案准确", "exact direct answer"),
    "hit_at_1": Words("首位命中", "hit@1"),
    "hit_at_5": Words("前五命中", "hit@5"),
    "reciprocal_rank": Words("平均倒数排名", "MRR"),
    "vector_hit_at_1": Words("向量首位命中", "vector hit@1"),
    "vector_hit_at_5": Words("向量前五命中", "vector hit@5"),
    "keyword_hit_at_5": Words("关键词前五命中", "keyword hit@5"),
    "irrelevant_at_5": Words("无关段落占比", "irrelevant share"),
    "milliseconds": Words("毫秒", "milliseconds"),
    "vector_recall_at_1": Words("向量首位", "vector recall@1"),
    "vector_recall_at_5": Words("向量前五", "vector recall@5"),
    "vector_mrr": Words("向量倒数排名", "vector MRR"),
    "vector_ndcg_at_10": Words("向量 nDCG@10", "vector nDCG@10"),
    "passage_milliseconds": Words("每段毫秒", "ms per passage"),
    "question_milliseconds": Words("每问毫秒", "ms per question"),
    "p_vector": Words("p（向量）", "p (vector)"),
    "dimension": Words("维度", "dimension"),
}
_OUTCOMES = {
    "right": Words("正确", "right"),
    "inexact": Words("正确，未用事实", "right, not by the fact"),
    "wrong": Words("错误", "wrong"),
    "won": Words("改对", "won"),
    "lost": Words("改错", "lost"),
    "both_right": Words("都对", "both right"),
    "both_wrong": Words("都错", "both wrong"),
    "better": Words("更好", "better"),
    "worse": Words("更差", "worse"),
    "even": Words("持平", "even"),
    "unclear": Words("不明显", "unclear"),
    "refused": Words("拒答", "refused"),
}
_LABELS = {
    "evaluation": Words("评测", "Evaluation"),
    "comparison": Words("对比", "Comparison"),
    "suite": Words("评测集", "suite"),
    "kb": Words("知识库", "knowledge base"),
    "made": Words("时间", "made"),
    "language": Words("中文 / English", "中文 / English"),
    "headline": Words("总览", "Headline figures"),
    "waterfall": Words("逐层丢失", "Lost layer by layer"),
    "waterfall_note": Words("每层之后还剩多少题未丢失。", "How many questions are left after each layer."),
    "attribution": Words("归因", "Attribution"),
    "by_kind": Words("按题型", "by kind"),
    "by_tag": Words("按标签", "by tag"),
    "latency": Words("各阶段用时", "Latency by stage"),
    "latency_note": Words("深色到中位数，浅色到第 95 百分位。", "Dark to the median, light to the 95th percentile."),
    "all_questions": Words("全部问题", "All questions"),
    "question": Words("问题", "question"),
    "kind": Words("题型", "kind"),
    "result": Words("结果", "result"),
    "layer": Words("丢失层", "lost in"),
    "rank": Words("名次", "rank"),
    "search": Words("查找", "find"),
    "any": Words("全部", "any"),
    "none_match": Words("没有符合的问题", "no question matches"),
    "misses": Words("未答对的问题", "Misses"),
    "no_misses": Words("没有丢失的问题。", "Nothing was lost."),
    "expected": Words("应答", "expected"),
    "must_refuse": Words("应拒答", "a refusal"),
    "answer": Words("回答", "answer"),
    "evidence": Words("依据", "evidence"),
    "ranks": Words("正确段落在各阶段的名次", "Rank of the right passage by stage"),
    "not_found": Words("未找到", "not found"),
    "trace": Words("追踪", "Trace"),
    "judge": Words("模型评判", "Judged by a model"),
    "judge_note": Words(
        "语言模型对每句回答的判断及理由；不一致表示与程序自己的检查不同。",
        "What a language model says of each statement, and why; differs means from the program's own check.",
    ),
    "supported": Words("有依据", "supported"),
    "judged_correct": Words("正确", "correct"),
    "judged_incorrect": Words("不正确", "not correct"),
    "judge_failed": Words("评判失败", "judging failed"),
    "differs_on_correctness": Words("正确与否不一致", "differs on correctness"),
    "differs_on_faithfulness": Words("忠实与否不一致", "differs on faithfulness"),
    "figures": Words("全部指标", "All figures"),
    "settings": Words("设置", "Settings"),
    "differing_settings": Words("不同的设置", "Settings that differ"),
    "differences": Words("各项指标之差", "Differences"),
    "differences_note": Words(
        "差为右减左，附 95% 自助法区间；p 来自精确符号检验或随机化检验，逐项计算，未作多重校正。",
        "The gap is right minus left with its 95 % bootstrap interval; p is of the exact sign test or the "
        "randomisation test, each figure by itself, not corrected for looking at many.",
    ),
    "figure": Words("指标", "figure"),
    "gap": Words("差", "gap"),
    "interval": Words("95% 区间", "95 % interval"),
    "verdict": Words("判断", "verdict"),
    "groups": Words("分组", "Groups"),
    "group": Words("组", "group"),
    "overview": Words("总表", "Overview"),
    "not_compared": Words("未比较的问题", "Questions not compared"),
    "only_left": Words("只在左侧", "only in the left run"),
    "only_right": Words("只在右侧", "only in the right run"),
    "changed": Words("问题或期望已改", "question or expected values changed"),
    "none": Words("无", "none"),
    "variant": Words("方案", "variant"),
    "back": Words("返回列表", "back to the list"),
}
# A label of the page comes first: ``answer`` is the answer there, and a layer where layers are listed.
_KNOWN = {**_LAYERS, **_STAGES, **_FIGURES, **_OUTCOMES, **_LABELS}


def words(name: str) -> Words:
    """Return the label called ``name``, or the name itself in both languages."""
    return _KNOWN.get(name, Words(name, name))


def layer_words(name: str) -> Words:
    """Return what a layer or stage is called."""
    return _LAYERS.get(name) or _STAGES.get(name) or Words(name, name)
