// The live link of a screen: <main data-live hx-ws:connect="…">. Keeps the chip #live, pings, and says on the
// element what happens: live:at (how far the record is, from the answer to a ping) and live:ask (ask for what
// changed: the link is down or silent, so the screen polls instead).
(() => {
  "use strict";
  const PING = 4000, SILENT = 12000, LOST = 4403;
  const screen = document.querySelector("[data-live]");
  const chip = document.getElementById("live");
  if (!screen || !chip) return;
  let socket = null, answered = 0, shown = "";

  const show = (css, words) => {
    if (shown === css + words) return;
    const changed = !shown.startsWith(css + ":");
    shown = css + ":" + words;
    chip.className = "chip " + css;
    chip.title = css === "ok" ? "Time from the server and back" : "";
    // A latency that changes every few seconds is not news for a screen reader; coming and going is.
    chip.setAttribute("aria-live", changed ? "polite" : "off");
    chip.lastElementChild.textContent = words;
  };
  const say = (name, detail) => screen.dispatchEvent(new CustomEvent(name, {detail}));

  screen.addEventListener("htmx:after:ws:connection", (event) => {
    socket = event.detail.connection.socket;
    answered = performance.now();
    ping();
  });
  screen.addEventListener("htmx:ws:close", (event) => {
    socket = null;
    show("bad", "offline, asking every few seconds");
    if (event.detail.code === LOST) leave();
  });
  screen.addEventListener("htmx:before:ws:message", (event) => {
    const json = event.detail.message.json;
    if (!json || json.pong === undefined) return;
    answered = performance.now();
    window.houseClock?.tell(json.time, answered - json.pong);
    show("ok", `live ${Math.max(1, Math.round(answered - json.pong))} ms`);
    say("live:at", json.at);
  });

  // The session was locked or ended, or the role taken away: the page says which when it is asked again.
  function leave() {
    const last = Number(sessionStorage.getItem("left") || 0);
    if (Date.now() - last < 30000) return;
    sessionStorage.setItem("left", String(Date.now()));
    location.reload();
  }
  function ping() {
    if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ping: performance.now()}));
  }
  setInterval(() => {
    if (document.hidden) return;
    ping();
    if (!socket || performance.now() - answered > SILENT) {
      if (socket) show("bad", "no answer, asking every few seconds");
      say("live:ask");
    }
  }, PING);
})();
