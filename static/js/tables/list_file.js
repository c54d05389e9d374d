"use strict";
// A file of rows is put into the text above which it was chosen: what is sent is what can be read there.
(() => {
  const file = document.getElementById("list-file");
  const rows = document.getElementById("rows");
  if (!file || !rows) return;
  file.addEventListener("change", async () => {
    if (file.files.length) rows.value = await file.files[0].text();
  });
})();
