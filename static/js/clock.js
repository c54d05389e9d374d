// Clocks in the page that run by the server's time: how long until a moment, and how long something has lasted.
//   <b data-until="2026-11-28T14:00:00+00:00" data-then="after this round">14:00</b>   counts down, then says so
//   <span data-since="2026-11-28T13:00:00+00:00" data-most="60">since 13:00</span>     minutes, and .over from 60 on
// Sends the event `clock:due` to the document when a moment has come; a page with a live link then asks the server at
// once.
(() => {
  "use strict";
  let ahead = 0; // milliseconds by which the server's clock is ahead of this one
  const rung = new Set();
  const start = Number(document.querySelector("[data-time]")?.dataset.time || 0);
  if (start) ahead = start * 1000 + 500 - Date.now();
  const write = (element, words) => { if (element.textContent !== words) element.textContent = words; };
  const minutes = (count) => house.words(count < 60 ? "clock.minutes" : "clock.hours", { hours: Math.floor(count / 60), minutes: count < 60 ? count : String(count % 60).padStart(2, "0") });

  const count = () => {
    const now = Date.now() + ahead;
    for (const clock of document.querySelectorAll("[data-until]")) {
      const left = Math.ceil((Date.parse(clock.dataset.until) - now) / 1000);
      write(clock, left > 0 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : clock.dataset.then || house.words("clock.due"));
      clock.closest(".timer")?.classList.toggle("over", left <= 0);
      if (left <= 0 && !rung.has(clock.dataset.until)) {
        rung.add(clock.dataset.until);
        document.dispatchEvent(new CustomEvent("clock:due"));
      }
    }
    for (const clock of document.querySelectorAll("[data-since]")) {
      const gone = Math.max(0, Math.floor((now - Date.parse(clock.dataset.since)) / 60000));
      write(clock, "short" in clock.dataset ? house.words("clock.since_minutes", { minutes: gone }) : minutes(gone));
      const over = Number(clock.dataset.most || 0) > 0 && gone >= Number(clock.dataset.most);
      clock.classList.toggle("over", over);
      const line = clock.closest("[data-waits]");
      if (line) line.hidden = !over;
    }
  };
  window.houseClock = {
    // The answer to a ping says what time it is on the server, and came this many milliseconds after the ping.
    tell: (time, took) => { if (time) ahead = time + took / 2 - Date.now(); },
    count,
  };
  document.addEventListener("htmx:after:swap", count);
  setInterval(count, 1000);
  count();
})();
