// Offline: one cache per version of the page, filled as a whole or not at all. scripts/after-build.mjs fills in
// the list of files with their SHA-256, so a half-deployed site is never stored.
//
// Pages come from the network while there is one, so a reload shows the newest version; every other file of this
// version comes from its cache. An older version's tabs keep the older cache until the last of them is closed.
const VERSION = "__VERSION__";
const FILES = __FILES__; // { "./path": "sha-256 in hex" }
const PREFIX = "fabricad ";
const CACHE = `${PREFIX}${self.registration.scope} ${VERSION}`;

const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

async function store(cache, path, digest) {
  const response = await fetch(path, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const body = await response.clone().arrayBuffer();
  if (hex(await crypto.subtle.digest("SHA-256", body)) !== digest) throw new Error(`${path} is of another version`);
  await cache.put(new URL(path, self.registration.scope).href, response);
}

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      try {
        await Promise.all(Object.entries(FILES).map(([path, digest]) => store(cache, path, digest)));
      } catch (error) {
        await caches.delete(CACHE);
        throw error;
      }
    })(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const ours = `${PREFIX}${self.registration.scope} `;
      const old = (await caches.keys()).filter((name) => name.startsWith(ours) && name !== CACHE);
      await Promise.all(old.map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

async function page(request) {
  try {
    const response = await fetch(request);
    if (response.ok) return response;
  } catch {
    // no network: fall through to the stored page
  }
  const cache = await caches.open(CACHE);
  return (await cache.match(new URL("./index.html", self.registration.scope).href)) ?? Response.error();
}

async function file(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  event.respondWith(request.mode === "navigate" ? page(request) : file(request));
});
