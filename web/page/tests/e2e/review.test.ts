import { readFile } from "node:fs/promises";
import type { Download, Page } from "playwright-core";
import { expect, test } from "vitest";
import { address, button, cell, click, label, open, paste } from "./browser";
import { COLLECTION, LOST_AT_17, SHORT } from "./games";

const alertText = (page: Page, text: string | RegExp) =>
  page.getByRole("alert").filter({ hasText: text }).waitFor();
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true }).click();

async function openReview(): Promise<Page> {
  const page = await open("#/review");
  await page.getByLabel("Thoroughness").selectOption("Quick");
  return page;
}

const chooseFiles = (page: Page, files: Record<string, string | Buffer>) =>
  page
    .locator("input[type=file]")
    .setInputFiles(
      Object.entries(files).map(([name, content]) => ({ name, mimeType: "", buffer: Buffer.from(content) })),
    );
const chooseFile = (page: Page, name: string, content: string | Buffer) =>
  chooseFiles(page, { [name]: content });

/** The text of a file that the page saves. */
async function saved(page: Page, name: string): Promise<string> {
  const [download]: [Download, unknown] = await Promise.all([
    page.waitForEvent("download"),
    button(page, name).click(),
  ]);
  return readFile(await download.path(), "utf8");
}

test("a game pasted: why move 17 lost, its refutation, one's own moves, and both files", async () => {
  const page = await open("#/review");
  await paste(page, LOST_AT_17);
  await page.locator(".mistakes button").filter({ hasText: /^17/ }).click();
  const notes = page.locator(".notes");
  await notes.filter({ hasText: "Losing move" }).waitFor();
  await expect
    .poll(() => notes.locator(".why li").first().textContent())
    .toMatch(/^It allows \w+, which makes/);

  await button(page, "Show the refutation").click();
  await notes.filter({ hasText: "Refutation" }).waitFor();
  const forward = page.locator(".notes").getByRole("button", { name: "One move forward" });
  while (await forward.isEnabled()) await forward.click();
  await page.keyboard.press("g");
  await notes.filter({ hasText: "17. j9" }).waitFor();

  await click(page, "a1");
  await notes.filter({ hasText: "Your own line" }).waitFor();
  await notes.filter({ hasText: /Best reply: \w+ \(/ }).waitFor();
  await button(page, "Back to the game").click();

  await tab(page, "Accuracy");
  await expect.poll(() => page.locator(".summary .accuracy").textContent()).toMatch(/\d+ %.*\d+ %/);
  await tab(page, "Lines");
  await page.locator(".review-tree .variations .move").first().click();
  await expect.poll(() => page.locator(".review-tree .variations [aria-current]").count()).toBe(1);
  await tab(page, "Save");
  expect(await saved(page, "Commented SGF")).toMatch(/^\(;[\s\S]*losing move/);
  expect(await saved(page, "Report (HTML)")).toMatch(/^<!doctype html>/i);
});

test("a file with two games: both are reviewed, kept over a reload, and removed", async () => {
  const page = await openReview();
  await chooseFile(page, "club.sgf", COLLECTION);
  await page.getByText("Anna – Boris").waitFor();
  await button(page, "Review all").click();
  await page.locator(".accuracies").nth(1).waitFor();
  await page.reload();
  await page.locator(".accuracies").nth(1).waitFor();
  await page.getByText("Chen – Dita").click();
  await page.locator(".review-graph").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.waitForURL(/\/review\/\w+\/1$/);
  await page.reload();
  await cell(page, "h8").and(page.locator('[aria-label*="last move"]')).waitFor();
  await button(page, "All games").click();
  await button(page, "Remove Anna – Boris").click();
  await expect.poll(() => page.locator(".games li").count()).toBe(1);
});

test("all games are removed at once, after a question, and their puzzles with them", async () => {
  const page = await openReview();
  await paste(page, LOST_AT_17);
  await page.locator(".review-graph").waitFor();
  await button(page, "All games").click();
  await chooseFile(page, "club.sgf", COLLECTION);
  await expect.poll(() => page.locator(".games li").count()).toBe(3);
  const puzzles = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem("dolmen.own-puzzles") ?? "").length);
  expect(await puzzles()).toBeGreaterThan(0);
  page.once("dialog", (dialog) => dialog.dismiss());
  await button(page, "Remove all").click();
  expect(await page.locator(".games li").count()).toBe(3);
  page.once("dialog", (dialog) => dialog.accept());
  await button(page, "Remove all").click();
  await expect.poll(() => page.locator(".games li").count()).toBe(0);
  expect(await puzzles()).toBe(0);
  await page.reload();
  await page.getByRole("textbox", { name: "Paste a game" }).waitFor();
  expect(await page.locator(".games li").count()).toBe(0);
});

test("a game that waits shows no progress of another one", async () => {
  const page = await openReview();
  await page.getByLabel("Thoroughness").selectOption("Deep");
  await chooseFile(page, "club.sgf", COLLECTION);
  await button(page, "Review all").click();
  await page.getByLabel(/^Reviewing: \d+ of/).waitFor();
  await page.getByText("Chen – Dita").click();
  await page.locator("[aria-busy=true]").waitFor();
  expect(await page.locator("[aria-busy=true] progress").getAttribute("aria-label")).toBe("…");
});

test("what cannot be read is answered with a sentence", async () => {
  const page = await openReview();
  await chooseFile(page, "photo.png", Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0]));
  await alertText(page, /^photo\.png was not read\. ./);
  await chooseFile(page, "empty.psq", "");
  await alertText(page, /empty\.psq/);
  await paste(page, "h8h8");
  await alertText(page, /Pasted game.*move 2/);
  await paste(page, "h8 i9 h10 z3");
  await alertText(page, "Pasted game was not read. z3 is not a point of the board.");
  expect(await page.getByRole("textbox", { name: "Paste a game" }).inputValue()).toBe("h8 i9 h10 z3");
  await chooseFile(page, "huge.lib", Buffer.alloc((8 << 20) + 1));
  await alertText(page, "huge.lib is larger than 8 MB.");
});

test("of several files those that can be read are kept, and of many games the first ones", async () => {
  const page = await openReview();
  await chooseFiles(page, { "empty.psq": "", "club.sgf": COLLECTION });
  await alertText(page, /empty\.psq/);
  await expect.poll(() => page.locator(".games li").count()).toBe(2);
  const many = Array.from({ length: 501 }, (_, i) => `(;GM[4]SZ[15]PB[${i}]PW[x];B[hh])`).join("");
  await chooseFile(page, "many.sgf", many);
  await alertText(page, "The first 500 of 501 games were read.");
  await expect.poll(() => page.locator(".games li").count()).toBe(502);
});

test("a file that is read again adds no game, and a single game of it is shown", async () => {
  const page = await openReview();
  await chooseFile(page, "club.sgf", COLLECTION);
  await expect.poll(() => page.locator(".games li").count()).toBe(2);
  await page.reload();
  await chooseFile(page, "club.sgf", COLLECTION);
  await page.getByText("Already kept: 2.").waitFor();
  expect(await page.locator(".games li").count()).toBe(2);
  await paste(page, SHORT);
  await page.locator(".review-graph").waitFor();
  const { hash } = new URL(page.url());
  await button(page, "All games").click();
  await paste(page, SHORT);
  await page.waitForURL((url) => url.hash === hash);
});

test("a review can be cancelled", async () => {
  const page = await openReview();
  await page.getByLabel("Thoroughness").selectOption("Deep");
  await paste(page, LOST_AT_17);
  await page
    .getByText(/Reviewing: \d+ of 26 positions/)
    .first()
    .waitFor();
  await button(page, "Cancel").click();
  await alertText(page, "The review was cancelled.");
  await button(page, "Review this game").waitFor();
});

test("a text pasted anywhere, then another rule", async () => {
  const page = await openReview();
  await page.evaluate((text) => navigator.clipboard.writeText(text), SHORT);
  await page.locator("h2").first().click();
  await page.keyboard.press("Control+V");
  await page.locator(".review-graph").waitFor();
  await page.getByLabel("Rule").selectOption("Renju");
  await page.locator(".review-graph").waitFor();
  // Keys are for the game again once the board was clicked.
  await page.getByLabel("Rule").focus();
  await click(page, "a1");
  await page.keyboard.press("End");
  await page.keyboard.press("g");
  await page.keyboard.press("End");
  await expect.poll(() => label(page, "h11")).toContain("last move");
  expect(await page.getByLabel("Rule").inputValue()).toBe("renju");
  const { hash } = new URL(page.url());
  await page.evaluate(() => navigator.clipboard.writeText("h8i9j10"));
  await page.keyboard.press("Control+V");
  await page.waitForURL((url) => /review\/\w+\/0$/.test(url.hash) && url.hash !== hash);
  await page.locator(".review-graph").waitFor();
});

test("a file dropped on a game that is shown is read", async () => {
  const page = await openReview();
  await paste(page, SHORT);
  await page.locator(".review-graph").waitFor();
  const { hash } = new URL(page.url());
  await cell(page, "a1").evaluate((target) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["h8i9j10"], "dropped.txt"));
    for (const type of ["dragover", "drop"]) {
      target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }
  });
  await page.waitForURL((url) => /review\/\w+\/0$/.test(url.hash) && url.hash !== hash);
  await page.locator(".game-name").filter({ hasText: "dropped.txt" }).waitFor();
});

test("of a collection bad games are named, and why one was not reviewed stands beside it", async () => {
  const page = await openReview();
  const five = ["hh", "aa", "hg", "ab", "hf", "ac", "he", "ad", "hd", "ae"];
  const moves = (points: string[]) => points.map((p, i) => `;${"BW"[i % 2]}[${p}]`).join("");
  const game = (...points: string[]) => `(;GM[4]SZ[15]${moves(points)})`;
  await paste(page, [game("hh", "ig"), game("hh", "hh"), game(...five)].join("\n"));
  await alertText(page, "Pasted game #2: move 2 is off the board or on a taken point.");
  await expect.poll(() => page.locator(".games li").count()).toBe(2);
  await button(page, "Review all").click();
  await page.locator(".accuracies").waitFor();
  const failure = page.locator(".games li").filter({ hasText: "#3" }).locator(".failure");
  await failure.filter({ hasText: "move 10 (a5) comes after the end" }).waitFor();
});

test("without a database games are reviewed, and live as long as the page", async () => {
  const page = await open("#/play");
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
  });
  await page.goto(`${address}?refused#/review`);
  await paste(page, SHORT);
  await page.locator(".review-graph").waitFor();
  await alertText(page, "This browser keeps no new games");
  await button(page, "All games").click();
  await alertText(page, "This browser keeps no new games");
  expect(await page.getByText("They are kept in this browser only.").count()).toBe(0);
});

test("a game of another tab is found, and one that is nowhere is told", async () => {
  const page = await openReview();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole("textbox", { name: "Paste a game" }).waitFor();
  await paste(page, SHORT);
  await page.locator(".review-graph").waitFor();
  await other.goto(page.url());
  await other.locator(".game-name").waitFor();
  await other.goto(`${address}#/review/none/5`);
  await alertText(other, "There is no such game in this browser.");
});

test("the rule that was chosen is shown while the game is reviewed, and after it was cancelled", async () => {
  const page = await openReview();
  await paste(page, SHORT);
  await page.locator(".review-graph").waitFor();
  await page.evaluate(() => localStorage.setItem("dolmen.review-effort", '"deep"'));
  await page.reload();
  const rule = page.getByLabel("Rule");
  await rule.selectOption("Renju");
  await button(page, "Cancel").click();
  await alertText(page, "The review was cancelled.");
  expect(await rule.inputValue()).toBe("renju");
  // What was found by the other rule is not shown.
  await button(page, "Review this game").waitFor();
  expect(await page.locator(".review-graph").count()).toBe(0);
});

test("a click on a forbidden point says why nothing is played", async () => {
  const page = await openReview();
  await paste(page, "renju 15 h6a1h7a3f8a5g8a7");
  await page.locator(".review-graph").waitFor();
  await button(page, "Last position").click();
  await cell(page, "h8").and(page.locator('[aria-label*="double three"]')).waitFor();
  await click(page, "h8");
  await alertText(page, "h8 is forbidden to black: double three");
  await button(page, "One move back").click();
  await expect.poll(() => page.getByRole("alert").count()).toBe(0);
});
