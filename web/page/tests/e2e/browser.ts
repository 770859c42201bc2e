/** Pages in Debian's Chromium whose console must stay silent. */

import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";

/** So that it runs as root, and asks nobody outside for anything. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let browser: Browser;
const opened: Page[] = [];
const complaints: string[] = [];

export const address = inject("address");
/** The same page, isolated from other origins: with threads. */
export const isolated = inject("isolated");

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: FLAGS,
  });
});

afterAll(async () => {
  await browser?.close();
});

afterEach(async () => {
  for (const page of opened.splice(0)) await page.context().close();
  expect(complaints.splice(0)).toEqual([]);
});

/** Opens the page at an address after the `#`. */
export async function open(
  hash = "",
  options: BrowserContextOptions = {},
  host: string = address,
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en",
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  opened.push(page);
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.stack ?? error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      complaints.push(`${page.url()}: ${message.text()}`);
    }
  });
  await page.goto(host + hash);
  await page.locator("[role=grid], h1").first().waitFor({ state: "attached" });
  return page;
}

/** The cell of a point, as screen readers find it. */
export const cell = (page: Page, point: string): Locator =>
  page.getByRole("gridcell", { name: new RegExp(`^${point},`) });

/** Clicks a point with the mouse. */
export async function click(page: Page, ...points: string[]): Promise<void> {
  for (const point of points) {
    const box = await cell(page, point).boundingBox();
    if (!box) throw new Error(`${point} is not shown`);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }
}

export const label = async (page: Page, point: string): Promise<string> =>
  (await cell(page, point).getAttribute("aria-label")) ?? "";

/** Waits until the address ends with these moves. */
export const movesInAddress = (page: Page, moves: string): Promise<void> =>
  page.waitForURL((url) => url.hash.endsWith(`/${moves}`), { timeout: 120_000 });

export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("button", { name, exact: true });

/** Reads a game that is pasted into the review. */
export async function paste(page: Page, game: string): Promise<void> {
  await page.getByRole("textbox", { name: "Paste a game" }).fill(game);
  await button(page, "Read").click();
}
