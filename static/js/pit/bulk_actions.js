// One step at several tables: ticks all or none, and each button says at how many tables it does its step. The server
// asks again in the same words.
(() => {
  "use strict";
  const say = () => {
    const form = document.querySelector("form.several");
    if (!form) return;
    const count = form.querySelectorAll("[name=table]:checked").length;
    for (const button of form.querySelectorAll("[data-does]")) {
      button.dataset.plain ||= button.textContent;
      button.textContent = count ? button.dataset.does.replace("#", house.words("floor.on_tables", { count })) : button.dataset.plain;
    }
    for (const picks of form.querySelectorAll(".picks")) picks.hidden = false;
  };
  document.addEventListener("click", (event) => {
    const pick = event.target.closest("[data-tick]");
    if (!pick) return;
    for (const box of pick.closest("form").querySelectorAll("[name=table]")) box.checked = pick.dataset.tick === "yes";
    say();
  });
  document.addEventListener("change", (event) => { if (event.target.name === "table") say(); });
  document.addEventListener("panel:shown", say);
  say();
})();
