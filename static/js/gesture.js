// One gesture does one thing, on every page. A finger that bounces, or taps twice, comes down again on what the first
// tap has brought under it. So a second tap within GESTURE counts only if its target was on the screen when the first
// was made, in the same place, enabled, and would have done the same. An ordinary control counts once in that time;
// keys that add up (digits, chips) count each time; and on the pad cards can be tapped as fast as they are dealt. A tap
// that does not count does nothing and says nothing. A first tap is never delayed. The time of a tap is when the finger
// came down, not when a busy tablet handles it.
(() => {
  "use strict";
  const GESTURE = 440, NEAR = 6, FINGER = 48; // milliseconds; pixels
  const CONTROLS = "button, a[href], summary, input, select, textarea, label, dialog, [role=button], .felt .box";
  // Keys that add up: tapping one twice is not a mistake. A key that switches something on and off is not such a key.
  const ADDS = "button[type=button]:not([aria-pressed]), input:not([type=checkbox]):not([type=submit]):not([type=button]), select, textarea";

  const controlOf = (node) => {
    const at = node instanceof Element ? node.closest(CONTROLS) : null;
    return at && at.tagName === "DIALOG" && at !== node ? null : at; // a tap beside the content of a dialog is a tap on the dialog
  };
  const isCard = (control) => Boolean(control && control.matches("#pad [data-card]"));
  const enabled = (control) => !control.matches(":disabled, [aria-disabled=true]");

  // What a control would do. If the element stays but gets another command, it counts as another control.
  function meaning(control) {
    const words = [control.tagName, control.id, control.getAttribute("aria-label") || ""];
    if (control.tagName === "LABEL") words.push(control.control ? meaning(control.control) : control.textContent);
    else if (control.matches("input:not([type=submit]), select, textarea")) {
      words.push(control.name, /radio|checkbox/.test(control.type) ? control.value : "");
    } else if (control.matches("button[type=button]")) {
      words.push(JSON.stringify({ ...control.dataset, why: "" }), Object.keys(control.dataset).length || control.id ? "" : control.textContent);
    } else if (control.tagName !== "DIALOG" && !control.matches(".box")) {
      words.push(control.name || "", control.value || "", control.getAttribute("href") || "");
      // A button whose text changes by the person's own taps is still the same button.
      if (!control.closest("[data-own-words]")) words.push(control.textContent.replace(/\s+/g, " "));
    } else words.push(control.dataset.box || "");
    const form = control.form || control.closest("form");
    if (form) {
      words.push(form.id, form.getAttribute("action") || "");
      for (const field of form.querySelectorAll("input[type=hidden]")) {
        if (!/^(csrfmiddlewaretoken|key)$/.test(field.name)) words.push(field.name, field.value);
      }
    }
    return words.join("\n");
  }

  // Every control that can be tapped now. Under a modal dialog nothing else can.
  function onScreen() {
    const dialogs = document.querySelectorAll("dialog[open]"), within = dialogs.length ? dialogs[dialogs.length - 1] : document;
    const wide = window.innerWidth, high = window.innerHeight, all = [];
    for (const control of [...within.querySelectorAll(CONTROLS), ...(within === document ? [] : [within])]) {
      const box = control.getBoundingClientRect();
      if (!box.width || !box.height || box.right < 0 || box.bottom < 0 || box.left > wide || box.top > high) continue;
      all.push({ control, box, means: meaning(control), enabled: enabled(control) });
    }
    return all;
  }

  const holds = (box, at) => at.x >= box.left - 1 && at.x <= box.right + 1 && at.y >= box.top - 1 && at.y <= box.bottom + 1;
  const inPlace = (one, other) => Math.abs(one.left - other.left) <= NEAR && Math.abs(one.top - other.top) <= NEAR;

  // The last tap that counted: what it was on, and all that was on the screen; `at` is that of the last tap of any kind.
  let first = null, at = -Infinity, down = null, within = false, machine = false;

  function counts(control, point, now) {
    if (!first) return fresh(control, point, now);
    if (now - at >= GESTURE) return true;
    if (isCard(control) && isCard(first.control) && control.id !== first.id) return true;
    const box = control.getBoundingClientRect(), means = meaning(control);
    const same = means === first.means && first.box && inPlace(box, first.box);
    if (same) return control.matches(ADDS) || (control.tagName === "LABEL" && Boolean(control.control) && control.control.matches(ADDS));
    // Whatever was under the target of the first tap was not visible.
    if (point && first.box && holds(first.box, point) && !first.control.contains(control)) return false;
    return first.screen.some((one) => one.means === means && one.enabled === enabled(control) && inPlace(one.box, box) && (!point || holds(one.box, point)));
  }

  // A page that has just loaded: the finger that opened it may come down again, on the same spot.
  function fresh(control, point, now) {
    const [when, x, y] = house.visit.get("tapped").split(" ").map(Number), age = wall(now) - (when || 0);
    if (!point || control.matches("input, select, textarea") || age < 0 || age >= GESTURE) return true;
    return Math.abs(point.x - x) > FINGER || Math.abs(point.y - y) > FINGER;
  }

  // The time of day of an event, to compare taps on two pages by.
  const wall = (now) => Math.round(Date.now() - (performance.now() - now));

  const drop = (event) => { event.preventDefault(); event.stopImmediatePropagation(); };

  window.addEventListener("pointerdown", (event) => {
    within = false;
    const control = controlOf(event.target);
    down = control && { control, means: meaning(control) };
  }, true);

  window.addEventListener("click", (event) => {
    // A further click that a click causes (a label clicks its field, a script a link) belongs to it.
    if (within || machine) return;
    if (!event.detail && event.target instanceof Element && event.target.matches("input[type=radio]")) return; // chosen by the arrows
    within = true;
    setTimeout(() => { within = false; });
    const control = controlOf(event.target), point = event.detail ? { x: event.clientX, y: event.clientY } : null;
    const pressed = down, now = event.timeStamp;
    down = null;
    if (control) {
      const counted = counts(control, point, now);
      // The button got another meaning while the finger was down.
      const turned = event.detail && pressed && pressed.control === control && pressed.means !== meaning(control);
      at = now;
      if (!counted || turned) return drop(event);
    } else at = now;
    first = { control: control || document.body, id: control ? control.id : "", means: control ? meaning(control) : "", box: control ? control.getBoundingClientRect() : null, screen: onScreen() };
    house.visit.set("tapped", point ? `${wall(now)} ${point.x} ${point.y}` : "");
  }, true);

  // Typing between two taps makes them two gestures.
  window.addEventListener("input", (event) => {
    if (!event.target.matches("input:not([type=radio]):not([type=checkbox]), textarea")) return;
    at = -Infinity;
    house.visit.set("tapped", "");
  }, true);

  // A key that is held down acts once.
  window.addEventListener("keydown", (event) => {
    within = false;
    if (event.repeat && (event.key === "Enter" || event.key === " ") && event.target instanceof Element && !event.target.matches("textarea") && (event.key === "Enter" || event.target.closest("button, summary, [role=button]"))) drop(event);
  }, true);

  // A card from a reader is not a tap: whatever was tapped before, the card has left the shoe.
  window.gesture = { byMachine(act) { machine = true; try { act(); } finally { machine = false; } } };
})();
