// Shows the answer to a person who waits for a table: checks the page every two seconds, and reloads it when it has
// changed. Without this file the person reloads it.
"use strict";
{
  const box = document.querySelector("#waiting");
  const look = async () => {
    let page = null;
    try { page = await fetch(window.location.href, { headers: { "X-Waiting": "1" } }); } catch { return; } // the house is away: again in a moment
    if (!page.ok) return;
    const now = new DOMParser().parseFromString(await page.text(), "text/html").querySelector("#waiting");
    if (!now || now.dataset.answer !== box.dataset.answer) window.location.replace(window.location.href);
  };
  if (box && !box.dataset.answer.includes("may")) setInterval(look, 2000);
}
