// What a person sets for this device: theme, hand, sound, vibration, keys on the screen. Kept in the browser if it
// allows that; otherwise as long as the page is open. Loaded first, so that a page does not flash in another theme.
(() => {
  "use strict";
  const USUAL = { theme: "dark", hand: "right", sound: "on", vibration: "on", onscreen: "auto" };
  const root = document.documentElement;
  const get = (name) => house.kept.get(`device ${name}`) || USUAL[name];

  const show = () => {
    root.dataset.theme = get("theme");
    root.dataset.hand = get("hand");
    for (const key of document.querySelectorAll("[data-set]")) {
      const [name, value] = key.dataset.set.split("=");
      key.setAttribute("aria-pressed", String(get(name) === value));
    }
    document.dispatchEvent(new CustomEvent("device:set"));
  };
  house.device = {
    get,
    set(name, value) { house.kept.set(`device ${name}`, value); show(); },
    // Whether fields are filled in by keys on the screen: as the person has set it; if not set, when there is no
    // keyboard.
    get onscreen() {
      const said = get("onscreen");
      return said === "auto" ? matchMedia("(any-pointer: coarse)").matches && !matchMedia("(any-pointer: fine)").matches : said === "on";
    },
  };
  show();
  document.addEventListener("DOMContentLoaded", show);
  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-set]");
    if (!key) return;
    const [name, value] = key.dataset.set.split("=");
    house.device.set(name, "toggle" in key.dataset && get(name) === value ? key.dataset.toggle : value);
  });

  // ---- a sound and a touch for what is refused and what is answered -----------------------------------------------
  let audio = null;
  const tone = (pitch, from, long, loud) => {
    const sound = audio.createOscillator(), volume = audio.createGain(), begins = audio.currentTime + from;
    sound.type = "sine";
    sound.frequency.value = pitch;
    volume.gain.setValueAtTime(0, begins);
    volume.gain.linearRampToValueAtTime(loud, begins + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, begins + long);
    sound.connect(volume).connect(audio.destination);
    sound.start(begins);
    sound.stop(begins + long + 0.05);
  };
  const SIGNALS = {
    refused: { touch: [60, 60, 60], tones: [[196, 0, 0.18, 0.12], [165, 0.2, 0.25, 0.12]] },
    answered: { touch: [40], tones: [[523, 0, 0.2, 0.09], [659, 0.16, 0.3, 0.09]] },
  };
  house.signalled = [];
  house.signal = (name) => {
    const { touch, tones } = SIGNALS[name];
    try {
      if (get("vibration") === "on" && navigator.vibrate) { navigator.vibrate(touch); house.signalled.push(`touch ${name}`); }
      if (get("sound") !== "on") return;
      audio = audio || new (window.AudioContext || window.webkitAudioContext)();
      if (audio.state === "suspended") audio.resume();
      for (const each of tones) tone(...each);
      house.signalled.push(`sound ${name}`);
    } catch (error) { /* a device without either goes on */ }
  };

  // ---- awake, and over the whole screen ---------------------------------------------------------------------------
  let awake = null;
  const stayAwake = async () => {
    if (!("wakeLock" in navigator) || document.hidden || (awake && !awake.released)) return;
    try { awake = await navigator.wakeLock.request("screen"); } catch (error) { awake = null; }
  };
  if (document.querySelector("meta[name=stays-awake]")) {
    stayAwake();
    document.addEventListener("visibilitychange", stayAwake);
    document.addEventListener("pointerdown", stayAwake);
  }
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-fullscreen]")) return;
    const done = document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen && root.requestFullscreen();
    if (done) done.catch(() => {});
  });
  document.addEventListener("fullscreenchange", () => {
    for (const key of document.querySelectorAll("[data-fullscreen]")) key.setAttribute("aria-pressed", String(Boolean(document.fullscreenElement)));
  });

  // ---- the page that is shown while the house cannot be reached ---------------------------------------------------
  const worker = document.querySelector("meta[name=service-worker]");
  if (worker) {
    try { if (navigator.serviceWorker) navigator.serviceWorker.register(worker.content, { scope: "/" }).catch(() => {}); } catch (error) { /* not over plain http */ }
  }
})();
