// Keys on the screen for a tablet without a keyboard: digits for numbers, letters for words. They are over the page, at
// the end away from the field, so that nothing moves; the device's own keyboard stays hidden.
(() => {
  "use strict";
  const FIELDS = "input:not([type]), input[type=text], input[type=search], input[type=password], textarea";
  const FIGURES = ["123", "456", "789", ".0⌫"], LETTERS = ["1234567890", "qwertyuiop", "asdfghjkl-", "zxcvbnm,.⌫"];
  let field = null, keys = null, capital = false;

  const ours = (at) => house.device.onscreen && at instanceof Element && at.matches(FIELDS) && !at.readOnly && !at.disabled && !at.closest("[data-keypad]");
  const figures = (at) => /^(numeric|decimal)$/.test(at.dataset.mode || at.getAttribute("inputmode") || "") || at.name === "pin";

  const key = (label, does, name = "") => {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: label });
    button.dataset.does = does;
    if (name) button.setAttribute("aria-label", name);
    return button;
  };

  function draw() {
    const some = figures(field), rows = some ? FIGURES : LETTERS, box = document.createElement("div");
    box.id = "onscreen";
    box.className = `onscreen ${some ? "figures" : "letters"}`;
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", house.words("keys.keyboard", { field: field.getAttribute("aria-label") || (field.labels && field.labels[0] ? field.labels[0].textContent.trim().split("\n")[0] : "") }));
    for (const row of rows) {
      const line = document.createElement("div");
      for (const mark of row) {
        const letter = capital ? mark.toUpperCase() : mark;
        line.append(mark === "⌫" ? key("⌫", "erase", house.words("keys.erase")) : key(letter, `type ${letter}`));
      }
      box.append(line);
    }
    const last = document.createElement("div");
    if (!some) last.append(key("⇧", "shift", house.words("keys.shift")), key(house.words("keys.space"), "type  "));
    last.append(key(house.words("keys.done"), "done"));
    box.append(last);
    return box;
  }

  function open(at) {
    if (field === at && keys && keys.isConnected) return;
    shut();
    field = at;
    if (!field.dataset.mode) field.dataset.mode = field.getAttribute("inputmode") || "text";
    field.setAttribute("inputmode", "none");
    keys = draw();
    (field.closest("dialog[open]") || document.body).append(keys);
    place();
  }
  function place() {
    const box = field.getBoundingClientRect();
    keys.classList.toggle("above", box.bottom > window.innerHeight - keys.offsetHeight - 8);
  }
  function shut() {
    if (keys) keys.remove();
    if (field && field.dataset.mode) field.setAttribute("inputmode", field.dataset.mode);
    field = keys = null;
  }

  function type(text) {
    const from = field.selectionStart ?? field.value.length, to = field.selectionEnd ?? field.value.length;
    const most = field.maxLength > 0 ? field.maxLength : Infinity, next = text === null
      ? field.value.slice(0, from === to ? Math.max(0, from - 1) : from) + field.value.slice(to)
      : field.value.slice(0, from) + text + field.value.slice(to);
    if (next.length > most) return;
    const at = text === null ? (from === to ? Math.max(0, from - 1) : from) : from + text.length;
    field.value = next;
    try { field.setSelectionRange(at, at); } catch (error) { /* some kinds of field have no selection */ }
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  document.addEventListener("focusin", (event) => { if (ours(event.target)) open(event.target); });
  document.addEventListener("focusout", (event) => {
    if (event.target === field && !(event.relatedTarget && keys && keys.contains(event.relatedTarget))) shut();
  });
  document.addEventListener("pointerdown", (event) => { if (keys && keys.contains(event.target)) event.preventDefault(); }); // the focus stays
  document.addEventListener("mousedown", (event) => { if (keys && keys.contains(event.target)) event.preventDefault(); });
  document.addEventListener("click", (event) => {
    const button = keys && event.target.closest("#onscreen button");
    if (!button) return;
    const does = button.dataset.does;
    if (does.startsWith("type ")) type(does.slice(5));
    else if (does === "erase") type(null);
    else if (does === "shift") { capital = !capital; const next = draw(); keys.replaceWith(next); keys = next; place(); }
    else { field.dispatchEvent(new Event("change", { bubbles: true })); field.blur(); shut(); }
  });
  document.addEventListener("device:set", () => { if (!house.device.onscreen) shut(); });
})();
