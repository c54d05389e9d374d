"use strict";
// Puts the rows of a chosen file into the text field below: exactly what can be read there is sent.
(() => {
  const file = document.getElementById("list-file");
  const rows = document.getElementById("rows");
  if (!file || !rows) return;
  file.addEventListener("change", async () => {
    if (file.files.length) rows.value = await file.files[0].text();
  });
})();
