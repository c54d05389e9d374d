// The desk's alerts: the list comes by push, and a screen that was away asks for it. The key A marks the first unseen
// alert as seen.
(() => {
  "use strict";
  const screen = document.querySelector("main.desk-alerts");
  if (!screen) return;
  let mark = null;
  screen.addEventListener("live:at", (event) => {
    if (mark !== null && event.detail !== mark) event.preventDefault();
    mark = event.detail;
  });
  const fetched = async () => {
    const answer = await house.ask(screen.dataset.behind, {headers: {"HX-Request": "true"}}, 8000);
    if (house.sentAway(answer)) return;
    if (!answer.ok) throw new house.NoAnswer("the alerts are not answered", answer.status);
    const box = document.createElement("template");
    box.innerHTML = answer.text;
    const list = box.content.querySelector("#alerts") || box.content.querySelector("hx-partial")?.content?.querySelector("#alerts");
    if (list) document.getElementById("alerts").replaceWith(list);
  };
  screen.addEventListener("live:ask", (event) => { event.detail.answered = fetched(); });
  // Hides the fields that the kind of alert does not use.
  const ASKS = {
    win: ["amount", "table"], wager: ["amount", "table"], irregularities: ["times", "span", "table"],
    watched: ["player", "table"], meets: ["times", "span", "player", "dealer", "table"],
  };
  const rule = document.querySelector("form.rule"), kind = rule?.elements.kind;
  const asked = () => {
    const wanted = ASKS[kind.value];
    for (const name of ["amount", "times", "span", "table", "player", "dealer"]) {
      const input = rule.elements[name], out = Boolean(wanted && !wanted.includes(name));
      input.disabled = out;
      (input.closest(".field") || input.closest("label")).hidden = out;
    }
  };
  kind?.addEventListener("change", asked);
  if (kind) asked();
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== "a") return;
    if (event.target.matches("input, select, textarea")) return;
    const seen = document.querySelector("#alerts li:not(.seen) button");
    if (!seen) return;
    event.preventDefault();
    seen.click();
  });
})();
