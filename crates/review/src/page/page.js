"use strict";
(() => {
  const id = (name) => document.getElementById(name);
  const rows = [...document.querySelectorAll(".row")];
  const files = [...document.querySelectorAll(".file")];
  const address = document.body.dataset.approve;
  const store = "reweave-review";
  let approved = new Set();
  try {
    approved = new Set(JSON.parse(localStorage.getItem(store) || "[]"));
  } catch {
    // A browser may keep nothing for files; approvals are then saved by hand.
  }

  const show = () => {
    let count = 0;
    for (const row of rows) {
      const is = approved.has(row.id.slice(2));
      row.classList.toggle("ok", is);
      row.querySelector("input").checked = is;
      count += is ? 1 : 0;
    }
    id("state").textContent = count + " of " + rows.length + " approved";
  };
  const keep = () => {
    try {
      localStorage.setItem(store, JSON.stringify([...approved]));
    } catch {
      // See above.
    }
    show();
  };
  const approve = (row, is) => {
    const key = row.id.slice(2);
    if (is) approved.add(key);
    else approved.delete(key);
    keep();
    if (address) {
      const lost = () => (id("state").textContent = "Not kept: the server does not answer.");
      const body = JSON.stringify({ id: key, approved: is });
      fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body }).then((r) => r.ok || lost(), lost);
    }
  };
  const list = () => ({ version: 1, approved: rows.map((r) => r.id.slice(2)).filter((k) => approved.has(k)) });
  const take = (text) => {
    try {
      for (const key of JSON.parse(text).approved) approved.add(String(key));
      keep();
    } catch {
      id("state").textContent = "This file holds no approvals.";
    }
  };

  const filter = () => {
    const text = id("text").value.toLowerCase();
    const path = id("path").value.toLowerCase();
    const kind = id("kind").value;
    const pure = id("pure").value;
    for (const row of rows) {
      row.hidden =
        (kind && row.dataset.kind !== kind) ||
        (pure && row.dataset.pure !== pure) ||
        !row.dataset.paths.toLowerCase().includes(path) ||
        !row.textContent.toLowerCase().includes(text);
    }
    for (const file of files) {
      file.hidden = !file.dataset.path.toLowerCase().includes(path) || (text !== "" && !file.textContent.toLowerCase().includes(text));
    }
  };
  for (const name of ["text", "path", "kind", "pure"]) id(name).addEventListener("input", filter);

  const whole = () => {
    const is = document.body.classList.toggle("whole");
    id("whole").setAttribute("aria-pressed", String(is));
  };
  id("whole").addEventListener("click", whole);
  id("save").addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(list(), null, 2)], { type: "application/json" }));
    link.download = "approvals.json";
    link.click();
  });
  id("load").addEventListener("change", async (event) => {
    const file = event.target.files[0];
    if (file) take(await file.text());
  });
  const help = id("help");
  id("keys").addEventListener("click", () => help.showModal());
  id("close").addEventListener("click", () => help.close());
  for (const row of rows) {
    row.querySelector("input").addEventListener("change", (event) => approve(row, event.target.checked));
  }

  const stops = [...document.querySelectorAll(".file h3, .row summary")];
  // By what hides it, which asks for no layout: a page may have thousands of stops.
  const isShown = (stop) => !stop.closest(document.body.classList.contains("whole") ? "[hidden]" : "[hidden], .read");
  const step = (by) => {
    const here = stops.indexOf(document.activeElement);
    let next = here < 0 ? (by > 0 ? 0 : stops.length - 1) : here + by;
    while (stops[next] && !isShown(stops[next])) next += by;
    if (stops[next]) {
      stops[next].focus();
      stops[next].scrollIntoView({ block: "center" });
    }
  };
  const current = () => document.activeElement && document.activeElement.closest(".row");
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const keys = {
      j: () => step(1),
      k: () => step(-1),
      a: () => current() && approve(current(), true),
      u: () => current() && approve(current(), false),
      w: whole,
      "/": () => id("text").focus(),
      "?": () => help.showModal(),
    };
    if (keys[event.key]) {
      event.preventDefault();
      keys[event.key]();
    }
  });

  const open = () => {
    const row = location.hash.length > 1 && id(location.hash.slice(1));
    const details = row && row.querySelector("details");
    if (details) {
      details.open = true;
      row.scrollIntoView();
      details.querySelector("summary").focus();
    }
  };
  window.addEventListener("hashchange", open);
  show();
  open();
  // What the server keeps counts, not what this browser remembers.
  if (address) {
    fetch(address)
      .then((response) => response.text())
      .then((text) => {
        approved = new Set();
        take(text);
      });
  }
})();
