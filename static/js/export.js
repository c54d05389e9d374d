// A long export of the audit log: shows how far it is, and goes on where it stopped if the connection breaks.
(() => {
  "use strict";
  const line = document.getElementById("exporting");
  if (!line || !window.ReadableStream) return;
  const words = line.querySelector("span"), stop = line.querySelector("[data-stop]"), goOn = line.querySelector("[data-go-on]");
  let job = null;

  const say = (code) => { words.textContent = house.words(code, { count: job.count.toLocaleString() }); };
  // Chain and number of the last whole line: of CSV the second and third field, of JSON Lines their names.
  const lastOf = (text) => {
    const all = text.split("\n").filter((one) => one.trim());
    for (const one of all.reverse()) {
      if (one.startsWith("{")) {
        const row = JSON.parse(one);
        if (row.seq) return `${row.chain}~${row.seq}`;
      } else {
        const cells = one.replace("\ufeff", "").split(",");
        if (/^\d+$/.test(cells[2] || "")) return `${cells[1]}~${cells[2]}`;
      }
    }
    return null;
  };
  const read = async () => {
    const address = new URL(job.address, location.href);
    if (job.after) address.searchParams.set("after", job.after);
    if (job.until) address.searchParams.set("until", job.until);
    const answer = await fetch(address, { signal: job.stop.signal });
    if (!answer.ok) throw new Error(await answer.text());
    job.until ??= answer.headers.get("Export-Until");
    job.name ??= (/filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") || "") || [])[1] || "audit";
    const reader = answer.body.getReader(), decoder = new TextDecoder();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      rest += decoder.decode(value, { stream: true });
      const end = rest.lastIndexOf("\n") + 1;
      if (!end) continue;
      const whole = rest.slice(0, end);
      rest = rest.slice(end);
      if (whole.includes("The export broke off here")) throw new Error("broke off");
      job.parts.push(whole);
      job.after = lastOf(whole) || job.after;
      job.count += whole.split("\n").length - 1;
      say("export.going");
    }
    job.parts.push(rest);
  };
  const run = async () => {
    goOn.hidden = true;
    stop.hidden = line.hidden = false;
    job.stop = new AbortController();
    say("export.going");
    try {
      await read();
    } catch {
      stop.hidden = true;
      goOn.hidden = false;
      say("export.broken");
      return;
    }
    stop.hidden = true;
    say("export.done");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(job.parts));
    link.download = job.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  };
  for (const id of ["export", "export-lines"]) {
    document.getElementById(id).addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.button) return;
      event.preventDefault();
      job = { address: event.currentTarget.href, parts: [], count: 0, after: null, until: null, name: null };
      run();
    });
  }
  stop.addEventListener("click", () => job?.stop.abort());
  goOn.addEventListener("click", run);
})();
