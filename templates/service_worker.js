{% load static %}{% build_mark as build %}{% url 'offline' as offline %}// Keeps the page that is shown while the house cannot be reached, with what it needs. It answers for nothing else: what
// is live comes from the house, and a tap is kept by the page that made it.
"use strict";
const KEPT = "outage-{{ build }}", PAGE = "{{ offline }}";
const NEEDS = [PAGE, "{% static 'css/tokens.css' %}", "{% static 'css/outage.css' %}", "{% static 'js/outage.js' %}", "{% script_words %}"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(NEEDS)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith("outage-") && name !== KEPT).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});
self.addEventListener("fetch", (event) => {
  const { request } = event, asked = new URL(request.url);
  if (request.method !== "GET" || asked.origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match(PAGE).then((page) => page || Response.error())));
    return;
  }
  // What that page needs, where the house does not bring it.
  if (NEEDS.includes(asked.pathname + asked.search)) {
    event.respondWith(fetch(request).catch(() => caches.match(request).then((kept) => kept || Response.error())));
  }
});
