// The leader board in the hall: updates every two seconds, and says when it may be out of date.
(() => {
  "use strict";
  const EVERY = 2000, OLD = 8000;
  const board = document.getElementById("board"), current = document.getElementById("current");
  let heard = performance.now(), asking = false;

  const say = (fresh) => {
    const words = house.words(fresh ? "link.live" : "board.old", { seconds: Math.round((performance.now() - heard) / 1000) });
    if (current.textContent !== words) current.textContent = words;
    current.classList.toggle("ok", fresh);
    current.classList.toggle("bad", !fresh);
    board.classList.toggle("old", !fresh);
  };

  const ask = async () => {
    if (asking) return;
    asking = true;
    try {
      const shown = board.querySelector("[data-mark]");
      const mark = encodeURIComponent(shown ? shown.dataset.mark : "");
      const answer = await house.ask(`${board.dataset.now}?mark=${mark}`, { headers: { "HX-Request": "true" } });
      if (house.sentAway(answer)) return;
      if (answer.status === 200) board.innerHTML = answer.text;
      if (answer.ok) heard = performance.now();
    } catch (error) {
      if (!(error instanceof house.NoAnswer)) throw error; // the next request may get an answer
    } finally {
      asking = false;
      say(performance.now() - heard < OLD);
    }
  };
  setInterval(ask, EVERY);
  setInterval(() => say(performance.now() - heard < OLD), 1000);
})();
