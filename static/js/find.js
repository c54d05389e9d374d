// The desk's search: a tapped choice searches at once, a drag over the day chooses a time, keys go through the rows.
(() => {
  "use strict";
  const form = document.getElementById("find-form");
  if (!form) return;
  const strip = document.getElementById("strip"), svg = strip.querySelector("svg");
  const line = form.elements.q, when = form.elements.when;

  form.addEventListener("change", (event) => { if (event.target.name === "what") form.requestSubmit(); });
  // Leave empty fields out of the address.
  form.addEventListener("formdata", (event) => {
    for (const [name, value] of [...event.formData]) if (value === "") event.formData.delete(name);
  });

  // --- the day's strip
  const drawn = svg.querySelector(".drawn-of");
  const start = Date.parse(strip.dataset.start), whole = Date.parse(strip.dataset.end) - start;
  const zone = form.dataset.zone || undefined;
  const clock = (part) => new Intl.DateTimeFormat("en-GB", {
    timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hourCycle: "h23",
  }).formatToParts(new Date(start + part * whole)).reduce((all, { type, value }) => ({ ...all, [type]: value }), {});
  const written = (part) => { const t = clock(part); return `${t.year}-${t.month}-${t.day} ${t.hour}:${t.minute}`; };
  const part = (event) => {
    const box = svg.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
  };
  let from = null;
  strip.querySelector(".drag").hidden = false;
  svg.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    from = part(event);
    svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener("pointermove", (event) => {
    if (from === null) return;
    const to = part(event);
    drawn.setAttribute("x", String(100 * Math.min(from, to)));
    drawn.setAttribute("width", String(100 * Math.abs(to - from)));
  });
  svg.addEventListener("pointerup", (event) => {
    if (from === null) return;
    const ends = [from, part(event)].sort((one, other) => one - other);
    from = null;
    if (ends[1] - ends[0] < 0.003) { drawn.setAttribute("width", "0"); return; }
    when.value = `${written(ends[0])} to ${written(ends[1])}`;
    form.requestSubmit();
  });
  svg.addEventListener("pointercancel", () => { from = null; drawn.setAttribute("width", "0"); });

  // --- keys
  const rows = () => [...document.querySelectorAll(".rounds .round")];
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.matches("input:not([type=checkbox]), textarea");
    if (event.key === "/" && !typing) {
      event.preventDefault();
      line.focus();
      line.select();
      return;
    }
    const kept = !typing && document.querySelector(`[data-saved="${CSS.escape(event.key)}"]`);
    if (kept) {
      event.preventDefault();
      kept.click();
      return;
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    if (typing && event.target !== line) return;
    const all = rows(), at = all.indexOf(document.activeElement);
    const next = all[event.key === "ArrowDown" ? at + 1 : Math.max(0, at - 1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: "nearest" });
  });
})();
