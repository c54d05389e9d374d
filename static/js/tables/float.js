// Adds up chips as they are counted. What counts is what the server adds up.
(() => {
  "use strict";
  const { lang, dataset: { currency } } = document.documentElement; // the house's
  const money = (cents) => currency + (cents / 100).toLocaleString(lang, { minimumFractionDigits: cents % 100 ? 2 : 0 });
  for (const set of document.querySelectorAll("[data-sum]")) {
    const add = () => {
      let sum = 0;
      for (const input of set.querySelectorAll("input")) {
        if (/^\d+$/.test(input.value.trim())) sum += Number(input.dataset.chip) * Number(input.value);
      }
      set.querySelector(".sum").textContent = sum ? "= " + money(sum) : "";
    };
    set.addEventListener("input", add);
    add();
  }
})();
