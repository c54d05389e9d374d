// Taps that have had no answer are kept in this tab until they have one, with their keys: a page that was loaded again sends
// them once more, in their order, and each is recorded once. A PIN is never kept, and a tap is sent for who made it alone.
(() => {
  "use strict";
  const name = () => `taps ${document.getElementById("main").dataset.code}`;
  const all = () => house.parsed(house.visit.get(name()) || "[]", []);
  const who = () => document.getElementById("lock")?.dataset.person || "";
  const keep = (taps) => house.visit.set(name(), JSON.stringify(taps));

  house.taps = {
    // Keeps a tap: where it goes, and its fields.
    keep(action, body) {
      const fields = [...body].filter(([field]) => field !== "csrfmiddlewaretoken").map(([field, value]) => [field, String(value)]);
      if (fields.some(([field]) => field === "pin")) return;
      keep([...all().filter((tap) => tap.key !== body.get("key")), { key: body.get("key"), who: who(), action, fields }]);
    },
    answered(key) { keep(all().filter((tap) => tap.key !== key)); },
    all,
    // Those of the person who is signed in here; what another left behind is no tap of his.
    own() { const mine = all().filter((tap) => tap.who === who()); keep(mine); return mine; },
  };
})();
