/** Sessions of random clicks and keys. SESSIONS sets how many, FIRST_SESSION the number of the first one. */

import type { Page } from "playwright-core";
import { test } from "vitest";
import { randomFrom } from "../../src/board/grain";
import { address, open } from "./browser";

const SESSIONS = Number(process.env.SESSIONS ?? 4);
const FIRST = Number(process.env.FIRST_SESSION ?? 1);
const ACTIONS = 40;
const PARTS = ["analyse", "play", "review", "learn"];
const KEYS = [
  "ArrowLeft",
  "ArrowRight",
  "ArrowUp",
  "Home",
  "End",
  "a",
  "n",
  "b",
  "Delete",
  "Enter",
  "Tab",
  "Escape",
  " ",
];

type Random = () => number;

const pick = <T>(random: Random, list: readonly T[]): T | undefined =>
  list[Math.floor(random() * list.length)];

/** Clicks an element in the page itself: at once, whatever lies over it, as long as it is shown. */
async function clickSomething(page: Page, random: Random, selector: string): Promise<void> {
  await page.evaluate(
    ([query, fraction]) => {
      const dialog = document.querySelector("dialog[open]") ?? document;
      const found = [...dialog.querySelectorAll<HTMLElement>(query)].filter((element) =>
        element.checkVisibility(),
      );
      found[Math.floor(fraction * found.length)]?.click();
    },
    [selector, random()] as const,
  );
}

async function chooseSomething(page: Page, random: Random): Promise<void> {
  await page.evaluate(
    ([which, option]) => {
      const found = [...document.querySelectorAll("select")].filter((element) => !element.disabled);
      const select = found[Math.floor(which * found.length)];
      if (!select) return;
      select.selectedIndex = Math.floor(option * select.options.length);
      select.dispatchEvent(new Event("change", { bubbles: true }));
    },
    [random(), random()] as const,
  );
}

/** A real click, of which only the last step is waited for. */
async function clickBoard(page: Page, random: Random): Promise<void> {
  const box = await page.evaluate(() => {
    const { x, y, width, height } =
      document.querySelector(".board")?.getBoundingClientRect() ?? new DOMRect();
    return { x, y, width, height };
  });
  const near = () => 0.5 + (random() - 0.5) * (random() < 0.7 ? 0.4 : 1);
  const [x, y] = [box.x + box.width * near(), box.y + box.height * near()];
  if (box.width === 0) return;
  await Promise.all([page.mouse.move(x, y), page.mouse.down(), page.mouse.up()]);
}

async function act(page: Page, random: Random): Promise<void> {
  const choice = random();
  if (choice < 0.5) await clickBoard(page, random);
  else if (choice < 0.72) await clickSomething(page, random, "button:not(:disabled)");
  else if (choice < 0.8) await clickSomething(page, random, "input[type=checkbox], summary, a[href^='#/']");
  else if (choice < 0.86) await chooseSomething(page, random);
  else await page.keyboard.press(pick(random, KEYS) ?? "a");
}

test(
  `${SESSIONS} sessions of random clicks leave the console silent`,
  async () => {
    const page = await open();
    page.on("download", (download) => void download.cancel());
    for (let session = FIRST; session < FIRST + SESSIONS; session++) {
      const random = randomFrom(session);
      await page.evaluate(() => localStorage.clear());
      await page.goto(`${address}?session=${session}#/${pick(random, PARTS)}`);
      await page.locator("main").waitFor();
      for (let i = 0; i < ACTIONS; i++) await act(page, random);
      if ((session - FIRST + 1) % 50 === 0) process.stdout.write(`${session - FIRST + 1} sessions\n`);
    }
  },
  60_000 + SESSIONS * 20_000,
);
