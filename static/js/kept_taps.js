// Taps without an answer are kept in this tab until there is one, with their keys: after a reload the page sends them
// again, in order, and each is recorded once. A PIN is never kept, and a tap is only sent again for the person who made
// it.
(() => {
  "use strict";
  const name = () => `taps ${document.getElementById("main").dataset.code}`;
  const all = () => house.parsed(house.visit.get(name()) || "[]", []);
  const who = () => document.getElementById("lock")?.dataset.person || "";
  const keep = (taps) => house.visit.set(name(), JSON.stringify(taps));

  house.taps = {
    // Keeps a tap: its address and its fields.
    keep(action, body) {
      const fields = [...body].filter(([field]) => field !== "csrfmiddlewaretoken").map(([field, value]) => [field, String(value)]);
      if (fields.some(([field]) => field === "pin")) return;
      keep([...all().filter((tap) => tap.key !== body.get("key")), { key: body.get("key"), who: who(), action, fields }]);
    },
    answered(key) { keep(all().filter((tap) => tap.key !== key)); },
    all,
    // Only the taps of the person who is signed in here, not what another person left behind.
    own() { const mine = all().filter((tap) => tap.who === who()); keep(mine); return mine; },
  };
})();
