// The bar of the desk: replays that open on another screen, and the list of the keys of a page.
(() => {
  "use strict";
  const KEPT = "replay-elsewhere", WINDOW = "casino-replay";
  const elsewhere = document.getElementById("elsewhere"), keys = document.getElementById("page-keys");
  const typing = (at) => at.matches("input:not([type=checkbox]):not([type=radio]), select, textarea");

  // --- the log on one screen, the replay on another: a second window that stays and shows the rounds opened here
  const on = () => sessionStorage.getItem(KEPT) === "1";
  const show = () => elsewhere?.setAttribute("aria-pressed", String(on()));
  elsewhere?.addEventListener("click", () => {
    sessionStorage.setItem(KEPT, on() ? "" : "1");
    show();
  });
  document.addEventListener("click", (event) => {
    if (!elsewhere || !on() || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target.closest("a[href^='/audit/round/']:not([download])");
    if (!link || link.closest(".replay")) return;
    event.preventDefault();
    event.stopPropagation();
    window.open(link.href, WINDOW);
  }, true);
  show();

  // --- the keys
  const words = (thing) => (thing.getAttribute("aria-label") || [...thing.childNodes]
    .filter((node) => node.nodeName !== "KBD").map((node) => node.textContent).join(" ")).replace(/\s+/g, " ").trim();
  const list = () => {
    const shown = [...document.querySelectorAll("[aria-keyshortcuts]")].filter((thing) => thing.getClientRects().length);
    keys.querySelector("[data-list]").replaceChildren(...shown.map((thing) => {
      const line = document.createElement("div"), key = document.createElement("kbd");
      key.textContent = thing.getAttribute("aria-keyshortcuts").toUpperCase();
      line.append(document.createElement("dt"), document.createElement("dd"));
      line.firstChild.append(key);
      line.lastChild.textContent = words(thing);
      return line;
    }));
    keys.showModal();
  };
  document.getElementById("show-keys")?.addEventListener("click", list);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || typing(event.target) || document.querySelector("dialog[open]")) return;
    if (event.key === "?" && keys) list();
    else if (event.key.toLowerCase() === "o" && elsewhere) elsewhere.click();
    else return;
    event.preventDefault();
  });
})();
