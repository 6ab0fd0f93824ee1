import { element, highlighted, table } from "/static/elements.js";
import { applyWords, otherLanguage, word } from "/static/words.js";

const $ = (id) => document.getElementById(id);
const path = (...parts) => parts.map(encodeURIComponent).join("/");
let shown = null;

// Kept for this tab alone: it is gone when the tab is closed.
function withKey(options) {
  const key = sessionStorage.getItem("key");
  return key ? { ...options, headers: { ...options.headers, Authorization: `Bearer ${key}` } } : options;
}

async function call(address, options = {}, again = true) {
  let response;
  try {
    response = await fetch(address, withKey(options));
  } catch {
    throw new Error(word("offline"));
  }
  if (response.status === 401 && again) {
    const key = window.prompt(word("key"));
    if (key) {
      sessionStorage.setItem("key", key.trim());
      return call(address, options, false);
    }
  }
  const body = response.status === 204 ? null : await response.json();
  if (response.ok) return body;
  throw new Error([[body.place, body.detail].filter(Boolean).join("：") || body.title, body.advice].filter(Boolean).join("\n"));
}

const json = (value) => ({
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(value),
});

function notify(text) {
  $("notice").textContent = text;
  $("notice").hidden = !text;
}

async function during(button, work) {
  button.disabled = true;
  notify(word("working"));
  try {
    await work();
    if ($("notice").textContent === word("working")) notify("");
  } catch (error) {
    notify(error.message);
  } finally {
    button.disabled = false;
  }
}

async function listBases(chosen) {
  const { kbs } = await call("/v1/kbs");
  const kept = chosen ?? $("kb").value;
  $("kb").replaceChildren(...kbs.map((kb) => element("option", { value: kb.name }, `${kb.name} (${kb.documents})`)));
  if (kbs.some((kb) => kb.name === kept)) $("kb").value = kept;
  if (!$("target").value) $("target").value = $("kb").value;
  if (!kbs.length) {
    notify(word("none"));
    $("upload-card").open = true;
  }
}

function badges(answer) {
  const grade = answer.grade === "none" ? word("grade_none") : word(answer.grade);
  const items = [["good", grade], ["", `${word("confidence")} ${Math.round(answer.confidence * 100)}%`]];
  if (answer.refused) items.push(["warn", `${word("refused")}: ${answer.reason}`]);
  for (const text of answer.conflicts) items.push(["warn", `${word("conflict")}: ${text}`]);
  for (const text of answer.degraded) items.push(["", `${word("skipped")}: ${text}`]);
  return items.map(([kind, text]) => element("li", { class: kind }, text));
}

async function chunkText(kb, answer, citation) {
  const passage = answer.passages.find((item) => item.chunk.id === citation.chunk_id);
  if (passage) return passage.chunk.text;
  const { chunks } = await call(`/v1/kbs/${path(kb, "documents", citation.document_id, "chunks")}`);
  return chunks.find((chunk) => chunk.id === citation.chunk_id)?.text ?? citation.quote;
}

async function citationItem(kb, answer, citation) {
  const text = await chunkText(kb, answer, citation);
  const exact = Array.from(text).slice(citation.quote_start, citation.quote_end).join("") === citation.quote;
  const body = exact ? highlighted(text, citation.quote_start, citation.quote_end) : [element("mark", {}, citation.quote)];
  const where = [citation.document, citation.anchor].filter(Boolean).join(" · ");
  return element(
    "li", { id: `source-${citation.number}` },
    element("strong", {}, citation.title), " ", element("span", { class: "where" }, where),
    element("blockquote", { class: "chunk", tabindex: "0" }, ...body),
  );
}

function factRow(fact) {
  const cells = [
    fact.subject, fact.attribute, fact.value, fact.conditions.map((item) => item.text).join("；"), word(fact.state),
  ];
  return element("tr", {}, ...cells.map((cell) => element("td", {}, cell)));
}

function traceTables(answer) {
  const { question = {}, vector = [], keyword = [], structured = [] } = answer.trace;
  const mentions = (question.mentions ?? []).map((item) => `${item.surface} → ${item.canonical}`).join("；");
  const hits = (items) => items.map((hit) => [hit.score, hit.why, hit.chunk_id ?? hit.fact]);
  const columns = [word("score"), word("why"), "id"];
  return [
    table(word("question"), [word("intent"), word("mentions")], [[question.intent, mentions]]),
    table(word("structured"), columns, hits(structured)),
    table(word("vector"), columns, hits(vector)),
    table(word("keyword"), columns, hits(keyword)),
    table(
      word("sources"), [word("score"), word("sources"), word("text")],
      answer.passages.map((item) => [item.score, item.document, item.chunk.text.slice(0, 120)]),
    ),
    table(word("timings"), [word("stage"), "ms"], Object.entries(answer.timings)),
  ];
}

async function show(kb, answer) {
  shown = { kb, answer };
  const items = await Promise.all(answer.citations.map((citation) => citationItem(kb, answer, citation)));
  $("answer-text").textContent = answer.answer;
  $("badges").replaceChildren(...badges(answer));
  $("citation-list").replaceChildren(...items);
  $("fact-rows").replaceChildren(...answer.facts.map(factRow));
  $("trace-body").replaceChildren(...traceTables(answer));
  $("citations").hidden = !items.length;
  $("facts").hidden = !answer.facts.length;
  $("result").hidden = false;
}

$("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  const kb = $("kb").value;
  if (!kb) {
    notify(word("none"));
    return;
  }
  during(event.submitter ?? $("ask").querySelector("button"), async () => {
    await show(kb, await call(`/v1/kbs/${path(kb, "ask")}`, json({ question: $("question").value })));
  });
});

async function ensureBase(name) {
  const { kbs } = await call("/v1/kbs");
  if (!kbs.some((kb) => kb.name === name)) await call("/v1/kbs", json({ name }));
}

$("upload").addEventListener("submit", (event) => {
  event.preventDefault();
  during(event.submitter ?? $("upload").querySelector("button"), async () => {
    const name = $("target").value.trim();
    const form = new FormData();
    for (const file of $("files").files) form.append("files", file, file.name);
    await ensureBase(name);
    const result = await call(`/v1/kbs/${path(name, "documents")}`, { method: "POST", body: form });
    $("uploaded").replaceChildren(
      ...result.documents.map((item) => element("li", {}, `${item.source_name}: ${word(item.state)}`)),
      ...result.failures.map((item) => element("li", { class: "warn" }, `${word("failed")}: ${item.message}`)),
    );
    await listBases(name);
  });
});

function words() {
  applyWords();
  $("language").textContent = word("other");
  $("question").placeholder = word("placeholder");
}

$("language").addEventListener("click", () => {
  otherLanguage();
  words();
  if (shown) show(shown.kb, shown.answer);
});

words();
listBases().catch((error) => notify(error.message));
