/** The page without a network, and updates of the page. */

import { signal } from "@preact/signals";

/** Takes the new version of the page, if one is ready. */
export const update = signal<(() => void) | undefined>(undefined);

export function workOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const workers = navigator.serviceWorker;
  workers
    .register("./sw.js")
    .then((registration) => {
      if (registration.waiting) offer(registration.waiting);
      registration.addEventListener("updatefound", () => {
        const worker = registration.installing;
        worker?.addEventListener("statechange", () => {
          if (worker.state === "installed" && workers.controller) offer(worker);
        });
      });
    })
    .catch(() => {
      // Pages from files and private windows have no service workers: the page works with a network.
    });
  workers.ready.then(({ active }) => {
    const here = new URL("./", location.href).href;
    // What was fetched so far, and what is still on its way past the service worker.
    new PerformanceObserver((fetched) => {
      const urls = fetched.getEntries().map((entry) => entry.name);
      active?.postMessage({ keep: urls.filter((url) => url.startsWith(here)) });
    }).observe({ type: "resource", buffered: true });
  });
}

function offer(worker: ServiceWorker): void {
  update.value = () => {
    // Another tab may have taken it.
    if (worker.state === "activated") return location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    worker.postMessage("activate");
  };
}
