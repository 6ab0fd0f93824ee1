import { element, table } from "/static/elements.js";

const METHODS = ["get", "post", "put", "patch", "delete"];
const nameOf = (reference) => reference.split("/").pop();

function typeOf(schema = {}) {
  if (schema.$ref) return element("a", { href: `#${nameOf(schema.$ref)}` }, nameOf(schema.$ref));
  const options = schema.oneOf ?? schema.anyOf;
  if (options) return element("span", {}, ...options.flatMap((option, at) => (at ? [" | ", typeOf(option)] : [typeOf(option)])));
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.type === "array") return element("span", {}, "[", typeOf(schema.items), "]");
  const map = schema.type === "object" && schema.additionalProperties;
  if (map) return element("span", {}, "{string: ", map === true ? "any" : typeOf(map), "}");
  const limits = ["minimum", "maximum", "minLength", "maxLength"].filter((name) => name in schema);
  const type = [schema.type ?? "any"].flat().join(" | ");
  return limits.length ? `${type} (${limits.map((name) => `${name} ${schema[name]}`).join(", ")})` : type;
}

function examples(schema = {}) {
  const found = schema.examples ?? [];
  return (Array.isArray(found) ? found : Object.values(found)).map((item) => item?.value ?? item).join("；");
}

function parameters(operation) {
  const rows = (operation.parameters ?? []).map((item) => [
    element("code", {}, item.name), item.in, item.required ? "✓" : "", typeOf(item.schema), item.description,
  ]);
  return rows.length ? [table("参数 Parameters", ["名称 name", "位置 in", "必需 required", "类型 type", "说明"], rows)] : [];
}

function content(holder) {
  const entries = Object.entries(holder?.content ?? {});
  return element("span", {}, ...entries.flatMap(([media, { schema }]) => [`${media} `, typeOf(schema)]));
}

function operationCard(address, method, operation) {
  const body = operation.requestBody ? [element("p", {}, "正文 Body: ", content(operation.requestBody))] : [];
  const responses = Object.entries(operation.responses).map(([status, item]) => [status, content(item), item.description]);
  return element(
    "details", { class: "card", id: operation.operationId },
    element(
      "summary", {}, element("span", { class: "method" }, method.toUpperCase()), element("code", {}, address), ` ${operation.summary ?? ""}`,
    ),
    element("p", {}, operation.description), ...parameters(operation), ...body,
    element("div", { class: "scroll" }, table("回应 Responses", ["", "内容 content", "说明"], responses)),
  );
}

function schemaCard(name, schema) {
  const required = new Set(schema.required ?? []);
  const rows = Object.entries(schema.properties ?? {}).map(([field, item]) => [
    element("code", {}, field), required.has(field) ? "✓" : "", typeOf(item), item.description, examples(item),
  ]);
  const fields = table("", ["字段 field", "必需 required", "类型 type", "说明", "例 example"], rows);
  return element(
    "article", { class: "card", id: name },
    element("h2", {}, name), element("p", {}, schema.description), element("div", { class: "scroll" }, fields),
  );
}

function operations(api, tag) {
  return Object.entries(api.paths).flatMap(([address, item]) =>
    METHODS.filter((method) => item[method]?.tags?.includes(tag)).map((method) => operationCard(address, method, item[method])),
  );
}

const api = await (await fetch("/openapi.json")).json();
document.getElementById("api").replaceChildren(
  element("p", { class: "chunk" }, `${api.info.title} ${api.info.version}\n${api.info.description}`),
  ...api.tags.flatMap((tag) => [element("h2", {}, `${tag.description} ${tag.name}`), ...operations(api, tag.name)]),
  element("h2", {}, "数据 Schemas"),
  ...Object.entries(api.components.schemas).map(([name, schema]) => schemaCard(name, schema)),
);
if (location.hash) document.querySelector(CSS.escape ? `#${CSS.escape(location.hash.slice(1))}` : location.hash)?.scrollIntoView();
