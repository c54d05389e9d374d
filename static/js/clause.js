// A tap on a clause opens its text over the page; without this script the link opens a separate page.
(() => {
  "use strict";
  let box = null;
  const dialog = () => {
    if (box) return box;
    box = document.createElement("dialog");
    box.className = "clause-box";
    const close = document.createElement("button");
    close.type = "button";
    close.className = "small";
    close.textContent = house.words("clause.close");
    close.addEventListener("click", () => box.close());
    const words = document.createElement("div");
    words.className = "words";
    box.append(words, close);
    // A tap beside the box closes it.
    box.addEventListener("click", (event) => { if (event.target === box) box.close(); });
    document.body.append(box);
    return box;
  };
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a.clause");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    event.stopPropagation();
    try {
      const answer = await house.ask(link.href, {headers: {"HX-Request": "true"}}, 8000);
      if (!answer.ok) throw new house.NoAnswer("the clause is not answered", answer.status);
      const open = dialog(), words = open.querySelector(".words");
      words.innerHTML = answer.text;
      if (!open.open) open.showModal();
      words.scrollTop = 0;
    } catch {
      location.assign(link.href);
    }
  }, true);
})();
