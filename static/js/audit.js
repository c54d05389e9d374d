// The live tail of the audit log: new rows wait while the reader is further down the list, so that the rows on the
// screen do not move.
(() => {
  "use strict";
  const screen = document.querySelector("main.audit");
  if (!screen) return;
  const MOST = 600, TELL = 8000;
  const follow = document.getElementById("follow"), fresh = document.getElementById("fresh");
  const told = document.getElementById("told"), beside = document.getElementById("beside");
  const results = () => document.getElementById("results");
  const rows = () => document.getElementById("rows");
  // The number up to which this screen has received every entry of each chain, shown or not; and the entries that came
  // before an earlier entry.
  const had = JSON.parse(results().dataset.had), early = new Set();
  let waiting = [], following = true, untold = 0, soon = 0;
  const has = (chain, seq) => {
    early.add(`${chain} ${seq}`);
    had[chain] ??= 0;
    while (early.delete(`${chain} ${had[chain] + 1}`)) had[chain] += 1;
    if (seq <= had[chain]) early.delete(`${chain} ${seq}`);
  };

  // --- the filter, as the server reads it
  const under = (clause, wanted) => {
    const named = /^(ACT96|ACT03|VIC03|NZ|UK)(-|$)/.test(wanted);
    const have = named ? clause : clause.slice(clause.indexOf("-") + 1);
    if (have === wanted) return true;
    return have.startsWith(wanted) && (/[.(-]$/.test(wanted) || /[.(-]/.test(have[wanted.length]));
  };
  const matches = (row) => {
    const f = results().dataset, r = row.dataset;
    return (!f.table || r.table === f.table) && (!f.who || r.who === f.who) && (!f.event || f.event.split(" ").includes(r.event))
      && (!f.round || r.round === f.round) && (!f.clause || (r.clause && under(r.clause, f.clause)))
      && (!f.over || Number(r.amount || 0) > Number(f.over))
      && (!f.from || Date.parse(r.at) >= Date.parse(f.from)) && (!f.to || Date.parse(r.at) <= Date.parse(f.to));
  };

  // --- rows that come
  // The newest first, as the server sorts: by moment, chain and number.
  const newer = (row, other) => {
    const a = row.dataset, b = other.dataset;
    if (a.at !== b.at) return Date.parse(a.at) - Date.parse(b.at) || (a.at > b.at ? 1 : -1);
    return a.table === b.table ? a.seq - b.seq : (a.table > b.table ? 1 : -1);
  };
  const take = (html) => {
    const box = document.createElement("template");
    box.innerHTML = html;
    for (const row of box.content.querySelectorAll("tr")) {
      has(row.dataset.table, Number(row.dataset.seq));
      if (matches(row) && !document.getElementById(row.id) && !waiting.some((other) => other.id === row.id)) waiting.push(row);
    }
    soon ||= requestAnimationFrame(() => { soon = 0; settle(); });
  };
  const atTop = () => results().scrollTop < 8;
  const settle = () => {
    if (following && atTop() && !document.hidden) insert();
    fresh.hidden = !waiting.length;
    fresh.textContent = house.words("log.new", { count: waiting.length });
  };
  const insert = () => {
    if (!waiting.length) return;
    const body = rows();
    waiting = waiting.filter(matches); // the filter may have changed since they came
    for (const row of waiting.sort(newer)) {
      // Commands of different tables may arrive out of order by a moment.
      let place = body.firstElementChild;
      while (place && newer(place, row) > 0) place = place.nextElementSibling;
      row.classList.add("new");
      body.insertBefore(row, place);
      htmx.process(row);
    }
    untold += waiting.length;
    waiting = [];
    while (body.children.length > MOST) body.lastElementChild.remove();
  };
  setInterval(() => {
    if (untold) told.textContent = house.words("log.new_at_top", { count: untold });
    untold = 0;
  }, TELL);

  screen.addEventListener("htmx:before:ws:message", (event) => {
    const message = event.detail.message;
    if (message.json && message.json.content !== undefined) {
      message.cancelled = true;
      take(message.json.content);
    }
  });
  let ends = {}; // the last entry of the record, by chain
  const fetched = async () => {
    const there = ends, after = {};
    for (const chain in there) if (there[chain] > (had[chain] || 0)) after[chain] = had[chain] || 0;
    const query = encodeURIComponent(JSON.stringify(after));
    const answer = await house.ask(`${screen.dataset.behind}?after=${query}`, {headers: {"HX-Request": "true"}}, 8000);
    if (house.sentAway(answer)) return;
    if (!answer.ok) throw new house.NoAnswer("the log is not answered", answer.status);
    take(answer.text);
    // If there are very many, the answer has only the newest; to see older ones, search.
    for (const chain in after) had[chain] = Math.max(had[chain] || 0, there[chain]);
  };
  screen.addEventListener("live:at", (event) => {
    ends = event.detail;
    if (Object.keys(ends).some((chain) => ends[chain] > (had[chain] || 0))) event.preventDefault();
  });
  screen.addEventListener("live:ask", (event) => { event.detail.answered = fetched(); });

  follow.addEventListener("click", () => {
    following = !following;
    follow.dataset.live = String(following);
    follow.querySelector("path").setAttribute("d", following ? "M3 2h3.500v12H3zM9.500 2H13v12H9.500z" : "M4 2v12l9-6z");
    follow.lastElementChild.textContent = house.words(following ? "log.pause" : "log.follow");
    settle();
  });
  fresh.addEventListener("click", () => {
    insert();
    settle();
    results().scrollTop = 0;
    results().focus({preventScroll: true});
  });
  document.addEventListener("scroll", (event) => { if (event.target === results()) settle(); }, true);
  document.addEventListener("visibilitychange", settle);
  document.addEventListener("htmx:after:swap", () => {
    const link = document.getElementById("export");
    link.href = results().dataset.export;
    document.getElementById("export-lines").href = results().dataset.lines;
    history.replaceState(null, "", link.href.replace("export.csv", ""));
    waiting = waiting.filter((row) => matches(row) && !document.getElementById(row.id));
    settle();
    // The list is narrower with a replay beside it: keep the chosen entry in sight.
    if (beside.firstElementChild) rows().querySelector("tr.sel")?.scrollIntoView({block: "nearest"});
  });

  // --- a click anywhere on a round's row opens its replay
  screen.addEventListener("click", (event) => {
    const close = event.target.closest("[data-close]");
    if (close) {
      beside.replaceChildren();
      const row = rows().querySelector("tr.sel");
      row?.classList.remove("sel");
      row?.querySelector("a")?.focus();
      return;
    }
    const row = event.target.closest("#rows tr");
    if (!row || String(getSelection())) return;
    const link = row.querySelector(".c-round a");
    if (!link) return;
    for (const old of rows().querySelectorAll("tr.sel")) old.classList.remove("sel");
    row.classList.add("sel");
    if (!event.target.closest("a")) link.click();
  });
})();
