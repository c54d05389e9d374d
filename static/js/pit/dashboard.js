// The pit dashboard: totals of the visible tiles, what this person may decide, countdowns, and asking for what is
// missing.
(() => {
  "use strict";
  const screen = document.querySelector("main.pit");
  if (!screen) return;
  const tiles = document.getElementById("tiles"), told = document.getElementById("told");
  let name = document.title;
  let soon = 0, asks = -1, alerted = -1, handedOn = -1;

  // --- figures as the server writes them
  const { currency } = document.documentElement.dataset; // the house's
  const short = (cents) => {
    const sign = cents < 0 ? "−" : "", value = Math.abs(cents) / 100;
    const plain = (number) => number.toLocaleString(document.documentElement.lang, {maximumFractionDigits: 0});
    if (value < 10000) return `${sign}${currency}${plain(value)}`;
    for (const [size, letter] of [[1e9, "bn"], [1e6, "M"], [1e3, "k"]]) {
      if (value < size * 0.9995) continue;
      const figure = value / size;
      return `${sign}${currency}${figure < 9.995 && size > 1e3 ? figure.toFixed(2) : plain(figure)}${letter}`;
    }
    return `${sign}${currency}${plain(value)}`;
  };
  const chip = (which, words, shown = true) => {
    const element = document.querySelector(`[data-total=${which}]`);
    element.hidden = !shown;
    if (element.textContent !== words) element.textContent = words;
    return element;
  };
  const total = () => {
    const every = [...tiles.querySelectorAll(".tile")], game = tiles.dataset.game;
    // A pushed tile does not have the filter: apply it before anything is painted.
    for (const tile of every) tile.classList.toggle("off", game !== "" && tile.dataset.game !== game);
    const all = every.filter((tile) => !tile.classList.contains("off"));
    tiles.classList.toggle("many", all.length > Number(tiles.dataset.many));
    for (const tile of all) tile.classList.toggle("mine", tile.dataset.supervisor === screen.dataset.me);
    const sum = (key) => all.reduce((so, tile) => so + Number(tile.dataset[key] || 0), 0);
    const handle = sum("handle"), win = sum("win"), irregular = sum("irregular");
    const open = all.filter((tile) => tile.dataset.state !== "closed").length;
    chip("tables", house.words("floor.tables", { count: all.length, open }));
    chip("irregular", house.words("floor.irregular", { count: irregular }), irregular > 0);
    chip("handle", house.words("floor.handle", { amount: short(handle) }));
    const hold = handle ? `${(100 * win / handle).toFixed(1).replace("-", "−")}%` : "—";
    chip("win", house.words("floor.win", { amount: `${win > 0 ? "+" : ""}${short(win)}`, hold })).classList.toggle("neg", win < 0);
    chip("theo", house.words("floor.theo", { amount: short(sum("theo")) }));
    tiles.querySelector(".nothing").hidden = all.some((tile) => tile.offsetParent) || !every.length;
  };

  // --- what only the list knows, not a tile's own push: a reader that fails, a dealer who has been at the table for long
  const NEEDS = ["bad", "sup", "now"];
  const mark = (side) => {
    const listed = new Map(), silent = new Set();
    for (const line of side.querySelectorAll(".line-of-alert[data-brief]")) {
      const { table, need, kind } = line.dataset, other = listed.get(table);
      if (kind === "tablet") silent.add(table);
      if (!other || NEEDS.indexOf(need) < NEEDS.indexOf(other.dataset.need)) listed.set(table, line);
    }
    for (const tile of tiles.querySelectorAll(".tile")) {
      const line = listed.get(tile.id.replace("tile-", "")), chip = tile.querySelector(".marks .listed");
      tile.classList.toggle("silent", silent.has(tile.id.replace("tile-", "")));
      if (!chip) continue; // its place is kept until the tile comes
      const own = tile.querySelector(".marks .chip.bad:not(.listed)") ? "bad" : tile.querySelector(".marks .chip.sup:not(.listed, .seen)") ? "sup" : tile.querySelector(".marks .chip.now:not(.listed)") ? "now" : "";
      const need = [own, line?.dataset.need].filter(Boolean).sort((one, other) => NEEDS.indexOf(one) - NEEDS.indexOf(other))[0] || "";
      if (tile.dataset.need !== need) tile.dataset.need = need;
      tile.toggleAttribute("data-attention", Boolean(need));
      chip.hidden = !line;
      if (!line) continue;
      chip.classList.remove(...NEEDS);
      chip.classList.add(line.dataset.need);
      chip.href = line.querySelector("a.button")?.getAttribute("href") || `/pit/table/${line.dataset.table}/`;
      if (chip.textContent !== line.dataset.brief) chip.textContent = line.dataset.brief;
    }
  };

  // --- the order: tables that need somebody come first. No tile moves away under a finger, a pointer or the keyboard.
  const STILL = 1500;
  let touched = -STILL, later = 0;
  for (const kind of ["pointerdown", "pointerup"]) tiles.addEventListener(kind, () => { touched = performance.now(); }, true);
  const pointed = matchMedia("(hover: hover)");
  const inHand = () => performance.now() - touched < STILL || tiles.contains(document.activeElement) && document.activeElement !== tiles
    || (pointed.matches && tiles.querySelector(".tile:hover") !== null) || document.querySelector("dialog[open]") !== null;
  const arrange = () => {
    if (tiles.dataset.order === "need" && inHand()) { later ||= setTimeout(() => { later = 0; refresh(); }, STILL); return; }
    const rank = ({ dataset: { need, state } }) => (need ? NEEDS.indexOf(need) : NEEDS.length + (state === "closed"));
    const byNeed = tiles.dataset.order === "need";
    const wanted = [...tiles.querySelectorAll(".tile")].sort((one, other) => (byNeed && rank(one) - rank(other)) || (one.id < other.id ? -1 : 1));
    let at = tiles.querySelector(".tile");
    for (const tile of wanted) {
      if (tile === at) { do at = at.nextElementSibling; while (at && !at.classList.contains("tile")); continue; }
      if (tiles.moveBefore) tiles.moveBefore(tile, at || tiles.querySelector(".nothing")); else tiles.insertBefore(tile, at || tiles.querySelector(".nothing"));
    }
  };
  tiles.addEventListener("pointerleave", () => refresh());

  // --- who may decide what: the server checks it again
  const judge = () => {
    const side = document.getElementById("side");
    const count = Number(side.dataset.asks);
    mark(side);
    arrange();
    for (const ask of screen.querySelectorAll(".ask")) {
      const {askedBy, about, pit, role} = ask.dataset, me = screen.dataset.me;
      const able = screen.dataset.powers.split(" ").includes(role);
      const here = !pit || screen.dataset.actsIn.split(" ").includes(pit);
      const barred = about === me ? house.words("floor.about_you")
        : askedBy === me ? house.words(about ? "floor.you_set_up" : "floor.you_asked")
        : !able ? house.words(about ? "floor.higher_acknowledges" : "floor.higher_decides")
        : !here ? house.words("floor.other_pit", { pit }) : "";
      const why = ask.querySelector(".why");
      why.hidden = !barred;
      why.textContent = barred;
      const form = ask.querySelector("form"); // irregularities are decided on their own page
      if (form) form.hidden = Boolean(barred);
    }
    chip("asks", house.words("floor.to_approve", { count }), count > 0);
    const alerts = Number(side.dataset.alerts);
    chip("alerts", house.words("floor.alerts", { count: alerts }), alerts > 0).classList.toggle("bad", "alarm" in side.dataset);
    document.title = count ? `(${count}) ${name}` : name;
    if (alerted >= 0 && alerts > alerted) told.textContent = house.words("floor.told_to_acknowledge", { count: alerts, first: side.querySelector(".line-of-alert:not(.seen) p")?.textContent });
    const escalated = side.querySelectorAll(".escalated:not(.seen)").length;
    // Somebody who is not looking hears it (sound.js).
    if (alerted >= 0 && (alerts > alerted || count > asks || escalated > handedOn)) {
      document.dispatchEvent(new CustomEvent("pit:waits", { detail: { escalated: escalated > handedOn } }));
    }
    handedOn = escalated;
    alerted = alerts;
    if (asks >= 0 && count > asks) told.textContent = house.words("floor.told_to_approve", { count, first: side.querySelector(".ask:last-of-type b")?.textContent });
    asks = count;
  };
  const refresh = () => { soon ||= requestAnimationFrame(() => { soon = 0; total(); judge(); }); };
  screen.addEventListener("panel:shown", judge);

  // The result of a person's own tap stays visible, although the push of that tap comes after its answer.
  const OUTCOME_SHOWN = 8000;
  const keepOutcome = ({ target, fragment }) => {
    const outcome = target?.id === "side" && target.querySelector(":scope > .told");
    const list = fragment.querySelector?.("#side");
    if (!outcome || !list || list.querySelector(":scope > .told")) return;
    outcome.since ??= performance.now();
    if (performance.now() - outcome.since > OUTCOME_SHOWN) return;
    [...list.querySelectorAll(":scope > h2")].pop().before(outcome.cloneNode(true)); // above the notices, as the answer has it
    requestAnimationFrame(() => { const shown = document.querySelector("#side > .told"); if (shown) shown.since = outcome.since; });
  };

  // --- the link
  // An answer to an older request must not undo what a push has brought since.
  const came = new Map();
  let pushes = 0;
  screen.addEventListener("htmx:before:ws:message", (event) => {
    const message = event.detail.message, json = message.json;
    if (!json || json.content === undefined) return;
    pushes += 1;
    for (const [, id] of json.content.matchAll(/hx-target="#([^"]+)"/g)) came.set(id, pushes);
  });
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx, tasks } = event.detail;
    // Older than what is shown: the push of another worker was faster.
    const old = ({ target, fragment }) => target?.matches(".tile") && Number(fragment.firstElementChild?.dataset.version) < Number(target.dataset.version);
    tasks.splice(0, tasks.length, ...tasks.filter((task) => !old(task)));
    for (const task of tasks) keepOutcome(task);
    if (!ctx || ctx.asked === undefined) return;
    const late = ({ target, fragment }) => target && came.get(target.id) > ctx.asked
      && !(Number(fragment.firstElementChild?.dataset.version) > Number(target.dataset.version));
    tasks.splice(0, tasks.length, ...tasks.filter((task) => !late(task)));
  });
  document.addEventListener("htmx:after:swap", () => { total(); refresh(); });
  const codes = () => [...tiles.querySelectorAll(".tile")].map((tile) => tile.id.replace("tile-", ""));
  // The tables to ask for; null for all.
  let behind = null;
  screen.addEventListener("live:at", (event) => {
    const { versions: there, marks } = event.detail;
    const old = Object.entries(there).filter(([code, version]) => {
      const tile = document.getElementById(`tile-${code}`), shown = tile && Number(tile.dataset.version);
      // The same version with another mark, for example a call or an approval whose push was lost or late.
      return !tile || shown < version || (shown === version && tile.dataset.mark !== marks[code]);
    });
    const gone = codes().some((code) => !(code in there)); // to another pit
    const own = event.detail.pit === (screen.dataset.pit || "") && event.detail.names === document.getElementById("pits").dataset.mark;
    if (!old.length && !gone && own && document.getElementById("side").dataset.mark === event.detail.mark) return;
    behind = old.map(([code]) => code);
    event.preventDefault();
  });
  screen.addEventListener("live:ask", (event) => { event.detail.answered = fetched(behind); behind = null; });
  // A table that came into this pit gets its place, one that left it loses it.
  const place = (wanted) => {
    for (const code of codes()) if (!wanted.includes(code)) document.getElementById(`tile-${code}`).remove();
    wanted.forEach((code, number) => {
      if (document.getElementById(`tile-${code}`)) return;
      const tile = document.createElement("article");
      tile.className = "tile";
      tile.id = `tile-${code}`;
      tile.dataset.version = "-1";
      tiles.querySelector(".none:not(.nothing)")?.remove();
      tiles.insertBefore(tile, wanted.slice(number + 1).map((next) => document.getElementById(`tile-${next}`)).find(Boolean) || tiles.querySelector(".nothing"));
    });
  };
  // A renamed pit: its heading, and the links, which keep the filters.
  const renamePit = () => {
    const chosen = document.querySelector("#pits [aria-current]"), heading = document.getElementById("floor-name");
    if (screen.dataset.pit && chosen && heading.textContent !== chosen.textContent) {
      heading.textContent = name = chosen.textContent;
      document.title = name;
    }
    keep();
  };
  const fetched = async (only) => {
    const named = only ? `${screen.dataset.now.includes("?") ? "&" : "?"}behind=${only.map(encodeURIComponent)}` : "";
    const asked = pushes;
    const answer = await house.ask(screen.dataset.now + named, {headers: {"HX-Request": "true"}}, 8000);
    if (house.sentAway(answer)) return;
    if (!answer.ok) throw new house.NoAnswer("the floor is not answered", answer.status);
    place((answer.headers.get("Pit-Tables") || "").split(" ").filter(Boolean));
    await htmx.swap({sourceElement: told, target: told, swap: "none", text: answer.text, transition: false, asked});
    renamePit();
  };

  // --- which tables are shown: kept in the address, and in every link to another pit
  const show = document.getElementById("show"), games = document.getElementById("game");
  const keep = () => {
    const kept = new URLSearchParams();
    if (tiles.dataset.show !== "all") kept.set("show", tiles.dataset.show);
    if (tiles.dataset.game) kept.set("game", tiles.dataset.game);
    if (tiles.dataset.order !== "need") kept.set("order", tiles.dataset.order);
    const words = [tiles.dataset.show === "all" ? "" : show.querySelector("[aria-current]").textContent, tiles.dataset.game ? games.elements.game.selectedOptions[0].textContent : ""].filter(Boolean).join(", ");
    document.getElementById("chosen").textContent = words ? `: ${words}` : "";
    const query = String(kept) ? `?${kept}` : "";
    history.replaceState(null, "", location.pathname + query + location.hash);
    for (const link of document.querySelectorAll("a[data-keeps]")) link.search = query;
    refresh();
  };
  const chooses = (bar, name) => bar.addEventListener("click", (event) => {
    const link = event.target.closest(`a[data-${name}]`);
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    tiles.dataset[name] = link.dataset[name];
    for (const other of link.parentElement.children) other.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    keep();
  });
  chooses(show, "show");
  chooses(document.getElementById("order"), "order");
  const filter = document.getElementById("filter");
  document.addEventListener("click", (event) => { if (!filter.contains(event.target)) filter.open = false; });
  filter.addEventListener("keydown", (event) => { if (event.key === "Escape") { filter.open = false; filter.querySelector("summary").focus(); } });
  games.querySelector("button").hidden = true;
  games.elements.game.addEventListener("change", () => { tiles.dataset.game = games.elements.game.value; keep(); });

  // --- by keyboard: from tile to tile in their order on the screen, and from a tile to its pages
  const link = (tile) => tile.querySelector("h2 a");
  const near = (from, key) => {
    const here = from.getBoundingClientRect(), middle = (box) => box.left + box.width / 2;
    const shown = [...tiles.querySelectorAll(".tile")].filter((tile) => tile.offsetParent);
    const at = shown.indexOf(from);
    if (key === "ArrowRight") return shown[at + 1];
    if (key === "ArrowLeft") return shown[at - 1];
    if (key === "Home") return shown[0];
    if (key === "End") return shown.at(-1);
    const boxes = shown.map((tile) => [tile, tile.getBoundingClientRect()]);
    const there = boxes.filter(([, box]) => (key === "ArrowDown" ? box.top > here.top + 4 : box.top < here.top - 4));
    const far = ([, box]) => Math.abs(box.top - here.top) * 100 + Math.abs(middle(box) - middle(here));
    return there.sort((one, other) => far(one) - far(other))[0]?.[0];
  };
  tiles.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.repeat && event.key.length === 1)) return;
    const from = event.target.closest(".tile");
    if (event.target === tiles && event.key.startsWith("Arrow")) {
      event.preventDefault();
      link([...tiles.querySelectorAll(".tile")].find((tile) => tile.offsetParent))?.focus();
      return;
    }
    if (!from) return;
    const code = from.id.replace("tile-", "");
    if (["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(event.key)) {
      event.preventDefault();
      const to = near(from, event.key);
      if (to) link(to).focus();
    } else if (["l", "f", "r", "w"].includes(event.key)) {
      event.preventDefault();
      if (event.key === "r") document.getElementById("panel").dataset.first = ".last-rounds a";
      if (event.key === "l" || event.key === "r") from.querySelector(".set").click();
      else if (event.key === "f") location.assign(`/float/table/${code}/`);
      else (document.querySelector("#side article :is(a, button, input:not([type=hidden]))") || document.querySelector("#side a"))?.focus();
    }
  });
  // Back from the list to the tiles.
  document.querySelector("aside").addEventListener("keydown", (event) => {
    if (event.key === "Escape") link([...tiles.querySelectorAll(".tile")].find((tile) => tile.offsetParent))?.focus();
  });
  // The typed reason of a refused decision stays: only the server's answer replaces it.
  refresh();
})();
