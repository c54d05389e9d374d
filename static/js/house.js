// What the scripts of every screen use: features that a browser may lack, asking the server, and faults of our own,
// which are kept apart from faults of the network. Loaded first.
(() => {
  "use strict";
  const house = (window.house = {});

  // ---- words: in the house's language, by code (casino/words/scripts.py) -----------------------------------------
  // {count:table|tables} is a number with the right noun; if a text is missing, its code is shown.
  house.words = (code, values = {}) => ((window.houseWords || {})[code] || code).replace(/\{(\w+)(?::([^{}|]*)\|([^{}]*))?\}/g, (blank, name, noun, nouns) => {
    const value = values[name] ?? "";
    return nouns === undefined ? value : `${value} ${Number(value) === 1 ? noun : nouns}`;
  });

  // ---- what a browser may lack or forbid: a missing feature must never stop a person's work -----------------------
  const attempt = (nicety) => { try { return nicety(); } catch (error) { return undefined; } };

  // Remembered in the browser if it allows that, otherwise as long as the page is open.
  const shelf = (storage) => {
    const page = new Map();
    return {
      get: (key) => { const kept = attempt(() => window[storage].getItem(key)); return kept ?? page.get(key) ?? ""; },
      set: (key, value) => { page.set(key, value); attempt(() => window[storage].setItem(key, value)); },
    };
  };
  house.kept = shelf("localStorage"); // on this device
  house.visit = shelf("sessionStorage"); // in this tab
  house.parsed = (text, otherwise) => attempt(() => JSON.parse(text)) ?? otherwise;

  // A key that no other tap has.
  house.key = () => {
    const bytes = attempt(() => [...crypto.getRandomValues(new Uint8Array(16))]) || Array.from({ length: 16 }, () => Math.floor(Math.random() * 256));
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  };

  // htmx itself escapes what it searches for.
  const escaped = (text) => String(text).replace(/^-?\d|[^\w-]|^-$/gu, (part) => `\\${[...part].map((letter) => letter.codePointAt(0).toString(16)).join(" \\")} `);
  if (!window.CSS) window.CSS = {};
  if (!CSS.escape) CSS.escape = escaped;

  house.openDialog = (dialog) => {
    if (dialog.open) return;
    if (dialog.showModal) dialog.showModal(); else dialog.setAttribute("open", "");
  };
  house.shutDialog = (dialog) => {
    if (!dialog.hasAttribute("open")) return;
    if (dialog.close) dialog.close();
    else { dialog.removeAttribute("open"); dialog.dispatchEvent(new Event("close")); }
  };

  // The fields of a form, including the button that sent it, which some browsers leave out.
  house.fields = (form, button) => {
    const fields = new FormData(form);
    if (button && button.name) fields.append(button.name, button.value);
    return fields;
  };

  // ---- asking the server ---------------------------------------------------------------------------------------
  // The network or the server failed: we do not know whether the request was carried out.
  house.NoAnswer = class NoAnswer extends Error {
    constructor(words, status = 0) { super(words); this.name = "NoAnswer"; this.status = status; }
  };

  // Asks and reads the whole answer, as {status, ok, headers, redirected, text}. Throws NoAnswer if there is no answer
  // within `most` milliseconds; any other exception is a fault in this screen's own code.
  house.ask = async (address, options = {}, most = 5000) => {
    const { signal: given, ...rest } = options;
    const stop = new AbortController(), asked = new Request(address, { ...rest, signal: stop.signal });
    if (given) given.addEventListener("abort", () => stop.abort());
    const sent = fetch(asked); // a fetch that fails because of the network rejects, it does not throw
    const late = setTimeout(() => stop.abort(), most);
    let answer, text;
    try {
      answer = await sent;
      text = await answer.text();
    } catch (error) {
      if (given && given.aborted) throw error; // asked again meanwhile
      throw new house.NoAnswer(stop.signal.aborted ? `no answer in ${most} ms` : String(error && error.message));
    } finally {
      clearTimeout(late);
    }
    house.build(answer.headers.get("House-Build"));
    return { status: answer.status, ok: answer.ok, headers: answer.headers, redirected: answer.redirected, text };
  };

  // The object that htmx expects as the answer of a fetch.
  house.asResponse = (answer) =>
    new Response([204, 205, 304].includes(answer.status) ? null : answer.text, { status: answer.status, headers: answer.headers });

  // Signed out, locked, handed over: opens the page that the answer names; returns whether there is one.
  house.sentAway = (answer) => {
    const to = answer.headers.get("HX-Redirect");
    if (to) location.href = `${to}?${new URLSearchParams({ next: location.pathname + location.search })}`; // and back afterwards
    else if (answer.redirected) location.reload();
    return Boolean(to || answer.redirected);
  };

  // A fault of the server, after which a posted step may have been recorded nevertheless.
  house.failing = (status) => status >= 500 || status === 408 || status === 425 || status === 429;
  const OUTAGES = { away: "outage.away", busy: "outage.busy", full: "outage.full", reads: "outage.reads", old: "outage.old" };
  // The fault in words: `outage` is why the record cannot be written, from the answer's header House-Fault.
  house.unknown = (status, outage = "") => {
    if (outage in OUTAGES) return house.words(OUTAGES[outage]);
    return house.words(status ? "server.failed" : "server.no_answer", { status });
  };

  // Sends until there is an answer, always with the same key: after no answer, or one that does not say whether it was
  // recorded, the same key gives the same answer. Calls `said` after each failure with what happened; after a lasting
  // fault of the server ({ stopped }) it sends again when the promise that `said` returns is fulfilled.
  const FAULTS = 8, SAID_AFTER = 4000;
  const sleep = (time) => new Promise((done) => setTimeout(done, time));
  house.untilAnswered = async (send, said, taken = (answer) => answer.status < 500) => {
    const began = performance.now();
    let faults = 0;
    for (let tries = 0; ; tries += 1) {
      let status = 0, outage = "";
      try {
        const answer = await send(tries);
        if (taken(answer)) return answer;
        status = answer.status;
        outage = answer.headers.get("House-Fault") || "";
      } catch (error) {
        if (!(error instanceof house.NoAnswer)) throw error; // a fault in our code, which sending again does not repair
      }
      faults = house.failing(status) && (status < 502 || status > 504) ? faults + 1 : 0;
      const stopped = faults >= FAULTS; // about a quarter of a minute, after that only by hand
      const byHand = said({ status, outage, stopped, long: performance.now() - began > SAID_AFTER || faults > 1 });
      if (stopped) await byHand;
      else await sleep(Math.min(250 * 2 ** Math.min(tries, 4), 3000));
    }
  };

  // ---- messages over any page ------------------------------------------------------------------------------
  // `again`: the text of a button, and what it does.
  house.say = (title, text, again = null) => {
    let box = document.getElementById("house-says");
    if (!box) {
      box = document.createElement("div");
      box.id = "house-says";
      box.className = "house-says";
      box.setAttribute("role", "alert");
    }
    const strong = document.createElement("strong"), words = document.createElement("p"), close = document.createElement("button");
    strong.textContent = title;
    words.textContent = text;
    close.type = "button";
    close.textContent = house.words("page.close");
    close.addEventListener("click", () => { box.hidden = true; });
    box.replaceChildren(strong, words);
    if (again) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "primary";
      button.textContent = again.words;
      button.addEventListener("click", again.act);
      box.append(button);
    }
    box.append(close);
    box.hidden = false;
    // The page is under an open dialog and cannot be reached.
    (document.querySelector("dialog[open]") || document.body).append(box);
  };

  house.hush = () => { const box = document.getElementById("house-says"); if (box) box.hidden = true; };

  // ---- a newer build -------------------------------------------------------------------------------------------
  // Each answer and pong names the server's build. A page of another build reloads when nothing is half done: no open
  // dialog, no half-typed field, no tap without an answer, and nobody has touched the screen for a moment.
  const QUIET = 1500, ONCE_IN = 60000;
  const own = document.querySelector("meta[name=build]");
  house.own = own ? own.content : undefined;
  let newer = "", touched = 0;
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, () => { touched = performance.now(); }, true);
  const halfTyped = () => [...document.querySelectorAll("input:not([type=hidden]):not([type=checkbox]):not([type=radio]), textarea")]
    .some((field) => field.value !== field.defaultValue && field.offsetParent);
  house.halfDone = () => Boolean(document.querySelector("dialog[open]") || document.body.classList.contains("sending") || halfTyped()) || performance.now() - touched < QUIET;
  const renew = () => {
    if (house.halfDone()) return;
    // Workers of two builds, or a proxy that keeps the old page, must not cause endless reloads.
    const [mark, at] = house.visit.get("renewed").split(" ");
    if (mark === newer && Date.now() - Number(at) < ONCE_IN) return;
    house.visit.set("renewed", `${newer} ${Date.now()}`);
    location.reload();
  };
  house.build = (mark) => {
    if (!mark || !own || mark === own.content || mark === newer) return;
    if (!newer) setInterval(renew, 500);
    newer = mark;
    let told = document.getElementById("newer");
    if (!told) {
      told = document.createElement("p");
      told.id = "newer";
      told.className = "newer";
      told.setAttribute("role", "status");
      document.body.append(told);
    }
    told.textContent = house.words("page.new_version");
  };

  // ---- a fault in our own code: shown in words, and reported ------------------------------------------------------
  const reported = new Set();
  house.fault = (error, doing = "") => {
    const what = `${(error && (error.stack || error.message)) || error}`.slice(0, 1500);
    attempt(() => console.error(error));
    house.say(
      house.words("page.broken"),
      `${doing ? `${doing} ` : ""}${house.words("page.broken_remedy")}`,
      { words: house.words("page.load_again"), act: () => location.reload() },
    );
    if (reported.has(what) || reported.size >= 5) return;
    reported.add(what);
    const token = document.querySelector("input[name=csrfmiddlewaretoken]");
    if (!token) return;
    attempt(() => {
      const body = new URLSearchParams({ csrfmiddlewaretoken: token.value, page: location.pathname, fault: what, browser: navigator.userAgent });
      fetch("/screen-fault", { method: "POST", body, headers: { "HX-Request": "true" } }).catch(() => {});
    });
  };

  window.addEventListener("error", (event) => {
    if (event.target && event.target.tagName === "SCRIPT") return house.fault(new Error(`${event.target.src} did not load`), house.words("page.part_missing"));
    if (!event.error || (event.filename && !event.filename.startsWith(location.origin))) return; // from the browser or an extension
    house.fault(event.error);
  }, true);
  window.addEventListener("unhandledrejection", (event) => {
    const error = event.reason;
    if (error instanceof house.NoAnswer || (error && error.name === "AbortError")) return;
    house.fault(error);
  });

  // ---- a form that is posted: sent until it is answered ---------------------------------------------------------
  // The message over the page while there is no answer, with the button that sends it again by hand.
  house.saying = () => {
    let shown = false;
    return {
      said({ status, outage, stopped, long }) {
        if (!long && !stopped) return undefined;
        shown = true;
        return new Promise((go) => {
          const again = stopped ? { words: house.words("sent.repeat"), act: () => { house.hush(); go(); } } : null;
          house.say(house.unknown(status, outage), `${house.words("sent.form_maybe")} ${house.words(stopped ? "sent.kept" : "sent.form_repeats")}`, again);
        });
      },
      over() { if (shown) house.hush(); },
    };
  };
  house.post = async (address, body, headers = {}) => {
    const saying = house.saying();
    try {
      return await house.untilAnswered(() => house.ask(address, { method: "POST", body, headers }, 15000), saying.said);
    } finally {
      saying.over();
    }
  };

  // A form that leads to another page is sent by the browser. Its fields are kept until there is an answer, except a
  // PIN; the page about the missing answer (templates/fault.html) sends them again, with the same key. A form with
  // data-once is not safe to repeat, and a form with data-file has a file.
  const PIN = "pin", MOST = 20000;
  const fault = () => document.querySelector("[data-sends-again]");
  document.addEventListener("submit", (event) => {
    const form = event.target, button = event.submitter;
    if (event.defaultPrevented || !/^post$/i.test(form.getAttribute("method") || "")) return;
    if ("once" in form.dataset || "file" in form.dataset || form.closest("[data-sends-again]")) return;
    const action = new URL((button && button.getAttribute("formaction")) || form.getAttribute("action") || location.href, location.href);
    const fields = [...house.fields(form, button)];
    const kept = JSON.stringify({ to: action.pathname + action.search, pin: fields.some(([name]) => name === PIN), fields: fields.filter(([name]) => name !== PIN), tries: 0 });
    house.visit.set("posted", kept.length > MOST ? "" : kept);
  });
  const sendAgain = () => {
    const place = fault(), kept = house.parsed(house.visit.get("posted") || "null", null);
    if (!place) { house.visit.set("posted", ""); return; }
    if (!kept || kept.to !== location.pathname + location.search) return;
    const form = place.querySelector("form");
    form.setAttribute("action", kept.to);
    for (const [name, value] of kept.fields) {
      const input = document.createElement("input");
      Object.assign(input, { type: "hidden", name, value: String(value) });
      form.append(input);
    }
    const pin = form.querySelector("label");
    if (kept.pin) pin.hidden = false; else pin.remove();
    place.hidden = false;
    const byItself = !kept.pin && (kept.tries < FAULTS || place.dataset.sendsAgain);
    for (const words of place.querySelectorAll("[data-when]")) words.hidden = (words.dataset.when === "itself") !== Boolean(byItself);
    const more = () => house.visit.set("posted", JSON.stringify({ ...kept, tries: kept.tries + 1 }));
    form.addEventListener("submit", more);
    if (byItself) setTimeout(() => form.requestSubmit ? form.requestSubmit() : (more(), form.submit()), Math.min(500 * 2 ** kept.tries, 5000));
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", sendAgain); else sendAgain();

  // ---- requests of htmx: in the same way --------------------------------------------------------------------------
  const byHand = (ctx) => ctx && ctx.sourceEvent && ctx.sourceEvent.isTrusted;
  document.addEventListener("htmx:config:request", (event) => {
    const ctx = event.detail.ctx;
    ctx.fetch = ctx.fetch || (async (address, request) => {
      if (!/POST/i.test(request.method || "GET")) return house.asResponse(await house.ask(address, request, 15000));
      const saying = house.saying();
      try {
        return house.asResponse(await house.untilAnswered(() => house.ask(address, request, 15000), saying.said));
      } finally {
        saying.over();
      }
    });
    if (/POST/i.test(ctx.request.method || "GET")) ctx.request.timeout = 0; // it is sent until it is answered
  });
  document.addEventListener("htmx:error", (event) => {
    const { ctx, error } = event.detail;
    if (ctx && ctx.told) return;
    if (!(error instanceof house.NoAnswer)) { if (!error || error.name !== "AbortError") house.fault(error); return; }
    if (byHand(ctx)) house.notAnswered(ctx.request.method, 0);
  });
  document.addEventListener("htmx:before:swap", (event) => {
    const ctx = event.detail.ctx;
    if (!ctx || ctx.counted || !ctx.response || !house.failing(ctx.response.status)) return;
    event.preventDefault(); // a page about a fault is not a part of this page
    if (byHand(ctx)) house.notAnswered(ctx.request.method, ctx.response.status);
  });
  house.notAnswered = (method, status) =>
    house.say(house.unknown(status), house.words(/GET/i.test(method || "GET") ? "server.nothing_changed" : "server.maybe_recorded"));
})();
