// Elements are built node by node; what comes from documents is only ever a text node.
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "class") node.className = value;
    else node.setAttribute(name, value);
  }
  node.append(...children.map((child) => (child instanceof Node ? child : String(child ?? ""))));
  return node;
}

export function table(caption, headers, rows) {
  const head = element("tr", {}, ...headers.map((name) => element("th", { scope: "col" }, name)));
  const body = rows.map((cells) => element("tr", {}, ...cells.map((cell) => element("td", {}, cell))));
  return element(
    "table", {}, element("caption", {}, caption), element("thead", {}, head), element("tbody", {}, ...body),
  );
}

// The service counts characters, a script counts UTF-16 units.
export function highlighted(text, start, end) {
  const characters = Array.from(text);
  const part = (from, to) => characters.slice(from, to).join("");
  return [part(0, start), element("mark", {}, part(start, end)), part(end)];
}
