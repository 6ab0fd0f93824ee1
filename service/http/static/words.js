// The page's own words in both languages; text of documents never comes from here.
const WORDS = {
  zh: {
    kb: "知识库", question: "问题", ask: "提问", answer: "答案", sources: "依据", facts: "事实", trace: "推导过程",
    subject: "主体", attribute: "属性", value: "取值", condition: "条件", state: "状态", upload: "上传文档",
    target: "放入知识库（没有则新建）", files: "文件", send: "上传", none: "还没有知识库，请先上传文档。",
    working: "正在处理……", placeholder: "例如：金卡会员网上买的东西多少天内可以无理由退货？", confidence: "置信度",
    refused: "未作答", conflict: "冲突", skipped: "未使用", loaded: "已加载", unchanged: "内容未变", duplicate: "已有相同文件",
    failed: "失败", score: "分数", why: "依据", stage: "阶段", text: "原文", other: "English", offline: "服务没有回应。",
    key: "此服务需要密钥（dm_…）：",
    exact_approved: "已审核事实", exact_candidate: "自动抽取的事实", quoted: "原文引用", written: "模型撰写",
    grade_none: "无答案", superseded: "已被新版本取代", candidate: "待审核", approved: "已审核",
    vector: "向量检索", keyword: "关键词检索", structured: "结构化检索", timings: "用时（毫秒）", intent: "意图", mentions: "提及",
  },
  en: {
    kb: "Knowledge base", question: "Question", ask: "Ask", answer: "Answer", sources: "Sources", facts: "Facts",
    trace: "How it was found", subject: "Subject", attribute: "Attribute", value: "Value", condition: "Condition",
    state: "State", upload: "Upload documents", target: "Into knowledge base (made when new)", files: "Files",
    send: "Upload", none: "There is no knowledge base yet: upload a document first.", working: "Working …",
    placeholder: "For example: within how many days can gold members return online purchases?",
    confidence: "Confidence", refused: "Refused", conflict: "Conflict", skipped: "Skipped", loaded: "loaded",
    unchanged: "unchanged", duplicate: "already there", failed: "failed", score: "Score", why: "Why", stage: "Stage",
    text: "Text", other: "中文", offline: "The service does not answer.",
    key: "This service needs a key (dm_…):",
    exact_approved: "Exact, approved fact", exact_candidate: "Exact, candidate fact", quoted: "Quoted passage",
    written: "Written by a model", grade_none: "No answer", superseded: "superseded", candidate: "candidate",
    approved: "approved", vector: "Vector search", keyword: "Keyword search", structured: "Structured search",
    timings: "Timings (ms)", intent: "Intent", mentions: "Mentions",
  },
};

const stored = localStorage.getItem("dianmian.language");
let language = stored === "zh" || stored === "en" ? stored : navigator.language.startsWith("zh") ? "zh" : "en";

export const word = (key) => WORDS[language][key] ?? key;

export function applyWords() {
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  for (const node of document.querySelectorAll("[data-text]")) node.textContent = word(node.dataset.text);
}

export function otherLanguage() {
  language = language === "zh" ? "en" : "zh";
  localStorage.setItem("dianmian.language", language);
}
