// The parts of a live screen. Each has a digest of what it shows (data-part), and the head of the screen lists the
// digests of all (data-parts). So a page knows whether it is complete, and when it asks, it says what it has and gets
// only the rest.
(() => {
  "use strict";
  const own = (head) => head.dataset.parts.split(" ").filter(Boolean).map((part) => part.split(":"));

  house.parts = {
    // The listed parts that the page shows; parts that it does not have, such as a watcher's controls, are left out.
    shows: (head) => own(head).map(([id]) => [id, document.getElementById(id)?.dataset.part]).filter(([, digest]) => digest).map((part) => part.join(":")).join(" "),
    // Whether a part of the page differs from what the head says.
    lacks: (head) => own(head).some(([id, digest]) => { const part = document.getElementById(id); return part && part.dataset.part !== digest; }),
  };

  // A part that is sent bare is only its element: its content stays. A part that is sent from an older state holds the
  // new lines at its top; on any other state it is not applied, and the page lacks it.
  const bare = (part, next) => {
    for (const { name } of [...part.attributes]) if (!next.hasAttribute(name)) part.removeAttribute(name);
    for (const { name, value } of next.attributes) if (name !== "data-bare" && part.getAttribute(name) !== value) part.setAttribute(name, value);
  };
  const grown = (part, next) => {
    if (part.dataset.part !== next.dataset.from) return;
    part.prepend(...next.children);
    part.dataset.part = next.dataset.part;
  };
  // Runs after every other listener, because those may drop what is older than the page.
  window.addEventListener("htmx:before:swap", (event) => {
    const tasks = event.detail.tasks || [];
    for (const task of [...tasks]) {
      const next = task.fragment && task.fragment.firstElementChild;
      // A push of what the answer to the person's own tap has already brought: keep what was opened or typed since.
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
