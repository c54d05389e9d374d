// The button that prints a page, if the browser can print.
(() => {
  "use strict";
  for (const key of document.querySelectorAll("[data-print]")) {
    key.hidden = !window.print;
    key.addEventListener("click", () => window.print());
  }
})();
