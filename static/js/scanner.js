// A barcode scanner at the tablet: it types a card's code and Enter faster than any person. That is how its keys are
// recognised, so that none of them counts as a decision, and Enter does not count as a payment.
(() => {
  "use strict";
  const BURST = 50; // ms between two keys of one code
  const CARD = /^(10|[1-9TJQKA])[shdc]$/i;
  let code = "", at = -BURST, field = null, late = 0;

  const assigned = () => document.querySelector("#reader[data-scanner]");
  const types = (node) => node.matches && node.matches("input:not([type=radio]):not([type=checkbox]), select, textarea");

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const now = performance.now(), quick = now - at < BURST, one = event.key.length === 1;
    if (quick) clearTimeout(late);
    if (one) {
      if (!quick) { code = ""; field = types(event.target) ? { node: event.target, value: event.target.value } : null; }
      code += event.key;
      at = now;
      return;
    }
    if (event.key !== "Enter") return;
    const typed = code;
    code = "";
    if (!quick || typed.length < 2 || !(CARD.test(typed) || (assigned() && !field))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (field) field.node.value = field.value; // half-typed text stays in the field
    scanned(typed);
  }, true);

  function scanned(typed) {
    for (const key of document.querySelectorAll("#pad .key.picked")) key.classList.remove("picked");
    document.dispatchEvent(new CustomEvent("scanner:read"));
    if (assigned()) {
      document.getElementById("scan-card").value = typed;
      return document.getElementById("scan").requestSubmit();
    }
    const card = typed.replace(/^10/, "T").replace(/^1/, "A"), key = document.getElementById(`pad-${card[0].toUpperCase()}${card.slice(1).toLowerCase()}`);
    if (key) gesture.byMachine(() => key.click());
  }

  // A single key takes effect once it is certain that it is not part of a code.
  window.scanner = {
    soon(button) {
      if (!assigned() && code.length < 2) return button.click();
      clearTimeout(late);
      late = setTimeout(() => button.click(), BURST);
    },
  };
})();
