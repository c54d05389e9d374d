// “Something is wrong”: the steps of the dialog, the taps in them, the signature, and the list to tick off. The server
// decides what can be reported and what follows; nothing is decided here.
(() => {
  "use strict";
  const $ = (selector) => document.querySelector(selector);
  const dialog = $("#wrong"), inside = $("#wrong-inside");

  // ---- the dialog ----------------------------------------------------------------------------------------------
  async function text(address) {
    const answer = await house.ask(address, { headers: { "HX-Request": "true" } }, 8000);
    if (house.sentAway(answer)) return "";
    if (!answer.ok) throw new house.NoAnswer("the list is not answered", answer.status);
    return answer.text;
  }

  async function step(address) {
    house.openDialog(dialog);
    try {
      inside.innerHTML = await text(address);
      htmx.process(inside);
    } catch (error) {
      if (!(error instanceof house.NoAnswer)) throw error;
      inside.innerHTML = '<header class="head"><h2 id="wrong-title" tabindex="-1"></h2><button type="button" data-shut></button></header><p class="told bad" role="alert"></p>';
      inside.querySelector("h2").textContent = house.words("report.not_loaded");
      inside.querySelector("button").textContent = house.words("page.close");
      inside.querySelector(".told").textContent = house.words("report.tap_again", { fault: house.unknown(error.status) });
    }
    picked.clear();
    card = 0;
    whens();
    const title = $("#wrong-title");
    if (title) title.focus({ preventScroll: true });
  }

  function shut() { house.shutDialog(dialog); }
  dialog.addEventListener("close", () => { inside.replaceChildren(); $("#wrong-key").focus({ preventScroll: true }); });

  document.addEventListener("click", (event) => {
    const open = event.target.closest("[data-wrong]");
    if (open) { step(open.dataset.wrong); return; }
    if (event.target.closest("[data-shut]")) shut();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "w" || event.repeat || event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    const keys = $("#keys");
    if (event.target.matches("input:not([type=radio]), select, textarea") || !keys || keys.getAttribute("aria-pressed") !== "true") return;
    event.preventDefault();
    $("#wrong-key").click();
  });

  // ---- the list: a word from its text finds a kind in any group ---------------------------------------------------
  document.addEventListener("input", (event) => {
    if (event.target.id !== "find-kind") return;
    const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
    let left = 0;
    for (const tile of inside.querySelectorAll(".kinds [data-wrong]")) {
      const text = `${tile.textContent} ${tile.dataset.find || ""}`.toLowerCase();
      tile.hidden = words.some((word) => !text.includes(word));
      left += tile.hidden ? 0 : 1;
    }
    for (const group of inside.querySelectorAll(".group")) {
      const some = Boolean(group.querySelector("[data-wrong]:not([hidden])"));
      if (words.length) { group.removeAttribute("name"); group.open = some; }
      else { group.open = false; group.setAttribute("name", "kinds"); }
      group.hidden = Boolean(words.length) && !some;
    }
    $("#find-none").hidden = left > 0;
  });

  // ---- what would be done, with what is tapped so far -----------------------------------------------------------
  let asked = 0;
  async function plan() {
    const form = $("#report"), mine = ++asked;
    if (!form || !form.dataset.plan) return;
    try {
      const html = await text(`${form.dataset.plan}?${new URLSearchParams(new FormData(form))}`);
      if (mine !== asked || !$("#wrong-plan")) return;
      $("#wrong-plan").innerHTML = html;
    } catch (error) {
      if (!(error instanceof house.NoAnswer)) throw error;
      if (mine === asked && $("#wrong-plan")) $("#wrong-plan").textContent = house.words("report.plan_not_loaded", { fault: house.unknown(error.status) });
    }
  }

  function whens() {
    // Ask for the card only if somebody has seen it.
    for (const value of document.querySelectorAll("#report [data-when]")) {
      const [name, wanted] = value.dataset.when.split("=");
      const at = $(`#report input[name="v:${name}"]:checked`);
      value.hidden = !at || !wanted.split("|").includes(at.value);
      value.disabled = value.hidden;
    }
    const first = $("#report fieldset:not([hidden])");
    for (const value of document.querySelectorAll("#report fieldset")) value.classList.toggle("first", value === first);
  }

  document.addEventListener("input", (event) => {
    if (!event.target.closest("#report")) return;
    whens();
    plan();
  });

  // ---- cards that are not where the record says ---------------------------------------------------------
  const picked = new Map();
  let card = 0;
  function lies() {
    const part = $("#report .lies");
    if (!part) return;
    for (const button of part.querySelectorAll("[data-card-no]")) {
      const no = Number(button.dataset.cardNo), small = button.querySelector("small");
      small.dataset.was ||= small.textContent;
      const there = picked.get(no);
      const lies = there ? `${small.dataset.was} → ${there === "dealer" ? house.words("report.dealer") : house.words("tray.on_box", { box: there })}` : small.dataset.was;
      if (small.textContent !== lies) small.textContent = lies;
      button.setAttribute("aria-pressed", String(no === card));
      button.classList.toggle("off", Boolean(there));
    }
    const said = [...picked].sort((one, other) => one[0] - other[0]).map(([no, place]) => `${no}:${place}`).join(",");
    const input = part.querySelector("input");
    if (input.value !== said) { input.value = said; plan(); }
  }

  document.addEventListener("click", (event) => {
    const part = event.target.closest("#report .lies"), button = event.target.closest("button");
    if (!part || !button) return;
    const cards = part.querySelectorAll("[data-card-no]").length;
    if (button.dataset.cardNo) card = Number(button.dataset.cardNo);
    else if (!card) { part.querySelector(".hint").textContent = house.words("report.card_first"); return; }
    else if (button.dataset.lies) { picked.set(card, button.dataset.lies); card = Math.min(card + 1, cards); }
    else if ("right" in button.dataset) picked.delete(card);
    else if ("shift" in button.dataset) {
      const after = part.dataset.following.split(",");
      for (let no = card; no < cards; no += 1) picked.set(no, after[no - 1]);
      card = cards;
      part.querySelector(".hint").textContent = house.words("report.last_card");
    }
    lies();
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("#report [data-more], #report [data-less]");
    if (!button) return;
    const part = button.closest("fieldset").querySelector(".picked"), input = part.querySelector("input");
    const all = input.value ? input.value.split(",") : [];
    if (button.dataset.more) all.push(button.dataset.more); else all.pop();
    input.value = all.join(",");
    part.querySelector("output").textContent = all.map((one) => one.replace("T", "10").replace(/.$/, (suit) => ({ s: "♠", h: "♥", d: "♦", c: "♣" })[suit])).join("  ");
    plan();
  });

  // ---- an amount by keys and chips --------------------------------------------------------------------------------
  document.addEventListener("click", (event) => {
    const key = event.target.closest("#report [data-key], #report [data-add], #report [data-sum]");
    if (!key) return;
    const input = key.closest(".money").querySelector("input");
    if (key.dataset.sum) input.value = String(Number(key.dataset.sum) / 100);
    else if (key.dataset.add === "0") input.value = "";
    else if (key.dataset.add) input.value = String(Math.round((Number(input.value) || 0) * 100 + Number(key.dataset.add)) / 100);
    else if (!key.dataset.key) input.value = input.value.slice(0, -1);
    else if (input.value.length < input.maxLength) input.value += key.dataset.key;
    plan();
  });

  // ---- its answer ------------------------------------------------------------------------------------------------
  document.addEventListener("htmx:finally:request", (event) => {
    const ctx = event.detail.ctx, form = ctx.sourceElement;
    if (!form || form.id !== "report") return;
    const answer = ctx.response && ctx.response.headers.get("Table-Answer");
    if (answer !== "refused" && answer) return shut();
    const told = $("#wrong-told"), notice = $("#notice > div");
    const field = answer && ctx.response.headers.get("Table-Field"), place = field && $(`#report fieldset[data-name="${CSS.escape(field)}"]`);
    for (const wrong of document.querySelectorAll("#report fieldset[aria-describedby]")) {
      wrong.removeAttribute("aria-describedby");
      for (const input of wrong.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
    }
    if (told && place) {
      place.append(told);
      place.setAttribute("aria-describedby", told.id);
      for (const input of place.querySelectorAll("input, textarea")) input.setAttribute("aria-invalid", "true");
      place.querySelector("input, textarea").focus();
    }
    if (told && notice) { told.textContent = notice.textContent.replace(/\s+/g, " ").trim(); told.hidden = false; $("#notice").hidden = true; }
  });

  // ---- the signature ---------------------------------------------------------------------------------------------
  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-signer], [data-digit], [data-erase]");
    if (!key) return;
    const form = key.closest("form"), pin = form.elements.namedItem("pin");
    if (key.dataset.signer) {
      form.elements.namedItem("number").value = key.dataset.signer;
      for (const one of form.querySelectorAll("[data-signer]")) one.setAttribute("aria-pressed", String(one === key));
    } else pin.value = key.dataset.digit ? pin.value + key.dataset.digit : pin.value.slice(0, -1);
  });

  // ---- what is left to do on the table ---------------------------------------------------------------------------
  const kept = () => house.parsed(house.visit.get("todo") || "{}", {});
  function todo() {
    const list = $("#todo");
    if (!list) return;
    const no = list.dataset.no, state = kept();
    if (!no) { list.hidden = true; return; }
    const ticked = state.no === no ? state.ticked : [];
    for (const box of list.querySelectorAll("[data-task]")) box.checked = ticked.includes(box.dataset.task);
    list.hidden = state.no === no && state.done;
  }
  document.addEventListener("change", (event) => {
    if (!event.target.matches("#todo [data-task]")) return;
    const list = $("#todo"), boxes = [...list.querySelectorAll("[data-task]")];
    const ticked = boxes.filter((box) => box.checked).map((box) => box.dataset.task);
    house.visit.set("todo", JSON.stringify({ no: list.dataset.no, ticked, done: ticked.length === boxes.length }));
    todo();
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-todo-done]")) return;
    house.visit.set("todo", JSON.stringify({ no: $("#todo").dataset.no, ticked: [], done: true }));
    todo();
  });
  document.addEventListener("htmx:after:swap", todo);
  todo();
})();
