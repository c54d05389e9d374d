// The page of an open irregularity looks again while nobody types: another may have decided it.
(() => {
  "use strict";
  const main = () => document.querySelector("#main");
  setInterval(async () => {
    if (document.hidden || document.querySelector("input:focus")) return;
    try {
      const answer = await fetch(location.pathname, { signal: AbortSignal.timeout(4000) });
      if (!answer.ok || answer.redirected) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html"), fresh = page.querySelector("#main");
      if (fresh && fresh.dataset.digest !== main().dataset.digest) main().replaceWith(fresh);
    } catch (error) {
      // It is asked again.
    }
  }, 2000);
})();
