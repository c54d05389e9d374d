// The page while the house cannot be reached: how long, how many taps wait on this tablet, and back once the house
// answers.
(() => {
  "use strict";
  const began = Date.now();
  const words = (code, values) => ((window.houseWords || {})[code] || code).replace(/\{(\w+)(?::([^{}|]*)\|([^{}]*))?\}/g, (blank, name, noun, nouns) => nouns === undefined ? values[name] : `${values[name]} ${Number(values[name]) === 1 ? noun : nouns}`);
  const attempt = (nicety) => { try { return nicety(); } catch (error) { return undefined; } };

  // Kept by static/js/kept_taps.js, one list for each table.
  const waiting = attempt(() => {
    let count = 0;
    for (let at = 0; at < sessionStorage.length; at += 1) {
      const name = sessionStorage.key(at);
      if (name.startsWith("taps ")) count += JSON.parse(sessionStorage.getItem(name)).length;
    }
    return count;
  }) || 0;
  if (waiting) {
    const line = document.getElementById("waiting");
    line.textContent = words("away.kept", { count: waiting });
    line.hidden = false;
  }
  document.getElementById("again").addEventListener("click", (event) => { event.preventDefault(); location.reload(); });

  setInterval(() => {
    document.getElementById("since").textContent = words("away.since", { seconds: Math.round((Date.now() - began) / 1000) });
    fetch("/healthz", { cache: "no-store" }).then((answer) => { if (answer.ok) location.reload(); }).catch(() => {});
  }, 2000);
})();
