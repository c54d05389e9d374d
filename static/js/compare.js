// The desk's comparisons: a changed choice shows at once, and the figures 1 to 3 go to the views.
(() => {
  "use strict";
  const form = document.getElementById("compare-form");
  if (!form) return;
  form.addEventListener("change", (event) => { if (event.target.matches("select")) form.requestSubmit(); });
  // Leave empty fields out of the address.
  form.addEventListener("formdata", (event) => {
    for (const [name, value] of [...event.formData]) if (value === "") event.formData.delete(name);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
    const view = document.querySelector(`.views [data-key="${CSS.escape(event.key)}"]`);
    if (!view) return;
    event.preventDefault();
    view.click();
  });
})();
