// The parts of a live screen. Each says by a digest what it shows (data-part), and the head of the screen lists the digests of
// all (data-parts): so a page knows whether it shows everything, and says what it shows when it asks, to get only the rest.
(() => {
  "use strict";
  const own = (head) => head.dataset.parts.split(" ").filter(Boolean).map((part) => part.split(":"));

  house.parts = {
    // What the page shows of the parts that the head lists; what it has not, such as the controls at a watcher, is left out.
    shows: (head) => own(head).map(([id]) => [id, document.getElementById(id)?.dataset.part]).filter(([, digest]) => digest).map((part) => part.join(":")).join(" "),
    // Whether a part of the page shows something else than the head says.
    lacks: (head) => own(head).some(([id, digest]) => { const part = document.getElementById(id); return part && part.dataset.part !== digest; }),
  };

  // A part that is sent bare is its element alone: what lies in it stays. One that is sent from an older state is what is new at
  // its top; on any other state it is left out, and the page lacks it.
  const bare = (part, next) => {
    for (const { name } of [...part.attributes]) if (!next.hasAttribute(name)) part.removeAttribute(name);
    for (const { name, value } of next.attributes) if (name !== "data-bare" && part.getAttribute(name) !== value) part.setAttribute(name, value);
  };
  const grown = (part, next) => {
    if (part.dataset.part !== next.dataset.from) return;
    part.prepend(...next.children);
    part.dataset.part = next.dataset.part;
  };
  // After every other listener, which may leave out what is older than what the page shows.
  window.addEventListener("htmx:before:swap", (event) => {
    const tasks = event.detail.tasks || [];
    for (const task of [...tasks]) {
      const next = task.fragment && task.fragment.firstElementChild;
      // A push of what the answer to the own tap has brought already: what was opened or typed since stays as it is.
      if (next && task.target && next.id !== "facts" && next.dataset.part && next.dataset.part === task.target.dataset.part) {
        tasks.splice(tasks.indexOf(task), 1);
        continue;
      }
      const take = !next ? null : "bare" in next.dataset ? bare : "from" in next.dataset ? grown : null;
      if (!take) continue;
      if (task.target) take(task.target, next);
      tasks.splice(tasks.indexOf(task), 1);
    }
  });
})();
