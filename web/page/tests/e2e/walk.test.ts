/** What a visitor can do with the page alone, from the first game to the shared position. */

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Puzzle } from "../../src/parts/learn/puzzles";
import { address, button, cell, click, open, paste } from "./browser";
import { LOST_AT_17, SHIPPED } from "./games";

const goTo = (page: Page, part: string) => page.getByRole("link", { name: part, exact: true }).click();

async function playLevel5(page: Page): Promise<void> {
  await goTo(page, "Play");
  await page.getByRole("slider", { name: "Level" }).fill("5");
  await button(page, "Start").click();
  const mine = ["h8", "h9", "g8"];
  for (const [i, point] of mine.entries()) {
    await page.locator(".status").filter({ hasText: "Your turn" }).waitFor();
    const isFree = (await cell(page, point).getAttribute("aria-label"))?.endsWith("empty");
    await click(page, isFree ? point : `c${3 + i}`);
    await page.waitForFunction(
      (count) => document.querySelectorAll('[aria-label*=", White"][role=gridcell]').length === count,
      i + 1,
    );
  }
}

async function seeWhyMove17Lost(page: Page): Promise<void> {
  await goTo(page, "Review");
  await paste(page, LOST_AT_17);
  await page.locator(".mistakes button").filter({ hasText: /^17/ }).click();
  const why = await page.locator(".notes .why li").first().textContent();
  const reply = /^It allows (\w+), which makes/.exec(why ?? "")?.[1];
  await button(page, "Show the refutation").click();
  await cell(page, reply ?? "")
    .and(page.locator('[aria-label*="last move"]'))
    .waitFor();
  await button(page, "One move forward").first().click();
}

async function solve(page: Page, puzzle: Puzzle): Promise<void> {
  await page.goto(`${address}#/learn/puzzle/${puzzle.id}`);
  await page.waitForFunction(
    (moves) =>
      document.querySelectorAll('[role=gridcell]:is([aria-label*=", Black"], [aria-label*=", White"])')
        .length === moves,
    puzzle.moves.length,
  );
  const moves = puzzle.kind === "defence" ? [puzzle.answers[0]] : puzzle.line.filter((_, i) => i % 2 === 0);
  const message = page.locator(".verdict-text");
  for (const move of moves) {
    await click(page, move ?? "");
    await message.filter({ hasText: new RegExp(`^${move} wins|^Solved`) }).waitFor();
    if ((await message.textContent()) === "Solved.") return;
  }
  throw new Error(`${puzzle.id} was not solved`);
}

test("play level 5, see why move 17 lost, solve ten puzzles, share a position", async () => {
  const page = await open();
  await playLevel5(page);
  await seeWhyMove17Lost(page);

  const easy = (["fours", "threes", "defence"] as const).flatMap((kind) =>
    SHIPPED.filter((puzzle) => puzzle.kind === kind).slice(0, kind === "fours" ? 4 : 3),
  );
  expect(easy.length).toBe(10);
  for (const puzzle of easy) await solve(page, puzzle);
  await goTo(page, "Learn");
  await page.getByText(/^10 of \d+ solved$/).waitFor();

  await page.goto(`${address}#/analyse/freestyle/15/${LOST_AT_17}`);
  await page.getByRole("tab", { name: "Share" }).click();
  await page.waitForFunction(
    (moves) => [...document.querySelectorAll("textarea")].some(({ value }) => value.endsWith(moves)),
    LOST_AT_17,
  );
  const shared = await page.locator("textarea").first().inputValue();
  const other = await open(shared.slice(shared.indexOf("#")));
  await cell(other, "c12").and(other.locator('[aria-label*="last move"]')).waitFor();
});
