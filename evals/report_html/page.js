
"use strict";
// Without a script both languages are shown and every row of the list; nothing is hidden from a reader.
const root = document.documentElement;
const button = document.getElementById("language");
const show = (language) => { root.dataset.show = language; root.lang = language === "zh" ? "zh-CN" : "en"; };
show(navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en");
button.hidden = false;
button.addEventListener("click", () => show(root.dataset.show === "zh" ? "en" : "zh"));

const form = document.getElementById("filter");
if (form) {
  const rows = [...document.querySelectorAll("#list tbody tr")];
  const fits = (row) => {
    const { words, result, layer, kind } = form.elements;
    const wanted = words.value.trim().toLowerCase();
    return (!wanted || row.textContent.toLowerCase().includes(wanted))
      && (!result.value || row.dataset.result === result.value)
      && (!layer.value || row.dataset.layer === layer.value)
      && (!kind.value || row.dataset.kind === kind.value);
  };
  const apply = () => {
    let shown = 0;
    for (const row of rows) { row.hidden = !fits(row); shown += row.hidden ? 0 : 1; }
    form.elements.count.textContent = `${shown} / ${rows.length}`;
    document.getElementById("nothing").hidden = shown > 0;
  };
  form.hidden = false;
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  apply();
}
