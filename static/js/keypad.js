// Keys for a tablet without a keyboard. The form works without this file: the keys then stay hidden.
"use strict";
for (const form of document.querySelectorAll("form[data-keypad]")) {
  const number = form.elements.namedItem("number");
  const pin = form.elements.namedItem("pin");
  let target = number.value && document.activeElement !== number ? pin : number;
  for (const field of [number, pin]) field.addEventListener("focus", () => { target = field; });
  // A tap on a key does not move the focus or the on-screen keyboard; the Tab key of a keyboard still reaches it.
  const keys = form.querySelector("[data-keys]");
  keys.hidden = false;
  keys.addEventListener("pointerdown", (event) => event.preventDefault());
  keys.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (!key) return;
    const { digit, prefix } = key.dataset;
    if (prefix !== undefined) {
      number.value = prefix + "-";
      target = number;
    } else if (digit !== undefined) {
      if (target.value.length < target.maxLength) target.value += digit;
    } else if ("erase" in key.dataset) {
      target.value = target.value.slice(0, -1);
    } else {
      target = pin;
      pin.focus();
    }
    if (document.activeElement !== target && !keys.contains(document.activeElement)) target.focus();
  });
}
