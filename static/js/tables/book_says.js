"use strict";
// While a table is being entered, what its book says of it is asked again after each change.
(() => {
  const form = document.getElementById("table-form");
  const book = document.getElementById("book");
  if (!form || !book) return;
  let asked = 0;
  form.addEventListener("change", async () => {
    const mine = ++asked;
    const answer = await fetch(form.dataset.book, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    if (mine !== asked || !answer.ok || answer.redirected) return;
    const says = document.createElement("template");
    says.innerHTML = await answer.text();
    book.replaceChildren(says.content);
  });
})();
