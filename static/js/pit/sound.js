// A sound for each new line that waits in the pit: two notes, or three when it goes to the casino supervisor. On or off
// by the button in the bar, kept on this device. Browsers do not let a page make a sound before somebody has touched
// it: until then the button says so.
(() => {
  "use strict";
  const button = document.getElementById("sound");
  if (!button) return;
  const Audio = window.AudioContext || window.webkitAudioContext;
  let on = house.kept.get("sound") === "on", context = null;
  if (!Audio) { button.hidden = true; return; }

  const show = () => {
    button.setAttribute("aria-pressed", String(on));
    const mute = on && context?.state !== "running";
    button.classList.toggle("now", mute);
    button.querySelector("b").textContent = on ? house.words(mute ? "sound.touch" : "sound.on") : house.words("sound.off");
  };
  const wake = () => {
    if (!on) return;
    context ||= new Audio();
    context.resume().then(show, () => {});
  };
  const play = (notes) => {
    if (!on || context?.state !== "running") return;
    notes.forEach((pitch, number) => {
      const tone = context.createOscillator(), loud = context.createGain(), at = context.currentTime + number * 0.18;
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0, at);
      loud.gain.linearRampToValueAtTime(0.2, at + 0.02);
      loud.gain.linearRampToValueAtTime(0, at + 0.16);
      tone.connect(loud).connect(context.destination);
      tone.start(at);
      tone.stop(at + 0.17);
    });
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    on = !on;
    house.kept.set("sound", on ? "on" : "off");
    wake();
    show();
    if (on) context.resume().then(() => play([660]));
  });
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, wake, { capture: true, passive: true });
  document.addEventListener("pit:waits", ({ detail }) => {
    play(detail.escalated ? [880, 660, 880] : [660, 880]);
    button.dataset.heard = String(Number(button.dataset.heard || 0) + 1);
  });
  show();
})();
