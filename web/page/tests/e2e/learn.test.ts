import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Puzzle } from "../../src/parts/learn/puzzles";
import { address, button, cell, click, label, open, paste } from "./browser";
import { LOST_AT_17, SHIPPED } from "./games";

const find = (kind: Puzzle["kind"], fits: (puzzle: Puzzle) => boolean = () => true): Puzzle => {
  const puzzle = SHIPPED.find((each) => each.kind === kind && fits(each));
  if (!puzzle) throw new Error(`no puzzle of kind ${kind}`);
  return puzzle;
};

const message = (page: Page, text: string | RegExp) =>
  page.locator(".verdict-text").filter({ hasText: text }).waitFor();

const openPuzzle = async (puzzle: Puzzle): Promise<Page> => {
  const page = await open(`#/learn/puzzle/${puzzle.id}`);
  await page.locator(".task").waitFor();
  return page;
};

/** A free point in a corner: it answers no threat. */
async function clickFarAway(page: Page): Promise<string> {
  for (const point of ["a1", "o1", "a15", "o15", "a8", "o8"]) {
    if (!(await label(page, point)).endsWith("empty")) continue;
    await click(page, point);
    return point;
  }
  throw new Error("no free corner");
}

test("a win: a wrong move is refuted, then the line is played to its end, and remembered", async () => {
  const puzzle = find("fours", ({ plies }) => plies >= 7);
  const page = await openPuzzle(puzzle);
  const wrong = await clickFarAway(page);
  await message(page, new RegExp(`^${wrong} does not win`));
  await button(page, "Try again").click();
  for (const move of puzzle.line.filter((_, i) => i % 2 === 0)) {
    await click(page, move);
    await message(page, /go on|Solved/);
    if ((await page.locator(".verdict-text").textContent()) === "Solved.") break;
  }
  await message(page, "Solved.");
  await page.reload();
  await page.locator(".badge").waitFor();
  await button(page, "All puzzles").click();
  await page.getByText(/^1 of \d+ solved$/).waitFor();
  await page.getByLabel("Show").selectOption("Solved");
  await expect.poll(() => page.locator(".puzzles a").count()).toBe(1);
});

test("a defence: what loses is shown to lose, what holds is right", async () => {
  const puzzle = find("defence");
  const page = await openPuzzle(puzzle);
  const wrong = await clickFarAway(page);
  await message(page, new RegExp(`^${wrong} loses: \\w+ wins in \\d+`));
  await button(page, "One move forward").click();
  await button(page, "Try again").click();
  await click(page, puzzle.answers.at(-1) ?? "");
  await message(page, "Solved.");
});

test("hints, then the solution; a puzzle solved with help does not count", async () => {
  const puzzle = find("threes");
  const page = await openPuzzle(puzzle);
  await button(page, "Hint").click();
  await page.locator(".task").filter({ hasText: "moves at most" }).waitFor();
  await button(page, "Hint").click();
  await message(page, "Look at the marked point.");
  await button(page, "Show the solution").click();
  for (let i = 1; i < puzzle.line.length; i++) await button(page, "One move forward").click();
  await expect.poll(() => label(page, puzzle.line.at(-1) ?? "")).toContain("last move");
  await expect.poll(() => page.locator(".badge").count()).toBe(0);
  await button(page, "Next puzzle").click();
  await page.waitForURL((url) => url.hash.includes("/puzzle/") && !url.hash.endsWith(puzzle.id));
});

test("one's own blunders become puzzles", async () => {
  const page = await open("#/review");
  await paste(page, LOST_AT_17);
  await page.getByRole("tab", { name: "Save" }).click();
  await page.getByRole("link", { name: /^Practise \d+ positions? of this game$/ }).click();
  await page.locator(".puzzles a").first().click();
  await page.locator(".task").waitFor();
  await button(page, "Show the solution").click();
  await button(page, "Try again").waitFor();
  // What another tab stores is no reason to begin again.
  await page.evaluate(() => dispatchEvent(new StorageEvent("storage", { key: "dolmen.own-puzzles" })));
  await button(page, "Try again").click();
});

test("a puzzle that does not exist is told", async () => {
  const page = await open("#/learn/puzzle/none");
  await page.getByRole("alert").filter({ hasText: "There is no such puzzle." }).waitFor();
  await page.getByRole("link", { name: "All puzzles" }).click();
  await page.locator(".puzzles a").first().waitFor();
});

test("a position in words: shapes, threats, and why a point is forbidden", async () => {
  const page = await open("#/learn/explain/renju/15/h6a1h7a3f8a5g8a7");
  const lesson = page.locator(".lesson");
  await lesson.getByText("h8 is forbidden: double three").waitFor();
  await expect.poll(() => lesson.locator(".plain .why li").first().textContent()).toContain("an open three");
  await lesson.getByText("broken open three").hover();
  await page.locator(".board circle[fill-opacity]").first().waitFor();
  await lesson.getByText("All of it in words").click();
  await lesson.locator("details li").filter({ hasText: "white threatens an open four" }).waitFor();
  await click(page, "a4");
  await page.waitForURL(/h6a1h7a3f8a5g8a7a4$/);
  await button(page, "Take back").click();
  await page.waitForURL(/h6a1h7a3f8a5g8a7$/);
  await button(page, "Clear the board").click();
  await page.getByText("Place stones on the board").waitFor();
});

test("the board stays in sight beside a long text", async () => {
  const page = await open("#/learn/explain/renju/15/h6a1h7a3f8a5g8a7", {
    viewport: { width: 1280, height: 500 },
  });
  await page.getByText("All of it in words").click();
  await page.locator("details li").last().scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
  const box = await cell(page, "a15").boundingBox();
  expect(box?.y).toBeGreaterThan(0);
});

test("a proof answers every defence, until five", async () => {
  const puzzle = find("threes", ({ level }) => level === 2);
  const page = await open(`#/learn/proof/${puzzle.rule}/15/${puzzle.moves.join("")}`);
  await page.getByText("Your defence?").waitFor();
  const first = await page.locator(".panel").textContent();
  for (let move = 0; move < puzzle.plies && !(await page.getByText("has made five").isVisible()); move++) {
    await clickFarAway(page);
  }
  await page.getByText("has made five").waitFor();
  await expect.poll(() => page.locator('[role=gridcell][aria-label*="winning five"]').count()).toBe(5);
  await button(page, "From the start").click();
  await expect.poll(() => page.locator(".panel").textContent()).toBe(first);
  await cell(page, puzzle.line[1] ?? "").waitFor();
  await click(page, puzzle.line[1] ?? "");
  await button(page, "Take back").click();
  await expect.poll(() => page.locator(".panel").textContent()).toBe(first);
});

test("the address stays true where the position stays, and a bad one is told", async () => {
  const page = await open("#/learn/explain/renju/15/h6a1h7a3f8a5g8a7");
  await page.getByRole("link", { name: "Explain", exact: true }).click();
  await page.waitForURL(/explain\/renju\/15\/h6a1h7a3f8a5g8a7$/);
  await cell(page, "h8").and(page.locator('[aria-label*="double three"]')).waitFor();
  await click(page, "h8");
  await page.getByRole("alert").filter({ hasText: "h8 is forbidden to black: double three" }).waitFor();
  await page.goto(`${address}?again#/learn/explain/foo`);
  await page.getByRole("alert").filter({ hasText: "The address is not a position." }).waitFor();
});

test("stones stay when another language is chosen", async () => {
  const page = await open("#/learn/explain/freestyle/15/h8");
  await click(page, "i9");
  await page.waitForURL(/h8i9$/);
  await button(page, "Settings").click();
  await page.getByLabel("Language").selectOption("Čeština");
  await page.getByRole("heading", { name: "Nastavení" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => label(page, "i9")).toContain("Bílý");
});

test("the shipped puzzles that were chosen among one's own stay when the page is reloaded", async () => {
  const page = await open("#/learn/own");
  await page.getByLabel("From").selectOption("The collection");
  await page.locator(".puzzles a").first().waitFor();
  await page.waitForURL(/#\/learn$/);
  await page.reload();
  await page.locator(".puzzles a").first().waitFor();
});

test("the next puzzle is one of the collection where none fits the choice", async () => {
  const page = await open("#/learn/own");
  await page.getByText("Review a game you lost").waitFor();
  await page.goto(`${address}#/learn/puzzle/${SHIPPED[0]?.id}`);
  await page.getByRole("heading", { name: "Puzzle 1", exact: true }).waitFor();
  await button(page, "Next puzzle").click();
  await page.waitForURL((url) => url.hash.endsWith(SHIPPED[1]?.id ?? "none"));
  await page.goto(`${address}?again#/learn`);
  await page.locator(".puzzles a").first().waitFor();
});
