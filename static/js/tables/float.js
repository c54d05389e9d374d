// Adds up chips as they are counted, for show: only the server's sum counts.
(() => {
  "use strict";
  const { lang, dataset: { currency } } = document.documentElement; // the house's
  const money = (cents) => currency + (cents / 100).toLocaleString(lang, { minimumFractionDigits: cents % 100 ? 2 : 0 });
  for (const set of document.querySelectorAll("[data-sum]")) {
    const add = () => {
      let sum = 0;
      for (const input of set.querySelectorAll("input")) {
        const counted = /^\d+$/.test(input.value.trim()) ? Number(input.dataset.chip) * Number(input.value) : 0;
        sum += counted;
        const row = input.closest(".chip-row")?.querySelector(".row-sum");
        if (row) row.textContent = counted ? money(counted) : "–";
      }
      set.querySelector(".sum").textContent = sum ? "= " + money(sum) : "";
    };
    set.addEventListener("input", add);
    add();
  }
})();
