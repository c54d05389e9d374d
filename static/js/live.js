// The live link of a desk's screen: <main data-live hx-ws:connect="…">. Keeps the chip #live, and says on the element what
// happens: live:at (how far the record is, from the answer to a ping; who lacks something of that prevents the event's default,
// and is asked to ask) and live:ask (ask for what changed; the listener that asks sets `answered` of the event's detail to the promise
// of it). The link is live while the asking succeeds.
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
    // A latency that changes every few seconds is not news for a screen reader; coming and going is.
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
