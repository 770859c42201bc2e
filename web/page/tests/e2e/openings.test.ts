/** Openings by every rule, with the visitor in either role, and what the page says and marks in them. */

import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { button, cell, click, label, open } from "./browser";
import { begin, status, waitForStones } from "./playing";
import { violations } from "./violations";

const FIRST = "Black (first)";
const SECOND = "White (second)";
/** Milliseconds: a slow machine is no fault of the engine. */
const PATIENCE = 550_000;
const BOTH = { "You play": "Both (two people)" };

/** The points that are free and may be played, offered or picked. */
const openPoints = (page: Page): Promise<string[]> =>
  page.locator('[role=gridcell]:not([aria-label*="not allowed"])').evaluateAll((cells) =>
    cells
      .map((each) => each.getAttribute("aria-label") ?? "")
      .filter((text) => /^\w+, (empty|fifth move)/.test(text))
      .map((text) => text.replace(/,.*/, "")),
  );

/** What the page says, once it is the visitor's turn. */
async function turn(page: Page): Promise<string> {
  const text = page.locator(".status").filter({ hasNotText: "The engine is thinking" });
  await text.waitFor({ timeout: PATIENCE });
  return (await text.textContent()) ?? "";
}

/** Places stones, each when it is asked for: before that the page takes none. */
async function place(page: Page, ...stones: readonly [asked: string, point: string][]): Promise<void> {
  for (const [asked, point] of stones) {
    await status(page, asked);
    await click(page, point);
  }
}

/** All that the page shows of the game. */
const shown = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const cells = [...document.querySelectorAll("[role=gridcell]")].map((each) =>
      each.getAttribute("aria-label"),
    );
    return [document.querySelector(".side")?.textContent, ...cells].join();
  });

/** Does one thing that the page allows, colours and numbers as wanted; says what was asked. */
async function step(page: Page, wanted: readonly string[]): Promise<string> {
  const asked = await turn(page);
  if (asked === "Your turn") return asked;
  const before = await shown(page);
  const choices = page.getByRole("group", { name: asked }).getByRole("button");
  const names = await choices.allTextContents();
  const points = await openPoints(page);
  if (names.length > 0)
    await choices
      .nth(
        Math.max(
          0,
          names.findIndex((name) => wanted.includes(name)),
        ),
      )
      .click();
  else await click(page, points[Math.floor(points.length / 2)] ?? "");
  await expect.poll(() => shown(page), { timeout: PATIENCE }).not.toBe(before);
  return asked;
}

/** Plays the opening to its end; what the visitor was asked. */
async function playThrough(page: Page, wanted: readonly string[]): Promise<string[]> {
  const asked: string[] = [];
  for (let count = 0; count < 40; count++) {
    const text = await step(page, wanted);
    if (text === "Your turn") return asked;
    asked.push(text);
  }
  throw new Error(`the opening does not end: ${asked.join(" ")}`);
}

interface Case {
  readonly name: string;
  readonly rule?: string;
  /** What the visitor must be asked in either role, whatever the engine does. */
  readonly first: readonly RegExp[];
  readonly second: readonly RegExp[];
  /** Choices, by the texts of buttons. */
  readonly wanted?: readonly string[];
  readonly stones: number;
}

const MIDDLE = /stone in the middle/;
const within = (lines: number) => new RegExp(`at most ${lines} line`);
const PLACED = [MIDDLE, within(1), within(2)];

const CASES: readonly Case[] = [
  { name: "In the middle", rule: "Renju", first: [MIDDLE, within(2)], second: [within(1)], stones: 3 },
  { name: "Swap", first: [/Place a black stone\./, /Place a white/], second: [/Which colour/], stones: 3 },
  {
    name: "Swap2",
    first: [/Place a black stone\./],
    second: [/or place two more/, /Place a white/, /Place a black/],
    wanted: ["Place two more stones"],
    stones: 3,
  },
  { name: "Pro", first: [MIDDLE, /at least 3 lines/], second: [/Place a white stone\./], stones: 3 },
  { name: "Long Pro", rule: "Standard", first: [/at least 4 lines/], second: [/Place a white/], stones: 3 },
  {
    name: "RIF (classical)",
    rule: "Renju",
    first: PLACED,
    second: [/Which colour/, /Offer fifth move 1 of 2/, /Offer fifth move 2 of 2/],
    wanted: ["Take black"],
    stones: 5,
  },
  {
    name: "Yamaguchi",
    rule: "Renju",
    first: [...PLACED, /How many fifth moves/],
    second: [/Which colour/, /Place a white stone\./, /Which fifth move/],
    wanted: ["Take white", "3"],
    stones: 5,
  },
  {
    name: "Soosyrv-8",
    rule: "Renju",
    first: PLACED,
    second: [/Which colour/, /Place a white stone\./, /How many fifth moves/],
    wanted: ["Take white", "2"],
    stones: 5,
  },
  {
    name: "Taraguchi-10",
    rule: "Renju",
    first: [MIDDLE],
    second: [/Which colour/],
    wanted: ["Offer ten fifth moves", "Take black"],
    stones: 5,
  },
];

describe.each(CASES)("$name", ({ name, rule = "Freestyle", first, second, wanted = [], stones }) => {
  test.each([
    [FIRST, first],
    [SECOND, second],
  ])("the visitor plays %s", async (side, expected) => {
    const page = await open("#/play");
    await begin(page, { Rule: rule, Opening: name, "You play": side });
    const asked = (await playThrough(page, wanted)).join(" ");
    for (const each of expected) expect(asked).toMatch(each);
    const count = await page
      .locator("[role=gridcell]:is([aria-label*=', Black'], [aria-label*=', White'])")
      .count();
    expect(count).toBeGreaterThanOrEqual(stones);
    await expect
      .poll(() => page.locator('[aria-label*="not allowed"], [aria-label*="fifth move"]').count())
      .toBe(0);
  });
});

test("two people go through Soosyrv-8: marks, refusals, changes of colours, and a reload in between", async () => {
  const page = await open("#/play");
  await begin(page, { Rule: "Renju", Opening: "Soosyrv-8", ...BOTH });
  await status(page, "Place a black stone in the middle.");
  await expect.poll(() => openPoints(page)).toEqual(["h8"]);
  await click(page, "a1");
  await page.getByRole("alert").filter({ hasText: "Place a black stone in the middle." }).waitFor();
  await place(page, ["in the middle", "h8"], ["at most 1 line", "h9"], ["at most 2 lines", "i9"]);
  await status(page, "Which colour");
  await page.getByRole("main").getByText("Opening D4 Kagetsu").waitFor();
  await button(page, "Take black").click();
  await status(page, "Place a white stone.");
  await click(page, "j9");
  await status(page, "How many fifth moves");
  await expect.poll(() => page.getByRole("group", { name: "How many" }).getByRole("button").count()).toBe(8);
  await page.reload();
  await button(page, "2 fifth moves").click();
  await status(page, "Which colour");
  await button(page, "Take black").click();
  await status(page, "Offer fifth move 1 of 2 for black.");
  await click(page, "g7");
  await status(page, "2 of 2");
  await page.reload();
  await status(page, "2 of 2");
  await expect.poll(() => label(page, "g7")).toBe("g7, not allowed now, fifth move A");
  await click(page, "i6");
  await status(page, "Which fifth move");
  await expect.poll(() => openPoints(page)).toEqual(["g7", "i6"]);
  await button(page, "B i6").click();
  await waitForStones(page, 5);
  await expect.poll(() => label(page, "i6")).toBe("i6, Black, 5, last move");
  await status(page, "White to move");
  // Back to the choice, then on to the other fifth move.
  await button(page, "Take back").click();
  await status(page, "Which fifth move");
  await button(page, "A g7").click();
  await waitForStones(page, 5);
  await page.getByRole("button", { name: "Resign" }).click();
  await button(page, "Analyse").click();
  await page.waitForURL(/#\/analyse\/renju\/15\/.*h8h9i9j9g7$/);
  await page.getByRole("main").getByText("Opening D4 Kagetsu").waitFor();
});

test("the keyboard alone, and what a screen reader is told", async () => {
  const page = await open("#/play");
  await begin(page, { Rule: "Renju", Opening: "Taraguchi-10", ...BOTH });
  const told = (text: string) =>
    page.locator("[role=status]").filter({ hasText: text }).waitFor({ state: "attached" });
  await told("A new game begins. Place a black stone in the middle.");
  await cell(page, "h8").focus();
  await page.keyboard.press("Enter");
  await told("Black plays h8 Which colour do you take?");
  await button(page, "Take black").focus();
  await page.keyboard.press("Enter");
  await told("Chosen: Take black. The players change colours. Place a white stone at most 1 line");
  await cell(page, "h8").focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").filter({ hasText: "at most 1 line" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await waitForStones(page, 2);
});

test("only openings that fit the rule and the board are offered", async () => {
  const page = await open("#/play");
  const select = page.getByRole("combobox", { name: "Opening" });
  const count = (wanted: number) => expect.poll(() => select.getByRole("option").count()).toBe(wanted);
  await count(7);
  await page.getByRole("combobox", { name: "Rule" }).selectOption("Renju");
  await count(11);
  await select.selectOption("Yamaguchi");
  await page.getByRole("combobox", { name: "Size" }).selectOption("7×7");
  await count(9);
  await expect.poll(() => select.inputValue()).toBe("free");
});

for (const [colorScheme, scope] of [
  ["light", {}],
  ["dark", { rule: "color-contrast" }],
] as const) {
  test(`openings have no faults of accessibility, ${colorScheme}, on a narrow phone`, async () => {
    const page = await open("#/play", { colorScheme, viewport: { width: 320, height: 640 } });
    const check = async (state: string) => {
      expect(await violations(page, scope), state).toEqual([]);
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: state })
        .toBe(320);
    };
    await begin(page, { Rule: "Renju", Opening: "Yamaguchi", ...BOTH });
    await status(page, "in the middle");
    await check("stone");
    await click(page, "h8");
    await place(page, ["at most 1 line", "h9"], ["at most 2 lines", "i7"]);
    await status(page, "How many");
    await expect
      .poll(() => page.getByRole("group", { name: "How many" }).getByRole("button").count())
      .toBe(28);
    await check("number");
    await button(page, "28 fifth moves").click();
    await button(page, "Take white").click();
    await place(page, ["Place a white stone.", "j9"]);
    for (let number = 1; number <= 28; number++) {
      await status(page, `Offer fifth move ${number} of 28`);
      await click(page, (await openPoints(page)).at(-1) ?? "");
    }
    await status(page, "Which fifth move");
    await check("pick");
  });
}

test("a hint in an opening is what the engine would do", async () => {
  const page = await open("#/play");
  await begin(page, { Opening: "Swap", ...BOTH });
  await place(page, ["Place a black", "h8"], ["Place a white", "a1"], ["Place a black", "i9"]);
  await status(page, "Which colour");
  await button(page, "Hint").click();
  await page.getByRole("heading", { name: /^Take (black|white)$/ }).waitFor();
});
