"use strict";
// The layout editor. The numbers of the form say where things are; the picture follows them, and dragging, keys and the
// buttons change them. After each move it loads again what the book says and how the tablet draws the layout.
(() => {
  const form = document.getElementById("layout"), cloth = document.getElementById("cloth");
  if (!form || !cloth) return;
  const MOST = { across: Number(form.dataset.across), down: Number(form.dataset.down) }, NEAR = 1;
  const still = "still" in cloth.dataset, snap = document.getElementById("snap");
  const level = document.getElementById("level"), chosenWords = document.getElementById("chosen");
  const pieces = [...cloth.querySelectorAll("[data-piece]")];
  const input = (piece, way) => form.elements[`${piece.dataset.piece}-${way}`];
  const at = (piece) => ({ across: Number(input(piece, "across").value) || 0, down: Number(input(piece, "down").value) || 0 });
  const seen = (piece) => piece.getAttribute("visibility") !== "hidden";
  const BOX = "box", numberOf = (piece) => piece.dataset.piece.slice(piece.dataset.of.length);
  const placesOf = (box) => pieces.filter((piece) => piece.dataset.of !== BOX && numberOf(piece) === numberOf(box));
  let chosen = null, asked = 0, later = 0;

  const draw = (piece) => {
    const { across, down } = at(piece);
    piece.setAttribute("transform", `translate(${across} ${down})`);
    piece.setAttribute("aria-label", house.words("layout.at", { piece: piece.dataset.name, across, down }));
  };
  const choose = (piece) => {
    if (chosen) chosen.classList.remove("chosen");
    chosen = piece;
    chosen.classList.add("chosen");
  };
  // The nearest other piece of the same kind that is level with a piece.
  const levelWith = (piece, down, within) => pieces
    .filter((other) => other !== piece && other.dataset.of === piece.dataset.of && seen(other) && Math.abs(at(other).down - down) <= within)
    .sort((a, b) => Math.abs(at(a).across - at(piece).across) - Math.abs(at(b).across - at(piece).across))[0];
  const tell = (piece) => {
    const { across, down } = at(piece), other = levelWith(piece, down, 0);
    chosenWords.textContent = other
      ? house.words("layout.level", { piece: piece.dataset.name, across, down, other: other.dataset.name })
      : house.words("layout.at", { piece: piece.dataset.name, across, down });
    level.setAttribute("visibility", other ? "visible" : "hidden");
    level.setAttribute("y1", down);
    level.setAttribute("y2", down);
  };
  const within = (value, most) => Math.max(0, Math.min(most, Math.round(value)));
  const set = (piece, across, down) => {
    input(piece, "across").value = within(across, MOST.across);
    input(piece, "down").value = within(down, MOST.down);
    draw(piece);
  };
  // The places of a box move with it.
  const put = (piece, across, down) => {
    const before = at(piece);
    set(piece, across, down);
    const after = at(piece);
    for (const place of piece.dataset.of === BOX ? placesOf(piece) : []) {
      const lies = at(place);
      set(place, lies.across + after.across - before.across, lies.down + after.down - before.down);
    }
    tell(piece);
    ask();
  };

  const ask = () => {
    clearTimeout(later);
    later = setTimeout(async () => {
      const mine = ++asked, fields = new URLSearchParams(new FormData(form));
      fields.delete("pin"); // a preview needs no signature
      for (const [place, address] of [["checks", form.dataset.check], ["preview", form.dataset.preview]]) {
        const answer = await fetch(address, { method: "POST", body: fields }).catch(() => null);
        if (mine !== asked || !answer || answer.status !== 200 || answer.redirected) continue;
        const drawn = document.createElement("template");
        drawn.innerHTML = await answer.text();
        document.getElementById(place).replaceChildren(drawn.content);
      }
    }, 250);
  };

  const pointer = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(cloth.getScreenCTM().inverse());
    return { across: point.x, down: point.y };
  };
  for (const piece of pieces) {
    draw(piece);
    piece.addEventListener("focus", () => { choose(piece); tell(piece); });
    if (still) continue;
    let grip = null;
    piece.addEventListener("pointerdown", (event) => {
      const point = pointer(event), lies = at(piece);
      grip = { across: point.across - lies.across, down: point.down - lies.down };
      piece.setPointerCapture(event.pointerId);
      choose(piece);
      tell(piece);
    });
    piece.addEventListener("pointermove", (event) => {
      if (!grip) return;
      const point = pointer(event);
      let down = Math.round(point.down - grip.down);
      const other = snap.checked && levelWith(piece, down, NEAR);
      if (other) down = at(other).down;
      put(piece, point.across - grip.across, down);
    });
    for (const end of ["pointerup", "pointercancel"]) piece.addEventListener(end, () => { grip = null; });
    piece.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!by) return;
      event.preventDefault();
      const times = event.shiftKey ? 4 : 1, lies = at(piece);
      put(piece, lies.across + by[0] * times, lies.down + by[1] * times);
    });
    for (const way of ["across", "down"]) input(piece, way).addEventListener("input", () => { draw(piece); ask(); });
  }
  if (!still) {
    for (const button of form.querySelectorAll("[data-by]")) {
      button.addEventListener("click", () => {
        if (!chosen) return;
        const [across, down] = button.dataset.by.split(" ").map(Number), lies = at(chosen);
        put(chosen, lies.across + across, lies.down + down);
      });
    }
    document.getElementById("mirror").addEventListener("click", () => {
      for (const of of new Set([BOX, ...pieces.map((piece) => piece.dataset.of)])) {
        const row = pieces.filter((piece) => piece.dataset.of === of);
        for (let left = 0; left < Math.floor(row.length / 2); left++) {
          const lies = at(row[left]);
          put(row[row.length - 1 - left], MOST.across - lies.across, lies.down);
        }
        if (row.length % 2) put(row[(row.length - 1) / 2], MOST.across / 2, at(row[(row.length - 1) / 2]).down);
      }
    });
    for (const bet of form.querySelectorAll("[name=placed]")) {
      bet.addEventListener("change", () => {
        for (const piece of pieces.filter((each) => each.dataset.of === bet.value)) {
          piece.setAttribute("visibility", bet.checked ? "visible" : "hidden");
          form.querySelector(`[data-position="${piece.dataset.piece}"]`).hidden = !bet.checked;
        }
        ask();
      });
    }
  } else {
    for (const button of form.querySelectorAll(".nudge button")) button.hidden = true;
  }
  ask();
})();
