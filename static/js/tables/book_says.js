"use strict";
// While a table is being entered, loads again after each change what its book says about it, and offers the games of
// that book.
(() => {
  const form = document.getElementById("table-form");
  const book = document.getElementById("book");
  if (!form || !book) return;
  const { book: books, game: games } = form.elements, offered = (form.dataset.games || "").split(" ").filter(Boolean);
  const options = games.options ? [...games.options] : [];
  const narrow = () => {
    if (!options.length || !offered.length || !books.value) return;
    const chosen = games.value;
    games.replaceChildren(...options.filter((option) =>
      offered.includes(`${books.value}/${option.value}`) || (option.defaultSelected && chosen === option.value && books.value === books.dataset.first)));
    if ([...games.options].some((option) => option.value === chosen)) games.value = chosen;
  };
  let asked = 0;
  const ask = async () => {
    const mine = ++asked;
    const fields = new URLSearchParams(new FormData(form));
    fields.delete("pin"); // a preview needs no signature
    const answer = await fetch(form.dataset.book, { method: "POST", body: fields });
    if (mine !== asked || !answer.ok || answer.redirected) return;
    const says = document.createElement("template");
    says.innerHTML = await answer.text();
    book.replaceChildren(says.content);
  };
  books.dataset.first = books.value;
  narrow();
  form.addEventListener("change", (event) => {
    if (event.target === books) narrow();
    ask();
  });
  if (options.length && !form.querySelector("fieldset:disabled")) ask();
})();
