// The panel of the dashboard: a table's list, limits and people, or one step at several tables, without leaving the
// floor. It shows the server's page of the same name; without this script the links open that page.
(() => {
  "use strict";
  const panel = document.getElementById("panel"), body = document.getElementById("panel-body"), lost = document.getElementById("panel-lost");
  if (!panel) return;
  const screen = panel.closest("main"), tiles = document.getElementById("tiles");
  let code = "", address = "", opener = "", asked = 0, seen = "", typed = false, first = "";

  // The parts of a tile that matter to its panel, so that not every dealt card counts.
  const tile = () => document.getElementById(`tile-${code}`);
  const stand = () => {
    const now = tile();
    return now ? [now.dataset.state, now.dataset.state !== "open" && now.dataset.version, now.dataset.supervisor, now.querySelector(".who").dataset.who, now.querySelector(".g b").textContent, now.querySelector(".approve")?.textContent].join() : "";
  };

  // Shows the server's answer; without an answer, what was typed is kept.
  const fetched = async (to, options = {}) => {
    const turn = ++asked, posted = options.method === "POST";
    const missed = (words) => {
      lost.textContent = house.words(posted ? "panel.maybe_recorded" : "panel.try_again", { fault: words });
      lost.hidden = false;
      return false;
    };
    let answer;
    try {
      const headers = {"Pit-Panel": "1"};
      answer = posted ? await house.post(to, options.body, headers) : await house.ask(to, {...options, headers}, 15000);
    } catch (error) {
      if (!(error instanceof house.NoAnswer)) throw error;
      return turn === asked && missed(house.unknown(0));
    }
    if (turn !== asked) return false;
    // Signed out or locked meanwhile, or no longer in this role: opening the page shows which.
    if (answer.redirected || answer.status === 401 || answer.status === 403) { location.reload(); return false; }
    if (house.failing(answer.status)) return missed(house.unknown(answer.status));
    if (!answer.ok && answer.status !== 409) return missed(house.words("panel.not_done", { status: answer.status }));
    body.innerHTML = answer.text;
    lost.hidden = true;
    typed = false;
    seen = stand();
    screen.dispatchEvent(new CustomEvent("panel:shown", {bubbles: true}));
    window.houseClock?.count();
    return true;
  };
  const begin = () => ((first && body.querySelector(first)) || body.querySelector(".todo :is(input:not([type=hidden]), button, a)") || body.querySelector("#panel-name"))?.focus();
  const open = async (to, from) => {
    first = panel.dataset.first; // the section that a key of the tile asked for
    delete panel.dataset.first;
    address = to;
    opener = from;
    body.replaceChildren();
    lost.hidden = true;
    house.openDialog(panel);
    if (await fetched(to)) begin();
  };

  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const link = event.target.closest("a[data-panel]");
    if (link) {
      event.preventDefault();
      code = link.closest(".tile").id.replace("tile-", "");
      open(link.href, `#tile-${code} ${link.matches(".set") ? ".set" : "h2 a"}`);
    } else if (event.target.closest("#several")) {
      event.preventDefault();
      code = "";
      const to = new URL(event.target.closest("#several").href);
      // No table is ticked, except those of a filter that somebody has set.
      const filtered = tiles.dataset.show !== "all" || tiles.dataset.game;
      if (filtered) for (const one of tiles.querySelectorAll(".tile")) if (one.offsetParent) to.searchParams.append("table", one.id.replace("tile-", ""));
      open(String(to), "#several");
    } else if (event.target.closest("a[data-again]")) {
      event.preventDefault();
      fetched(address);
    } else if (event.target === panel || event.target.closest(".shut")) house.shutDialog(panel);
  });
  panel.addEventListener("input", () => { typed = true; });
  panel.addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target, button = event.submitter;
    button?.setAttribute("aria-busy", "true");
    let sent = false;
    try { sent = await fetched(form.action, {method: "POST", body: house.fields(form, button)}); } finally { button?.removeAttribute("aria-busy"); }
    // After an item of the list go to the next item; any other step gets its answer in words.
    const next = form.querySelector("[name=step][value=confirm]") && !body.querySelector("[role=alert]") && body.querySelector("[name=step][value=confirm]")?.closest("form").querySelector("button");
    if (sent) (next || body.querySelector("[autofocus]") || body.querySelector(".refusal, .todo .no, section[tabindex]") || body.querySelector("#panel-name"))?.focus();
    if (sent) panel.scrollTop = 0;
  });
  panel.addEventListener("close", () => {
    asked += 1;
    body.replaceChildren();
    // A push may have drawn the tile again, so find the element that opened the panel by its place.
    (document.querySelector(opener) || tile()?.querySelector("h2 a"))?.focus();
    code = "";
  });
  // Somebody else has closed the table, moved its dealer, asked for an approval: shown while nobody types here.
  document.addEventListener("htmx:after:swap", async () => {
    if (!panel.open || !code || typed || seen === stand()) return;
    seen = stand();
    // A push may come before the panel is shown for the first time: then this answer counts as the first.
    const shown = body.firstElementChild, focused = document.activeElement;
    // The message for a step taken here is not in that answer, and the push of the step itself may come after it.
    const told = body.querySelector(".sheet > .refusal");
    if (!await fetched(address)) return;
    if (told) body.querySelector(".sheet")?.prepend(told);
    if (!shown) begin();
    else if (focused === told) told?.focus();
    else (document.getElementById(focused?.id) || body.querySelector("#panel-name"))?.focus();
  });
})();
