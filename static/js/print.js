// Prints a page of the desk, by a button and the key P; the time is on the paper.
(() => {
  "use strict";
  document.addEventListener("click", (event) => { if (event.target.closest("[data-print]")) window.print(); });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== "p") return;
    // If the page uses the key for something, such as its own print button, a press must not print twice.
    if (document.querySelector("[data-key=p]")) return;
    if (event.target.matches("input:not([type=checkbox]):not([type=range]), select, textarea")) return;
    event.preventDefault();
    window.print();
  });
  window.addEventListener("beforeprint", () => {
    for (const at of document.querySelectorAll("[data-printed]")) {
      at.textContent = new Intl.DateTimeFormat(document.documentElement.lang || undefined, {
        dateStyle: "medium", timeStyle: "long",
      }).format(new Date());
    }
  });
})();
