/** Threads, which need a page that is isolated from other origins: by its host, or by its service worker. */

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { button, isolated, open } from "./browser";

const POSITION = "#/analyse/freestyle/15/h8i9h10";

/** Opens the page again, as if on a machine with two processors, however many there are. */
async function reload(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, "hardwareConcurrency", { value: 2 }));
  await page.reload();
  await page.getByRole("grid").waitFor();
}

const isIsolated = (page: Page): Promise<boolean> => page.evaluate(() => crossOriginIsolated);

async function threads(page: Page) {
  await page.getByRole("tab", { name: "Options" }).click();
  return page.getByLabel("Threads", { exact: true });
}

/** Whether the module with threads was fetched. */
const hasThreads = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    performance.getEntriesByType("resource").some(({ name }) => /dolmen-threads.*\.wasm$/.test(name)),
  );

/** Begins to analyse, until lines are shown. */
async function analyse(page: Page): Promise<void> {
  await button(page, "Analyse").click();
  await page.locator(".lines .link.move").first().waitFor();
}

test("two threads analyse, go on with the next position, and stop", async () => {
  const page = await open(POSITION, {}, isolated);
  await reload(page);
  await expect.poll(() => isIsolated(page)).toBe(true);
  await (await threads(page)).selectOption("2");
  await expect.poll(() => hasThreads(page)).toBe(false);
  await analyse(page);
  await expect.poll(() => hasThreads(page)).toBe(true);
  // The referee, the engine and the next one, these with a helper each.
  await expect.poll(() => page.workers().length).toBe(5);
  await page.keyboard.press("ArrowLeft");
  await page.locator(".graph .dot").nth(1).waitFor({ state: "attached" });
  await button(page, "Stop").click();
  await page.locator(".facts[data-searching=false]").waitFor();
  await expect.poll(() => page.workers().length).toBe(5);
});

test("from a host without headers: one thread at first, two from the second visit on, also without a network", async () => {
  const page = await open(POSITION);
  await expect.poll(() => isIsolated(page)).toBe(false);
  await expect.poll(async () => (await threads(page)).isDisabled()).toBe(true);
  await analyse(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 50));
  });
  await reload(page);
  await expect.poll(() => isIsolated(page)).toBe(true);
  await (await threads(page)).selectOption("2");
  await analyse(page);
  await expect.poll(() => hasThreads(page)).toBe(true);
  await page.context().setOffline(true);
  await page.reload();
  await analyse(page);
  await expect.poll(() => isIsolated(page)).toBe(true);
  await expect.poll(() => hasThreads(page)).toBe(true);
});
