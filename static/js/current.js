// A page on which somebody waits for somebody else (<main data-current>): it updates every few seconds, and a chip says
// since when it may be out of date. Changes are loaded at once if nobody has touched the page; otherwise the page says
// that it has changed, and keeps what was typed. Sections that somebody has opened stay open.
(() => {
  "use strict";
  const EVERY = 5000, OLD = 12000;
  const main = document.querySelector("main[data-current]");
  if (!main) return;
  const chip = document.createElement("span");
  chip.id = "current";
  chip.classList.add("chip", "current");
  chip.setAttribute("role", "status");
  document.body.append(chip);
  let first = null, heard = performance.now(), touched = false, asking = false, changed = false;
  for (const kind of ["input", "change"]) document.addEventListener(kind, () => { touched = true; }, true);

  const unfolded = new Set();
  document.addEventListener("click", (event) => {
    const part = event.target instanceof Element && event.target.closest("summary")?.parentElement;
    if (part) unfolded.add(part);
  });
  const inHand = () => house.halfDone() || [...unfolded].some((part) => part.open && part.isConnected);

  // The text that people read: without the keys of forms, the times that fields propose, and lists to choose from.
  const read = (html) => {
    const shown = new DOMParser().parseFromString(html, "text/html").querySelector("main[data-current]");
    for (const offered of shown?.querySelectorAll("[data-offered]") || []) offered.remove();
    return shown?.textContent.replace(/\s+/g, " ");
  };

  const say = () => {
    const old = performance.now() - heard > OLD;
    const words = changed ? house.words("current.changed") : old ? house.words("board.old", { seconds: Math.round((performance.now() - heard) / 1000) }) : house.words("current.so");
    if (chip.textContent !== words) chip.textContent = words;
    chip.classList.toggle("ok", !old && !changed);
    chip.classList.toggle("bad", old && !changed);
    chip.classList.toggle("now", changed);
    // A screen reader should not read out the seconds, but it should say that the page is old.
    chip.setAttribute("aria-live", old && chip.dataset.old === "1" ? "off" : "polite");
    chip.dataset.old = old ? "1" : "";
  };

  const ask = async () => {
    if (asking || document.hidden) return;
    asking = true;
    try {
      const answer = await house.ask(location.pathname + location.search, {}, 8000);
      if (house.sentAway(answer)) return;
      const now = answer.ok ? read(answer.text) : undefined;
      if (now === undefined) { if (!house.failing(answer.status)) stop(); return; } // the answer to a form has no address that could be loaded again
      heard = performance.now();
      first = first ?? now;
      if (now === first) return;
      if (!touched && !inHand()) { location.reload(); return; }
      if (!changed) house.say(house.words("current.changed"), house.words("current.kept"), { words: house.words("page.load_again"), act: () => location.reload() });
      changed = true;
    } catch (error) {
      if (!(error instanceof house.NoAnswer)) throw error; // it is asked again
    } finally {
      asking = false;
      if (chip.isConnected) say();
    }
  };
  const timers = [setInterval(ask, EVERY), setInterval(say, 1000)];
  const stop = () => { timers.forEach(clearInterval); chip.remove(); };
  document.addEventListener("visibilitychange", () => { if (!document.hidden) ask(); });
  ask();
})();
