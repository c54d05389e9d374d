// The live link of a screen, the same for all screens: the socket that htmx connects, a ping every few seconds, and
// polling instead if the socket is down, silent or refused. The state of the link on the screen is always true: live is
// a socket that answers, polling is a server that answers.
(() => {
  "use strict";
  const REFUSED = 4403, SLOWEST = 30000;
  const untold = (status) => {
    if (status === 404) return house.words("link.page_gone");
    if (status === 401 || status === 403) return house.words("link.not_allowed");
    return house.unknown(status).replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());
  };

  // on      the element that htmx connects, or one above it
  // ping, silent, poll   milliseconds: between two pings, until a silent socket is given up, between two polls
  // ask     async: asks the server for what the screen lacks; throws house.NoAnswer if there is no answer
  // pong    (message): an answer to a ping; returns whether the screen lacks something, and asks for it
  // other   (message, event): any other message
  // show    (state, words, title): "live", "polling" or "offline"
  house.link = ({ on, ping, silent, poll, ask, pong, other, show }) => {
    let socket = null, heard = 0, live = false, refused = false, answers = null, asking = false, behind = false, took = 0, usual = null, status = 0, good = performance.now();
    // How long the screen may have been out of date.
    const since = () => {
      const seconds = Math.round((performance.now() - good) / 1000);
      return seconds < 100 ? house.words("link.for_seconds", { seconds }) : house.words("link.for_minutes", { minutes: Math.round(seconds / 60) });
    };

    const tell = () => {
      // A socket that answers does not prove that the screen is up to date: the screen is live only if its requests
      // succeed too.
      if (answers === false && (live || status)) show("offline", house.words("link.outdated", { since: since(), why: untold(status) }), house.words("link.outdated_why"));
      else if (live) show("live", house.words(took ? "link.live_in" : "link.live", { ms: took }), house.words("link.live_why"));
      else if (answers) show("polling", house.words(refused ? "link.refused" : "link.asking"), house.words(refused ? "link.refused_why" : "link.asking_why"));
      else if (answers === null) show("connecting", house.words("link.connecting"), "");
      else show("offline", house.words("link.offline", { since: since() }), house.words("link.offline_why"));
    };
    const lost = () => { live = false; tell(); };

    // One request at a time; if another is wanted meanwhile, it is sent after this one.
    const now = async () => {
      if (asking) { behind = true; return; }
      asking = true;
      try {
        do { behind = false; await ask(); } while (behind);
        answers = true;
        good = performance.now();
        status = 0;
      } catch (error) {
        answers = false;
        status = error.status || 0;
        if (!(error instanceof house.NoAnswer)) house.fault(error);
      } finally {
        asking = false;
        tell();
      }
    };

    const say = () => { if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ ping: performance.now(), build: house.own })); };

    on.addEventListener("htmx:after:ws:connection", (event) => {
      socket = event.detail.connection.socket;
      heard = performance.now();
      say();
    });
    on.addEventListener("htmx:ws:close", (event) => {
      const { code, connection } = event.detail;
      socket = null;
      lost();
      if (code === REFUSED) {
        // Locked, signed out, handed over: then the request is redirected. Otherwise only the socket is refused, and
        // the screen goes on without it and tries it again at growing intervals.
        refused = true;
        const pace = connection.config;
        usual = usual || { pace, delay: pace.reconnectDelay, most: pace.reconnectMaxDelay };
        pace.reconnectDelay = pace.reconnectMaxDelay = Math.min(SLOWEST, Math.max(1000, pace.reconnectDelay * 2));
      }
      if (code !== null) now();
    });
    on.addEventListener("htmx:before:ws:message", (event) => {
      const message = event.detail.message, json = message.json;
      if (!json) return;
      heard = performance.now();
      live = true;
      refused = false;
      if (usual) { usual.pace.reconnectDelay = usual.delay; usual.pace.reconnectMaxDelay = usual.most; usual = null; }
      if ("pong" in json) {
        took = Math.max(1, Math.round(heard - json.pong));
        if (window.houseClock) window.houseClock.tell(json.time, heard - json.pong);
        house.build(json.build);
        if (!pong(json) && !asking) { answers = true; status = 0; good = performance.now(); }
        tell();
      } else {
        tell();
        other(message, event);
      }
    });

    setInterval(() => { if (!document.hidden) say(); }, ping);
    setInterval(() => {
      if (document.hidden) return;
      if (socket && performance.now() - heard > silent) { const silenced = socket; socket = null; lost(); silenced.close(); }
      if (!live) now();
    }, poll);
    document.addEventListener("visibilitychange", () => { heard = performance.now(); }); // the timers were asleep
    document.addEventListener("clock:due", now); // a moment has come, and asking applies what is due
    return { ask: now, tell, get live() { return live; }, get answers() { return answers; } };
  };
})();
