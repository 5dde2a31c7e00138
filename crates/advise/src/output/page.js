const kind = document.getElementById("kind");
const text = document.getElementById("text");
const count = document.getElementById("count");
const all = [...document.querySelectorAll("article")];
const said = count.textContent;
let cell = null;
function show() {
  const words = text.value.toLowerCase();
  let shown = 0;
  for (const a of all) {
    const fits = (!kind.value || a.dataset.kind === kind.value)
      && (!cell || (a.dataset.from === cell.dataset.from && a.dataset.to === cell.dataset.to))
      && (!words || a.textContent.toLowerCase().includes(words));
    a.hidden = !fits;
    shown += fits;
  }
  count.textContent = shown === all.length ? said : `${shown} of ${said}`;
}
kind.addEventListener("change", show);
text.addEventListener("input", show);
for (const td of document.querySelectorAll(".heat td[data-from]")) {
  td.addEventListener("click", () => {
    if (cell) cell.classList.remove("chosen");
    cell = cell === td ? null : td;
    if (cell) cell.classList.add("chosen");
    show();
  });
}
