const text = document.getElementById("text");
const kinds = [...document.querySelectorAll("#legend input")];
const rows = [...document.querySelectorAll("tr[data-kind]")].map((row) => ({ row, words: row.textContent.toLowerCase() }));
const count = document.getElementById("count");
const all = count.textContent;
function show() {
  const wanted = new Set(kinds.filter((kind) => kind.checked).map((kind) => kind.value));
  const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const { row, words: own } of rows) {
    row.hidden = !wanted.has(row.dataset.kind) || !words.every((word) => own.includes(word));
    shown += row.hidden ? 0 : 1;
  }
  for (const section of document.querySelectorAll(".package, .part")) {
    section.hidden = !section.querySelector("tr[data-kind]:not([hidden])");
  }
  count.textContent = shown === rows.length ? all : `${shown} of ${rows.length} shown`;
}
text.addEventListener("input", show);
for (const kind of kinds) kind.addEventListener("change", show);
document.getElementById("all").addEventListener("click", () => {
  const none = kinds.every((kind) => kind.checked);
  for (const kind of kinds) kind.checked = !none;
  show();
});
