// Keys of the surveillance desk: each key is shown on what it opens, and "?" lists them all.
(() => {
  "use strict";
  const all = document.getElementById("all-keys"), list = document.getElementById("key-list");
  const keyed = () => [...document.querySelectorAll("[data-key]")].filter((thing) => thing.getClientRects().length);
  const words = (thing) => thing.dataset.keyWords || thing.getAttribute("aria-label") || [...thing.childNodes]
    .filter((node) => node.nodeName !== "KBD").map((node) => node.textContent).join(" ").replace(/\s+/g, " ").trim();

  const use = (thing) => {
    if (thing.dataset.opens) { show(); return; }
    if (thing.matches("summary")) {
      const details = thing.parentElement;
      details.open = true;
      details.scrollIntoView({ block: "nearest" });
      (details.querySelector("input:not([type=hidden]), select, textarea, button") || thing).focus();
    } else if (thing.matches("input, select, textarea")) {
      thing.focus();
    } else {
      thing.click();
    }
  };
  const show = () => {
    list.replaceChildren(...keyed().map((thing) => {
      const line = document.createElement("div"), key = document.createElement("kbd");
      key.textContent = thing.dataset.key.toUpperCase();
      line.append(document.createElement("dt"), document.createElement("dd"));
      line.firstChild.append(key);
      line.lastChild.textContent = words(thing);
      return line;
    }));
    all.showModal();
  };
  // A form with a file does not change its page for a while, so it says that the file is being sent.
  document.addEventListener("submit", (event) => {
    const says = event.target.matches("[data-file]") && event.target.querySelector("[data-file-sent]");
    if (says) says.hidden = false;
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-opens]")) show();
    const unfolds = event.target.closest("[data-unfolds]");
    if (!unfolds) return;
    event.preventDefault();
    use(document.getElementById(unfolds.dataset.unfolds).querySelector("summary"));
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || (all && all.open)) return;
    const typing = event.target.matches("input:not([type=checkbox]):not([type=radio]):not([type=file]), select, textarea");
    if (event.key === "Escape") {
      const open = event.target.closest("details[open]");
      if (open) { open.open = false; open.querySelector("summary").focus(); }
      return;
    }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (typing) return;
      const rows = [...document.querySelectorAll("[data-rows] .row-link")], at = rows.indexOf(document.activeElement);
      const next = rows[event.key === "ArrowDown" ? at + 1 : at - 1];
      if (!next) return;
      event.preventDefault();
      next.focus();
      next.scrollIntoView({ block: "nearest" });
      return;
    }
    if (typing) return;
    const thing = keyed().find((candidate) => candidate.dataset.key === event.key.toLowerCase());
    if (!thing) return;
    event.preventDefault();
    use(thing);
  });
  // A refusal is read out, and its form stays open.
  const wrong = document.querySelector("details [aria-invalid=true]");
  if (wrong) { wrong.closest("details").open = true; wrong.focus(); }
})();
