// The key that prints a page, where the browser can.
(() => {
  "use strict";
  for (const key of document.querySelectorAll("[data-print]")) {
    key.hidden = !window.print;
    key.addEventListener("click", () => window.print());
  }
})();
