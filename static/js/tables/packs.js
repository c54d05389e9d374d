// The grid of a table's cards: one more, one less, or the right number; scanned or typed cards are counted as they
// come. Only the server's count counts.
(() => {
  "use strict";
  const GLYPH = { s: "♠", h: "♥", d: "♦", c: "♣" }, CARD = /^(10|[2-9TJQKA])([shdc])$/i;
  const show = (card) => (card[0] === "T" ? "10" : card[0]) + GLYPH[card[1]];
  const form = document.querySelector("form.check");
  if (!form) return;
  const grids = [...form.querySelectorAll(".grid")];

  // A code that a scanner types into a number field is dropped: it is not a count, and its Enter records nothing.
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("input[type=text]")) event.preventDefault();
  });

  for (const grid of grids) {
    const cells = [...grid.querySelectorAll("input[data-card]")], list = grid.querySelector("textarea");
    const tools = grid.querySelector(".tools"), at = grid.querySelector(".at"), read = grid.querySelector(".read");
    let cell = null;
    tools.hidden = false;
    const choose = (one) => {
      if (cell) cell.classList.remove("at");
      cell = one;
      cell.classList.add("at");
      at.textContent = house.words("cards.so_many", { card: show(cell.dataset.card), count: cell.value || 0, should: cell.dataset.should });
    };
    const step = (by) => {
      if (!cell || cell.readOnly) return;
      cell.value = Math.max(0, Math.min(999, (Number(cell.value) || 0) + by));
      changed();
    };
    const changed = () => {
      if (cell) choose(cell);
      judge();
    };
    const fill = (value) => {
      if (list.value.trim()) list.value = "";
      for (const one of cells) { one.readOnly = false; one.value = value(one); }
      read.textContent = "";
      grid.jokers = 0;
      changed();
    };
    grid.querySelector(".less").addEventListener("click", () => step(-1));
    grid.querySelector(".more").addEventListener("click", () => step(1));
    grid.querySelector(".all").addEventListener("click", () => fill((one) => one.dataset.should));
    grid.querySelector(".zero").addEventListener("click", () => fill(() => 0));
    for (const one of cells) {
      one.addEventListener("focus", () => { choose(one); one.select(); });
      one.addEventListener("input", changed);
      one.addEventListener("keydown", (event) => {
        const by = { ArrowUp: 1, ArrowDown: -1, "+": 1, "-": -1 }[event.key];
        if (by) { event.preventDefault(); step(by); }
      });
    }
    const counted = () => {
      const words = list.value.replace(/,/g, " ").split(/\s+/).filter(Boolean), tally = {};
      let wrong = "", last = "", jokers = 0;
      for (const word of words) {
        const card = CARD.exec(word);
        if (card) { last = (card[1] === "10" ? "T" : card[1].toUpperCase()) + card[2].toLowerCase(); tally[last] = (tally[last] || 0) + 1; }
        else if (/^(joker|jkr?)$/i.test(word)) jokers += 1;
        else wrong = wrong || word;
      }
      for (const one of cells) { one.readOnly = words.length > 0; if (words.length) one.value = tally[one.dataset.card] || 0; }
      grid.jokers = jokers;
      const told = [house.words(last ? "cards.read_last" : "cards.read", { count: words.length, card: last && show(last) })];
      if (jokers) told.push(house.words("cards.jokers", { count: jokers }));
      if (wrong) told.push(house.words("cards.not_a_card", { word: wrong }));
      read.textContent = words.length ? told.join("; ") : "";
      read.classList.toggle("off", Boolean(wrong));
      changed();
    };
    list.addEventListener("input", counted);
    grid.counted = counted;
  }

  // The number entered, compared with the number that should be there.
  function judge() {
    let off = 0, all = 0, should = 0;
    for (const grid of grids) {
      const less = [], more = [];
      let sum = 0, wanted = 0;
      for (const one of grid.querySelectorAll("input[data-card]")) {
        const count = Number(one.value) || 0, by = count - Number(one.dataset.should);
        sum += count; wanted += Number(one.dataset.should);
        one.classList.toggle("off", by !== 0);
        if (by) (by < 0 ? less : more).push(`${show(one.dataset.card)}${Math.abs(by) > 1 ? ` × ${Math.abs(by)}` : ""}`);
      }
      const figures = { count: sum, should: wanted }, words = [house.words("cards.of", figures)];
      if (less.length) words.push(house.words("cards.missing", { cards: some(less) }));
      if (more.length) words.push(house.words("cards.too_many", { cards: some(more) }));
      const said = grid.querySelector(".sum"), right = !less.length && !more.length;
      said.textContent = right ? house.words("cards.as_it_should_be", figures) : words.join("; ");
      said.classList.toggle("off", !right); said.classList.toggle("right", right);
      off += less.length + more.length; all += sum; should += wanted;
    }
    const jokers = (Number(form.elements.jokers.value) || 0) + grids.reduce((all, grid) => all + (grid.jokers || 0), 0);
    off += jokers; all += jokers;
    const said = form.querySelector(".verdict");
    said.textContent = house.words(off ? "cards.not_right" : "cards.right", { count: all, should });
    said.classList.toggle("off", off > 0); said.classList.toggle("right", off === 0);
  }
  const some = (cards) => cards.length > 8 ? house.words("cards.and_more", { cards: cards.slice(0, 8).join(", "), count: cards.length - 8 }) : cards.join(", ");

  form.elements.jokers.addEventListener("input", judge);
  for (const grid of grids) if (grid.querySelector("textarea").value.trim()) grid.counted();
  judge();
})();
