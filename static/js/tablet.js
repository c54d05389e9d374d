// The script of the tablet: keys and retries of a tap, the pad's keyboard, chips that add up, the state of the link.
// The server decides what is due, what is allowed and what is paid; nothing of the game is decided here.
(() => {
  "use strict";
  const $ = (selector) => document.querySelector(selector);
  const main = $("#main");
  const facts = () => $("#facts").dataset;
  const version = () => Number(facts().version);
  const reads = !$("#play"); // a watcher has no forms

  // ---- the link: live, polling, offline -----------------------------------------------------------------------
  let waiting = false; // whether a tap has had no answer yet

  function showLink(state, words, title = "") {
    if (waiting) [state, words, title] = ["sending", house.words("sent.again"), house.words("sent.again_why")];
    const chip = $("#link"), text = $("#link-words");
    if (chip.dataset.state !== state) chip.dataset.state = state;
    if (chip.title !== title) chip.title = title;
    if (text.textContent !== words) text.textContent = words;
  }

  // ---- nothing moves under the finger: pushes wait until the finger is up, and a moment longer -------------
  const AFTER_TOUCH = 300, LONGEST_TOUCH = 10000; // if the lifting of the finger was missed, wait no longer than this
  let down = -Infinity, lifted = -Infinity;
  document.addEventListener("pointerdown", () => { down = performance.now(); }, true);
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => { down = -Infinity; lifted = performance.now(); }, true);
  const touched = () => performance.now() - down < LONGEST_TOUCH || performance.now() - lifted < AFTER_TOUCH;
  const untouched = async () => { while (touched()) await new Promise((done) => setTimeout(done, 60)); };

  const link = house.link({
    on: document, ping: 3000, silent: 7000, poll: 2000, ask, show: showLink,
    pong(message) {
      const lacks = message.at !== facts().digest || house.parts.lacks($("#facts"));
      if (lacks) link.ask();
      return lacks;
    },
    other(message) {
      const { content, version: shown } = message.json;
      if (content && shown < version()) message.cancelled = true; // older than what is shown
      else if (content && touched()) { message.cancelled = true; untouched().then(() => { if (version() < shown) link.ask(); }); }
      else if (content) pushes += 1;
      else link.ask();
    },
  });

  let pushes = 0, asks = 0; // requests in a row that left the page incomplete, after which it asks for everything
  async function ask() {
    const before = pushes, lacks = house.parts.lacks($("#facts"));
    if (lacks) asks += 1;
    const have = lacks ? "" : encodeURIComponent(facts().digest), shows = asks < 3 ? house.parts.shows($("#facts")) : "";
    const answer = await house.ask(`${main.dataset.now}?have=${have}`, { headers: { "HX-Request": "true", "Page-Shows": shows } }, 4000);
    if (house.sentAway(answer)) return;
    if (answer.status === 403) { location.reload(); return; } // handed over: the page says to which person
    if (answer.status !== 204 && !ours(answer)) throw new house.NoAnswer("not the table's answer", answer.status);
    if (answer.status === 204) return;
    const there = Number(answer.headers.get("Table-Version"));
    // An older answer must not undo a push that came meanwhile.
    await untouched();
    if (there > version() || (there === version() && pushes === before)) await show(answer.text);
  }

  // An answer of the table itself, not of something in between: a proxy's page, a sign-in to the network.
  const ours = (answer) => Boolean(answer.headers.get("Table-Answer"));

  const show = (html) => htmx.swap({ sourceElement: $("#socket"), target: $("#socket"), swap: "none", text: html, transition: false });

  // ---- a tap: pressed at once, once only, sent until it is answered --------------------------------------------
  // (Before this, gesture.js makes one tap of the two taps of one gesture.)
  let seen = { button: null, saw: -1 }, pending = 0, epoch = 0, last = { expected: -1, answered: -1 };

  const laysOne = (form, button) => Boolean(form.id === "place" && button && /^place(:|$)/.test(button.value));
  const scans = (form) => form.id === "scan"; // a card that left the shoe is reported even if the tap before it failed
  const isCard = (button) => Boolean(button && button.dataset.card);

  document.addEventListener("tablet:say", (event) => notice(event.detail.kind, event.detail.text));

  function notice(kind, title, clause) {
    if (kind === "refused" || kind === "stale") house.signal("refused");
    const within = $("dialog[open] #wrong-told"); // the page is under an open dialog
    if (within) { within.textContent = clause ? `${title} · ${clause}` : title; within.hidden = false; return; }
    const box = $("#notice");
    box.className = `notice ${kind}`;
    box.replaceChildren();
    const text = document.createElement("div"), strong = document.createElement("strong"), close = document.createElement("button");
    strong.textContent = title;
    text.append(strong);
    if (clause) { const pill = document.createElement("span"); pill.className = "clause"; pill.textContent = clause; text.append(" ", pill); }
    close.type = "button"; close.className = "close"; close.dataset.close = "notice"; close.setAttribute("aria-label", house.words("sent.close_notice")); close.textContent = "✕";
    box.append(text, close);
    box.hidden = false;
  }

  document.addEventListener("click", (event) => {
    const close = event.target.closest("[data-close]");
    if (close) { $("#notice").hidden = true; return; }
    const button = event.target.closest("button[aria-disabled=true]");
    if (!button) return;
    // A refused key says why: it keeps its place in the order of focus, and does nothing.
    event.preventDefault();
    event.stopPropagation();
    if (button.dataset.card) return notice("note", $("#pad").dataset.why || house.words("sent.no_card_due", { prompt: $("#prompt strong").textContent }));
    const why = button.dataset.why || (button.querySelector(".why") || button.querySelector("small") || button).textContent;
    notice("refused", why, button.dataset.clause);
  }, true);

  document.addEventListener("htmx:config:request", (event) => {
    const ctx = event.detail.ctx, form = ctx.sourceElement, button = ctx.request.submitter;
    if (!form.matches || !form.matches("form[data-play]")) return;
    // A push may show the last tap before its own answer is back: then it is recorded, and the next one may follow.
    if (pending && version() === seen.saw && !scans(form) && !(isCard(button) && isCard(seen.button))) {
      notice("note", house.words(waiting ? "sent.last_unanswered" : "sent.last_recording"));
      return event.preventDefault();
    }
    seen = { button, saw: version() };
    pending += 1;
    ctx.epoch = epoch;
    ctx.counted = true;
    ctx.saw = version();
    if (laysOne(form, button)) sent = { box: chosen.box, lay: lies(chosen.box) };
    // The amount in hand is for wagers, not for side bets; a form with its own field uses what was typed there.
    const ours = form.elements.amount !== $("#amount"), typed = (ours || entered) && String(ctx.request.body.get("amount") || "").trim();
    if (button && Number(button.dataset.usual) && !typed) ctx.request.body.set("amount", String(Number(button.dataset.usual) / 100));
    ctx.request.body.set("key", house.key());
    ctx.request.timeout = 0;
    ctx.fetch = (action, request) => send(ctx, action, request);
    ctx.request.headers["Page-Shows"] = house.parts.shows($("#facts"));
    const token = $("#play input[name=csrfmiddlewaretoken]");
    if (token) ctx.request.headers["X-CSRFToken"] = token.value;
    if (button) button.classList.add("pressed");
    document.body.classList.add("sending");
  });

  document.addEventListener("htmx:before:request", (event) => {
    const ctx = event.detail.ctx;
    // A queued card is not sent if the one before it was refused: it might go to another place now.
    if (ctx.counted && ctx.epoch !== epoch && !scans(ctx.sourceElement)) event.preventDefault();
  });

  async function send(ctx, action, request) {
    // A queued tap counts on the result of the tap before it, and on nothing that another tablet did in between.
    const expected = ctx.saw === last.expected ? last.answered : ctx.saw;
    request.body.set("expected", String(expected));
    house.taps.keep(action, request.body);
    try {
      const answer = await house.untilAnswered(async (tries) => {
        if (tries) request.body.set("tries", String(tries));
        try {
          const answer = await house.ask(action, request);
          ctx.sent = true;
          return answer;
        } catch (error) {
          ctx.sent = ctx.sent || error instanceof house.NoAnswer;
          throw error;
        }
      }, (how) => {
        waiting = true;
        link.tell();
        if (how.long || how.stopped) unsent(how);
        return how.stopped ? byHand() : undefined;
      }, taken);
      const answered = Number(answer.headers.get("Table-Version"));
      if (answered) last = { expected: ctx.saw, answered };
      house.taps.answered(request.body.get("key"));
      return house.asResponse(answer);
    } finally {
      waiting = false;
      link.tell();
      $("#unsent")?.remove();
    }
  }

  // Whether the table has answered the tap, or rejected it for good, so that it was not recorded.
  const taken = (answer) => ours(answer) || Boolean(answer.headers.get("HX-Redirect")) || (answer.status >= 400 && !house.failing(answer.status));

  // ---- taps without an answer: shown in words, and kept ---------------------------------------------------------
  let goOn = null;
  const byHand = () => new Promise((done) => { goOn = done; });

  function unsent({ status, outage, stopped }) {
    let box = $("#unsent");
    if (!box) {
      box = document.createElement("div");
      box.id = "unsent";
      box.className = "unsent";
      box.setAttribute("role", "alert");
      main.append(box);
    }
    const title = status ? house.unknown(status, outage) : house.words("sent.no_answer");
    const maybe = house.words(pending > 1 ? "sent.first_maybe_recorded" : "sent.maybe_recorded", { count: pending });
    const text = `${maybe} ${house.words(stopped ? "sent.kept" : "sent.repeats")}`;
    if (box.dataset.said === title + text) return;
    box.dataset.said = title + text;
    const strong = document.createElement("strong"), words = document.createElement("p");
    strong.textContent = title;
    words.textContent = text;
    box.replaceChildren(strong, words);
    if (stopped) {
      const again = document.createElement("button");
      again.type = "button";
      again.className = "primary";
      again.textContent = house.words("sent.repeat");
      again.addEventListener("click", () => { const go = goOn; goOn = null; if (go) go(); });
      box.append(again);
    }
  }

  document.addEventListener("htmx:error", (event) => {
    const { ctx, error } = event.detail, form = ctx && ctx.sourceElement;
    if (!ctx || !form.matches || !form.matches("form[data-play]")) return;
    ctx.failed = true;
    ctx.told = true;
    house.fault(error, house.words(ctx.sent ? "sent.check_layout" : "sent.not_sent"));
  }, true);

  document.addEventListener("htmx:before:swap", (event) => {
    const ctx = event.detail.ctx, raw = ctx.response && ctx.response.raw;
    if (!ctx.counted || !raw) return;
    // Of an answer that is older than a push since then only the notice is used.
    if (Number(raw.headers.get("Table-Version") || version()) < version()) {
      const stay = event.detail.tasks.filter((task) => task.target && task.target.id === "notice");
      event.detail.tasks.splice(0, event.detail.tasks.length, ...stay);
    }
  });

  document.addEventListener("htmx:finally:request", (event) => {
    const ctx = event.detail.ctx;
    if (!ctx.counted) return;
    ctx.counted = false;
    pending -= 1;
    if (!pending) document.body.classList.remove("sending");
    const button = ctx.request.submitter, answer = ctx.response && ctx.response.headers.get("Table-Answer");
    if (button) button.classList.remove("pressed");
    if (answer && answer !== "ok") epoch += 1;
    if (answer === "refused" || answer === "stale") house.signal("refused");
    if (ctx.failed) epoch += 1;
    if (!answer && ctx.response && ctx.response.status >= 400) {
      epoch += 1;
      // A refusal from before the table was asked is a line of text.
      const words = /^text\/plain/.test(ctx.response.headers.get("Content-Type") || "") && ctx.text;
      notice("refused", words || house.words("sent.not_taken", { status: ctx.response.status }));
    }
    if (laysOne(ctx.sourceElement, button)) {
      if (answer === "ok" && sent) placed();
      sent = null;
    }
    wrongField(ctx.sourceElement, answer === "refused" && ctx.response.headers.get("Table-Field"));
    // Only in this form: a push may have shown the tap before its answer, and somebody types the next PIN already.
    if (answer === "ok" || answer === "refused") for (const pin of ctx.sourceElement.querySelectorAll("input[name=pin]")) pin.value = "";
  });

  // Mark the field that a refusal concerns: the notice says what is wrong with it. (The dialog of a report has its own way.)
  function wrongField(form, name) {
    if (form.id === "report") return;
    for (const input of form.querySelectorAll("[aria-invalid]")) for (const mark of ["aria-invalid", "aria-describedby"]) input.removeAttribute(mark);
    const input = name && form.querySelector(`input[name="${CSS.escape(name)}"]`);
    if (!input) return;
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", "notice");
  }

  // ---- focus: if the element with the focus goes, the focus moves to a sensible place -----------------------------
  let byKeys = false, held = null;
  document.addEventListener("keydown", () => { byKeys = true; }, true);
  document.addEventListener("pointerdown", () => { byKeys = false; }, true);
  document.addEventListener("htmx:before:swap", () => { held = document.activeElement; });
  // Read out a supervisor's answer: who comes, what was signed or refused.
  let asked = 0, coming = "";
  const answered = () => {
    const now = document.querySelectorAll("#asks .ask").length, comes = $("#supervisor-key.on")?.textContent.replace(/\s+/g, " ") || "";
    if (now < asked || (coming && comes && comes !== coming)) house.signal("answered");
    [asked, coming] = [now, comes];
  };
  const cloth = facts().cloth; // the pay scales, which a watcher has in full
  document.addEventListener("htmx:after:swap", () => {
    if (reads && facts().cloth !== cloth) return location.reload();
    markKeys();
    drawTray();
    answered();
    // A part for another state than the page shows, or one that was lost before: ask for it at once.
    if (!house.parts.lacks($("#facts"))) asks = 0;
    else if (!asks) link.ask();
    if (!byKeys || !held || held === document.body || held.isConnected) return;
    const next = $("#acts button:not([aria-disabled=true])") || $("#pays button:not([aria-disabled=true])") || $("#pad:not(.off) [tabindex='0']") || $("#tray input");
    if (next) next.focus({ preventScroll: true });
  });

  // ---- the pad by keyboard: arrows move, rank then suit deals --------------------------------------------------
  const RANKS = { a: "A", 1: "A", 0: "T", t: "T", j: "J", q: "Q", k: "K" };
  const keysOn = () => $("#keys") && $("#keys").getAttribute("aria-pressed") === "true";
  let rank = "";

  if ($("#keys")) {
    // Single keys can be turned off: a screen reader or dictation may need them (WCAG 2.1.4).
    const kept = house.kept.get("keys");
    if (kept) $("#keys").setAttribute("aria-pressed", kept);
    $("#keys").addEventListener("click", () => {
      const on = String(!keysOn());
      $("#keys").setAttribute("aria-pressed", on);
      house.kept.set("keys", on);
    });
  }

  // The keys of the pad stay while the pad is opened and closed: each has its own name.
  function markKeys() {
    const pad = $("#pad"), off = pad && pad.classList.contains("off"), only = pad && pad.dataset.only;
    const state = off ? "off" : only || "on"; // for a card beside the shoe only its key is lit
    if (!pad || pad.marked === state) return;
    pad.marked = state;
    for (const key of pad.querySelectorAll(".key")) {
      const dark = off || Boolean(only && key.dataset.card !== only);
      if (dark) key.setAttribute("aria-disabled", "true"); else key.removeAttribute("aria-disabled");
      key.classList.toggle("dark", dark && !off);
      key.classList.toggle("lit", !off && key.dataset.card === only);
    }
  }

  function pick(next) {
    rank = next;
    for (const key of document.querySelectorAll("#pad .key")) key.classList.toggle("picked", Boolean(rank) && key.dataset.card[0] === rank);
  }

  document.addEventListener("keydown", (event) => {
    if (reads || event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]")) return;
    const at = event.target;
    if (at.matches && at.matches("#pad .key") && event.key.startsWith("Arrow")) return arrow(event, at);
    if (event.key === "Escape") { $("#notice").hidden = true; return pick(""); }
    if (at.matches && at.matches("input:not([type=radio]), select, textarea")) return;
    if (!keysOn() || event.repeat) return;
    const key = event.key.toLowerCase();
    const pad = $("#pad");
    if (pad && !pad.classList.contains("off")) {
      const named = RANKS[key] || (/^[2-9]$/.test(key) ? key : "");
      if (named) { pick(named); return event.preventDefault(); }
      if (rank && "shdc".includes(key) && key.length === 1) {
        const button = document.getElementById(`pad-${rank}${key}`);
        pick("");
        if (button) { event.preventDefault(); scanner.soon(button); }
        return;
      }
    }
    if (key === "u" && $("#undo-key")) { event.preventDefault(); scanner.soon($("#undo-key")); return; }
    if (key === "enter" && at.closest && at.closest("button, a, summary, input")) return; // the key is for the element with the focus
    const button = ["#acts", "#pays", "#last"].map((part) => $(`${part} [data-key="${CSS.escape(key)}" i]`)).find(Boolean);
    if (button) { event.preventDefault(); scanner.soon(button); }
  });
  document.addEventListener("scanner:read", () => pick(""));

  function arrow(event, at) {
    const keys = [...document.querySelectorAll("#pad .key")], here = keys.indexOf(at), wide = at.parentElement.children.length;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -wide, ArrowDown: wide }[event.key];
    const next = keys[here + step];
    event.preventDefault();
    if (!next) return;
    at.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  // ---- the chip tray -------------------------------------------------------------------------------------------
  // The amount stays in hand after a wager: the next tap on a box of the felt places it there. `entered` says whether
  // it was entered since then; the first chip of the next amount starts again from zero.
  const chosen = { box: 0, player: "", round: "" };
  let entered = false;
  let sent = null; // the wager that was sent and is not on the layout yet
  const lies = (number) => { const all = data(); return all ? JSON.stringify([all.boxes[number].placed, all.boxes[number].spots]) : ""; };
  const money = (cents) => { const whole = Math.floor(cents / 100), rest = cents % 100; return `${document.documentElement.dataset.currency}${whole.toLocaleString(document.documentElement.lang)}${rest ? "." + String(rest).padStart(2, "0") : ""}`; };
  // A comma only separates thousands: what the server would refuse is not an amount here either.
  const AMOUNT = /^[$£€]?\s*(\d+|[1-9]\d{0,2}(,\d{3})+)(\.\d{0,2})?$/;
  const laid = () => { const text = $("#amount").value.trim(); return AMOUNT.test(text) ? Math.round(Number(text.replace(/[$£€,\s]/g, "")) * 100) : 0; };
  const write = (cents) => { $("#amount").value = cents ? (cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100)) : ""; };
  const MARKS = 8; // players with a key of their own; the others are in the list
  const boxNow = () => { const all = data(); return all ? all.boxes[chosen.box] : { placed: [], spots: [], last: [] }; };
  const data = () => { const lies = $("#agains"); return lies ? JSON.parse(lies.dataset.tray) : null; };

  function players(all, box) {
    // Players on the box, then who called or wagered on it last, then the next free mark while there is room.
    const names = box.placed.map(([name]) => name), onHand = box.last.filter(([, bet]) => !(bet in all.sides));
    for (const name of [...onHand.map(([who]) => who), box.caller]) if (name && !names.includes(name) && names.length < box.most) names.push(name);
    return names;
  }

  function drawTray() {
    const all = data();
    if (!all || !$("#tray")) {
      for (const box of document.querySelectorAll(".box.chosen")) box.classList.remove("chosen");
      main.classList.remove("in-hand");
      return;
    }
    if (chosen.round !== facts().round) {
      const first = $("#tray input[name=box]");
      if (chosen.round && first) { first.checked = true; Object.assign(chosen, { box: Number(first.value), player: "", from: "" }); }
      chosen.round = facts().round;
    }
    drawSums(all);
    // A push may show the wager before its own answer is back: from then on the tray is for the next wager.
    if (sent && lies(sent.box) !== sent.lay) return placed();
    const radio = $("#tray input[name=box]:checked");
    if (chosen.box && (!radio || Number(radio.value) !== chosen.box)) {
      const kept = $(`#tray input[name=box][value="${chosen.box}"]`);
      if (kept) kept.checked = true;
    }
    chosen.box = Number(($("#tray input[name=box]:checked") || {}).value || 1);
    const box = all.boxes[chosen.box];
    const names = players(all, box), room = names.length < box.most, options = room ? [...names, all.free] : names;
    let elsewhere = all.used.filter((name) => !options.includes(name));
    if (chosen.from && elsewhere.includes(chosen.from)) options.push(chosen.from);
    // If players of other boxes may make a side bet, they are listed beside it, as far as there is room.
    const around = all.around.filter((name) => !options.includes(name)).slice(0, Math.max(0, MARKS - options.length));
    options.push(...around);
    // Somebody new on the box, or, if side bets are offered, a player on it, who may want one.
    const first = $("#tray .spotkey") ? options : options.filter((name) => !box.placed.some(([who]) => who === name));
    if (!options.includes(chosen.player)) chosen.player = first.find((name) => !around.includes(name)) || options[0];
    const marks = $("#marks"), wanted = JSON.stringify([chosen.box, options, around, box]);
    if (marks.dataset.drawn !== wanted) {
      const focused = marks.contains(document.activeElement);
      marks.dataset.drawn = wanted;
      marks.replaceChildren(...options.map((name) => {
        const label = document.createElement("label"), input = document.createElement("input"), span = document.createElement("span"), small = document.createElement("small");
        const on = box.placed.find(([who]) => who === name);
        label.className = around.includes(name) ? "key around" : "key";
        Object.assign(input, { type: "radio", name: "player", value: name });
        input.setAttribute("form", "place");
        small.textContent = on ? money(on[1]) : name === all.free ? house.words("tray.new") : around.includes(name) ? house.words("tray.on_box", { box: Object.keys(all.boxes).find((number) => all.boxes[number].placed.some(([who]) => who === name)) }) : "";
        span.append(name, small);
        label.append(input, span);
        return label;
      }));
      if (focused) requestAnimationFrame(() => { const on = $("#marks input:checked"); if (on) on.focus(); });
    }
    for (const input of document.querySelectorAll("#marks input")) input.checked = input.value === chosen.player;
    elsewhere = elsewhere.filter((name) => !around.includes(name));
    const select = $("#elsewhere"), others = JSON.stringify(elsewhere);
    if (select.dataset.drawn !== others) {
      select.dataset.drawn = others;
      select.replaceChildren(new Option(house.words("tray.other_player"), ""), ...elsewhere.map((name) => new Option(name, name)));
      select.hidden = !elsewhere.length;
    }
    for (const seat of document.querySelectorAll(".felt .box")) seat.classList.toggle("chosen", Number(seat.dataset.box) === chosen.box);
    for (const row of document.querySelectorAll("#placed li")) row.hidden = Number(row.dataset.box) !== chosen.box;
    words();
    freeSpot(box);
    const again = box.again; // the server says how much may still be placed
    $("#again-box").setAttribute("aria-disabled", String(!again.length));
    $("#again-box").dataset.why = house.words(box.out ? "tray.not_again" : "tray.nothing_left", { box: chosen.box, why: box.out });
    $("#again-box-words").textContent = again.length ? again.map(([who, bet, cents]) => `${who}${bet in all.sides ? ` ${all.sides[bet]}` : ""} ${money(cents)}`).join(", ") : box.out || house.words("tray.this_box");
  }

  // Each usual amount at the table has a key: it sets the amount, while chips add up.
  function drawSums(all) {
    const place = $("#sums"), wanted = JSON.stringify(all.sums);
    if (!place || place.dataset.drawn === wanted) return;
    place.dataset.drawn = wanted;
    place.replaceChildren(...all.sums.map((cents) => {
      const key = document.createElement("button");
      Object.assign(key, { type: "button", className: "sumkey", textContent: money(cents) });
      key.dataset.sum = cents;
      key.setAttribute("aria-label", house.words("tray.sum", { amount: money(cents) }));
      return key;
    }));
  }

  // Whose wager a tap on the felt places: the last player on the box, otherwise somebody new while there is room.
  function nextOn(all, box) {
    const waiting = players(all, box).filter((name) => !box.placed.some(([who]) => who === name));
    return waiting[0] || (box.placed.length < box.most ? all.free : "");
  }

  function layOn(number) {
    const all = data(), player = nextOn(all, all.boxes[number]);
    if (!player) return notice("note", house.words("tray.full", { box: number }));
    chosen.player = player;
    drawTray();
    $("#lay").click();
  }

  // If a hand has several places: the first without a wager of the player, until another is chosen.
  function freeSpot(box) {
    const radios = [...document.querySelectorAll("#places input")], wanted = `${chosen.box} ${chosen.player}`;
    if (!radios.length || chosen.spot === wanted) return;
    chosen.spot = wanted;
    const free = radios.find((radio) => !radio.value.includes(" ") && !box.spots.some(([who, bet]) => who === chosen.player && bet === radio.value));
    (free || radios[0]).checked = true;
    words();
  }

  function words() {
    const cents = laid();
    const spot = $("#places input:checked"), where = spot ? ` · ${spot.nextElementSibling.textContent.toLowerCase()}` : "";
    const on = boxNow().placed.some(([who]) => who === chosen.player) && !spot;
    const hand = Boolean(cents) && data().open;
    main.classList.toggle("in-hand", hand);
    if (hand) main.style.setProperty("--in-hand", `"+${money(cents)}"`);
    $("#lay-words").textContent = house.words(on ? "tray.add" : "tray.place", { amount: cents ? money(cents) : "", box: chosen.box, player: chosen.player, where });
    sideWords(entered ? cents : 0);
  }

  // A side bet's button says what it would place: the amount entered, otherwise the usual one. If the player has one on
  // it already, it places nothing until an amount is entered, so that a second tap is never a second wager.
  function sideWords(cents) {
    const box = boxNow(), off = (data() || {}).off || {}, typed = entered && Boolean($("#amount").value.trim());
    for (const key of document.querySelectorAll("#tray .spotkey")) {
      const { bet, title } = key.dataset, usual = Number(key.dataset.usual);
      const lies = box.spots.find(([who, on]) => who === chosen.player && on === bet), lays = cents || (lies || typed ? 0 : usual);
      const why = off[bet] ? off[bet][0] : lays ? "" : house.words(lies ? "tray.lies" : "tray.chips_first", { player: chosen.player, amount: lies ? money(lies[2]) : "", bet: title, box: chosen.box });
      const text = off[bet] ? house.words("tray.off") : cents || !lies ? (lays ? `+${money(lays)}` : house.words("tray.amount")) : `✓ ${money(lies[2])}`;
      const small = key.querySelector("small");
      if (small.textContent !== text) small.textContent = text;
      key.classList.toggle("lies", Boolean(lies));
      key.toggleAttribute("aria-disabled", false);
      if (why) key.setAttribute("aria-disabled", "true");
      key.dataset.why = why;
      key.dataset.clause = off[bet] ? off[bet][1] : "";
      key.setAttribute("aria-label", house.words("tray.side_bet", { bet: title, what: text, box: chosen.box, player: chosen.player }));
    }
  }

  function placed() {
    sent = null;
    entered = false;
    // If side bets are offered, a side bet of this player is more likely than another player on the box.
    if (!$("#tray .spotkey")) chosen.player = chosen.from = "";
    chosen.spot = "";
    drawTray();
  }

  document.addEventListener("change", (event) => {
    const at = event.target;
    if (at.matches("#tray input[name=box]")) { chosen.box = Number(at.value); chosen.player = ""; chosen.from = ""; drawTray(); }
    else if (at.matches("#marks input")) { chosen.player = at.value; drawTray(); }
    else if (at.matches("#places input")) words();
    else if (at.matches("#elsewhere") && at.value) { chosen.from = chosen.player = at.value; at.value = ""; $("#marks").dataset.drawn = ""; drawTray(); }
  });
  document.addEventListener("input", (event) => { if (event.target.matches("#amount")) { entered = true; words(); } });
  document.addEventListener("click", (event) => {
    const chip = event.target.closest(".chipkey"), sum = event.target.closest(".sumkey");
    if (chip) { write((entered ? laid() : 0) + Number(chip.dataset.cents)); entered = true; return words(); }
    if (sum) { write(Number(sum.dataset.sum)); entered = true; return words(); }
    if (event.target.closest("#clear")) { write(0); entered = false; return words(); }
    const seat = event.target.closest(".felt .box");
    if (!seat || !$("#tray")) return;
    const number = Number(seat.dataset.box), radio = $(`#tray input[name=box][value="${number}"]`);
    if (!radio) return;
    Object.assign(chosen, { box: number, player: "", from: "" });
    radio.checked = true;
    drawTray();
    if (laid() && data().open) layOn(number);
  });

  document.addEventListener("DOMContentLoaded", () => { markKeys(); drawTray(); answered(); });
  if (document.readyState !== "loading") { markKeys(); drawTray(); answered(); }

  // A new version of the page is loaded only between two rounds.
  const asUsual = house.halfDone;
  house.halfDone = () => asUsual() || !($("#felt.over") || !document.querySelector("#felt .line")) || Boolean(house.taps.all().length);
})();
