/// <reference lib="webworker" />
// The page without a network: its files are kept when it is first opened, and it is served from them.
// Languages and engines are kept once they were used. VERSION, FILES and ONCE_USED, which is those, are
// filled in by the build (vite.config.ts).
//
// It isolates the page and its workers from other origins, as browsers demand for shared memory, which
// the engine's threads need: from the second visit on, the host need not do it.

const VERSION = "%VERSION%";
const FILES = ["%FILES%"];
const ONCE_USED = ["%ONCE_USED%"];
const PREFIX = "dolmen-page-";
const CACHE = PREFIX + VERSION;
const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

self.addEventListener("install", (event) => {
  event.waitUntil(install());
});

async function install() {
  const files = [...FILES, ...(await usedBefore())];
  // Past the browser's own store, which may still have the page of an earlier version.
  const fresh = files.map((file) => new Request(file, { cache: "reload" }));
  await (await caches.open(CACHE)).addAll(fresh);
}

/** The languages and engines that earlier versions of the page have kept. */
async function usedBefore() {
  const nameOf = (url) => /([^/]+)-[\w-]{8}(\.js|\.wasm)$/.exec(url)?.slice(1).join("");
  const used = new Set();
  for (const name of (await caches.keys()).filter((each) => each.startsWith(PREFIX))) {
    for (const { url } of await (await caches.open(name)).keys()) used.add(nameOf(url));
  }
  return ONCE_USED.filter((file) => used.has(nameOf(file)));
}

self.addEventListener("activate", (event) => {
  const drop = (names) => names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(drop(names).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "activate") self.skipWaiting();
  // What the page had fetched before this worker was there: the engine.
  if (Array.isArray(event.data?.keep)) event.waitUntil(keep(event.data.keep));
});

async function keep(urls) {
  const cache = await caches.open(CACHE);
  for (const url of urls) {
    if (!(await cache.match(url))) await cache.add(url);
  }
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  const needsIsolation = event.request.mode === "navigate" || event.request.destination === "worker";
  const found = answer(event.request);
  event.respondWith(needsIsolation ? found.then(isolated) : found);
});

function isolated(response) {
  if (!response.ok) return response;
  const { body, status, statusText } = response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  return new Response(body, { status, statusText, headers });
}

/** Whether the page itself is opened, and no other file beside it, such as licenses.md. */
const isPage = ({ mode, url }) => mode === "navigate" && !/\.(?!html$)\w+$/.test(new URL(url).pathname);

async function answer(request) {
  const cache = await caches.open(CACHE);
  // The kept files are the same for every origin and language, whatever a host says.
  const options = { ignoreSearch: true, ignoreVary: true };
  const kept = await cache.match(isPage(request) ? "./" : request, options);
  if (kept) return kept;
  const response = await fetch(request);
  // Files with a hash in their name never change. Without room for one the page works on, with a network.
  if (response.ok && request.url.includes("/assets/")) {
    await cache.put(request, response.clone()).catch(() => {});
  }
  return response;
}
