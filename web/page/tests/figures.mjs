// Measures the built page in Chromium: when the first stone is shown, when the first answer is there, and the
// longest task of the main thread while the engine analyses. Processor time, which other programs do not
// change, is measured beside the time on the clock. Run `npm run build` first, then `npm run figures`.
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { preview } from "vite";

const POSITION = "#/analyse/renju/15/lines=5/h8i9j9g7j7h9";
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
const QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
const SECONDS = 10;

const server = await preview({ configFile: false, base: "./", preview: { port: 0, host: "127.0.0.1" } });
const address = server.resolvedUrls.local[0];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [...FLAGS, ...QUIET],
});

/** From the request of the page to the first frame with this selector, in milliseconds. */
async function timeUntil(selector, act) {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.addInitScript((wanted) => {
    const look = () => {
      if (document.querySelector(wanted)) window.shownAt = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, selector);
  await page.goto(address + POSITION);
  await act?.(page);
  await page.waitForFunction(() => window.shownAt !== undefined);
  const time = await page.evaluate(() => window.shownAt);
  await page.context().close();
  return Math.round(time);
}

/** Tasks of the page's main thread during an analysis, longest first: milliseconds on the clock and of the processor. */
async function tasks() {
  const path = "/tmp/dolmen-trace.json";
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.goto(address + POSITION);
  await page.getByRole("grid").waitFor();
  await page.waitForTimeout(1000);
  await browser.startTracing(page, {
    path,
    categories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"],
  });
  await page.keyboard.press("a");
  await page.waitForTimeout(SECONDS * 1000);
  await browser.stopTracing();
  await page.context().close();
  const { traceEvents } = JSON.parse(readFileSync(path, "utf8"));
  const isMain = (event) => event.name === "thread_name" && event.args.name === "CrRendererMain";
  const mains = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid}.${tid}`));
  return traceEvents
    .filter(({ name, pid, tid }) => name === "RunTask" && mains.has(`${pid}.${tid}`))
    .map(({ dur = 0, tdur = 0 }) => ({ clock: dur / 1000, processor: tdur / 1000 }))
    .sort((a, b) => b.processor - a.processor);
}

const least = async (measure) =>
  Math.min(await measure(), await measure(), await measure(), await measure(), await measure());

console.log(
  `first stone shown: ${await least(() => timeUntil('[aria-label*="last move"]'))} ms (least of 5)`,
);
const analyse = (page) => page.getByRole("button", { name: "Analyse", exact: true }).click();
console.log(
  `first answer shown: ${await least(() => timeUntil(".lines .link.move", analyse))} ms (least of 5)`,
);
const all = await tasks();
const [longest] = all;
const over = all.filter(({ processor }) => processor > 50).length;
console.log(
  `${all.length} tasks in ${SECONDS} s of analysis; longest ${longest.processor.toFixed(1)} ms of processor time, ` +
    `${Math.max(...all.map(({ clock }) => clock)).toFixed(1)} ms on the clock; ${over} over 50 ms of processor time; ` +
    `main thread ${((all.reduce((sum, { processor }) => sum + processor, 0) / SECONDS / 1000) * 100).toFixed(1)} % busy`,
);
await browser.close();
await server.close();
