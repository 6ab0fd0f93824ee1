"""What the checks of a written answer say, in the language of the question."""

REMOVED = {
    "zh": "模型引用了不存在的来源 {numbers}，已去掉。",
    "en": "The model cited sources that do not exist ({numbers}); the marks were removed.",
}
UNFOUNDED = {
    "zh": "“{number}”不在所引用的来源中：{statement}",
    "en": "“{number}” is not in the cited sources: {statement}",
}
FACT_UNSAID = {
    "zh": "事实表中的“{fact}”没有写进回答；以事实为准。",
    "en": "The answer leaves out the fact “{fact}”; the fact holds.",
}
