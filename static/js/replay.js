// The replay's step bar: buttons, arrow keys and entries all move one range input, which loads its step.
(() => {
  "use strict";
  const bar = (from) => from.closest(".replay")?.querySelector("input[type=range]");
  const go = (range, step) => {
    const to = Math.min(Number(range.max), Math.max(Number(range.min), step));
    if (to === Number(range.value)) return;
    range.value = to;
    range.dispatchEvent(new Event("input", {bubbles: true}));
  };
  const mark = (range) => {
    const replay = range.closest(".replay"), step = Number(range.value);
    let current = null;
    for (const entry of replay.querySelectorAll("[data-step]")) {
      const here = Number(entry.dataset.step) === step;
      entry.classList.toggle("later", Number(entry.dataset.step) > step);
      if (here) { entry.setAttribute("aria-current", "step"); current ||= entry; } else entry.removeAttribute("aria-current");
    }
    const list = current?.closest(".entries");
    if (list && list.scrollHeight > list.clientHeight) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
    for (const button of replay.querySelectorAll("[data-by]")) {
      const by = Number(button.dataset.by);
      button.setAttribute("aria-disabled", String(by < 0 ? step <= Number(range.min) : step >= Number(range.max)));
    }
    range.setAttribute("aria-valuetext", house.words(current ? "log.step_with_entry" : "log.step", { step, steps: range.max, entry: current?.dataset.say }));
  };
  document.addEventListener("input", (event) => { 
    const range = event.target;
    if (!range.matches(".replay input[type=range]")) return;
    mark(range);
    if (range.dataset.address) history.replaceState(null, "", `${range.dataset.address}?step=${range.value}`);
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".replay [data-by], .replay [data-to], .replay [data-step] a");
    const range = button && bar(button);
    if (!range || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (button.dataset.by) go(range, Number(range.value) + Number(button.dataset.by));
    else if (button.dataset.to) go(range, Number(button.dataset.to));
    else go(range, Number(button.closest("[data-step]").dataset.step));
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
    // The table's previous and next rounds, and those with an irregularity.
    const link = {"[": "back", "]": "on", "{": "wrong-back", "}": "wrong-on"}[event.key];
    if (link) {
      document.querySelector(`.replay a[data-round="${link}"]`)?.click();
      return;
    }
    // A replay beside the audit log takes the arrow keys too, wherever the focus is; there Home and End scroll.
    const beside = event.key.startsWith("Arrow") ? document.querySelector("#beside .replay") : null;
    const replay = event.target.closest(".replay") || document.querySelector("main.replay-page .replay") || beside;
    const range = replay?.querySelector("input[type=range]");
    const by = {ArrowLeft: -1, ArrowRight: 1, Home: -1e6, End: 1e6}[event.key];
    if (!range || !by) return;
    event.preventDefault();
    go(range, Number(range.value) + by);
  });
  const ready = (root) => { for (const range of root.querySelectorAll?.(".replay input[type=range]") || []) mark(range); };
  ready(document);
  document.addEventListener("htmx:after:settle", (event) => ready(event.target instanceof Element ? event.target : document));
})();
