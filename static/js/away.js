// The tablet while nobody taps or the house does not answer: the banner after five seconds without the house, taps that
// an earlier page had no answer to, the lock of an idle screen, the menu.
(() => {
  "use strict";
  const $ = (selector) => document.querySelector(selector);
  const main = $("#main");

  // ---- without the house ---------------------------------------------------------------------------------------
  const AWAY = 5000;
  let good = performance.now();
  const banner = () => {
    const now = performance.now(), state = $("#link").dataset.state;
    if (state === "live" || state === "polling") good = now;
    let box = $("#away");
    const away = now - good >= AWAY && state !== "connecting";
    if (!away) { if (box) box.remove(); return; }
    if (!box) {
      box = document.createElement("div");
      box.id = "away";
      box.className = "away";
      box.setAttribute("role", "alert");
      box.append(document.createElement("strong"), document.createElement("p"));
      main.append(box);
    }
    const waits = house.taps.all().length;
    const title = house.words("away.banner", { seconds: Math.round((now - good) / 1000) });
    const text = house.words(waits ? "away.waits" : "away.nothing_waits", { count: waits });
    // A screen reader is not told of the seconds: its text changes only with the number of taps.
    if (box.firstChild.textContent !== title) box.firstChild.textContent = title;
    if (box.lastChild.textContent !== text) box.lastChild.textContent = text;
  };
  setInterval(banner, 500);

  // ---- taps without an answer from before the page was reloaded -------------------------------------------------
  const sendKept = async () => {
    const kept = house.taps.own();
    if (!kept.length) return;
    const token = $("#play input[name=csrfmiddlewaretoken]");
    let lost = false;
    for (const tap of kept) {
      const body = new URLSearchParams(tap.fields), headers = { "HX-Request": "true", "X-CSRFToken": token ? token.value : "" };
      const answer = await house.untilAnswered(() => house.ask(tap.action, { method: "POST", body, headers }), () => undefined);
      house.taps.answered(tap.key);
      lost = lost || answer.headers.get("Table-Answer") !== "ok";
    }
    document.dispatchEvent(new CustomEvent("tablet:say", { detail: { kind: lost ? "stale" : "note", text: house.words(lost ? "away.not_taken" : "away.sent_again", { count: kept.length }) } }));
    document.dispatchEvent(new CustomEvent("clock:due")); // ask for what they have changed
  };
  sendKept().catch((error) => { if (!(error instanceof house.NoAnswer)) house.fault(error); });

  // ---- a screen that nobody touches locks itself; never while a tap has no answer ---------------------------------
  const lock = $("#lock"), IDLE = Number(lock ? lock.dataset.idleMinutes : 0) * 60000;
  let touched = Date.now();
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, () => { touched = Date.now(); }, true);
  document.addEventListener("scanner:read", () => { touched = Date.now(); });
  if (IDLE) {
    setInterval(() => {
      if (Date.now() - touched < IDLE || document.body.classList.contains("sending") || house.taps.all().length) return;
      if ($("#link").dataset.state === "offline") return; // if the page did not come, the screen would not be locked
      touched = Date.now();
      lock.requestSubmit ? lock.requestSubmit() : lock.submit();
    }, 1000);
  }

  // ---- the menu --------------------------------------------------------------------------------------------------
  const menu = $("#menu");
  if (!menu) return;
  const open = () => { house.openDialog(menu); $("#menu-title").focus({ preventScroll: true }); };
  $("#menu-key").addEventListener("click", open);
  menu.addEventListener("click", (event) => { if (event.target === menu || event.target.closest("[data-menu-shut]")) house.shutDialog(menu); });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]")) return;
    if (event.target.matches("input:not([type=radio]), select, textarea") || $("#keys").getAttribute("aria-pressed") !== "true") return;
    event.preventDefault();
    open();
  });
})();
