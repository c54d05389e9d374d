// The live link of a screen of the desk: <main data-live hx-ws:connect="…">. Updates the chip #live, and sends two
// events to the element: live:at (the end of the record, from the answer to a ping; a listener that lacks entries
// prevents the default and then gets live:ask) and live:ask (ask for what changed; the listener sets `answered` of the
// event's detail to its promise). The link is live while these requests succeed.
(() => {
  "use strict";
  const screen = document.querySelector("[data-live]");
  const chip = document.getElementById("live");
  if (!screen || !chip) return;
  const COLOURS = { live: "ok", polling: "now", offline: "bad", connecting: "" };
  let shown = "", state = "";

  const show = (now, words, title) => {
    if (shown === now + words) return;
    shown = now + words;
    chip.className = `chip ${COLOURS[now]}`;
    chip.title = title;
    // A screen reader should not read out a latency that changes every few seconds, only that the link comes or goes.
    chip.setAttribute("aria-live", state !== now ? "polite" : "off");
    state = now;
    chip.lastElementChild.textContent = words;
  };
  const say = (name, detail) => screen.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));

  const link = house.link({
    on: screen, ping: 4000, silent: 12000, poll: 4000, show,
    async ask() { const detail = {}; say("live:ask", detail); await detail.answered; },
    pong(message) {
      const lacks = !say("live:at", message.at);
      if (lacks) link.ask();
      return lacks;
    },
    other: () => {},
  });
})();
