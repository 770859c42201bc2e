import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { address, button, cell, click, label, open } from "./browser";
import { begin, status, stones, waitForStones } from "./playing";

test("level 5 answers; hint, take back, resign", async () => {
  const page = await open("#/play");
  await begin(page, {}, 5);
  await click(page, "h8");
  await waitForStones(page, 2);
  await status(page, "Your turn");
  await button(page, "Hint").click();
  await page.locator(".reasons li").first().waitFor();
  await click(page, (await stones(page).count()) === 2 ? "a1" : "b1");
  await waitForStones(page, 4);
  await status(page, "Your turn");
  await button(page, "Take back").click();
  await waitForStones(page, 2);
  await button(page, "Resign").click();
  await status(page, "White wins by resignation");
  await button(page, "Take back").click();
  await status(page, "Your turn");
  expect(await stones(page).count()).toBe(2);
  await button(page, "Resign").click();
  await status(page, "White wins by resignation");
  await button(page, "Play again").click();
  // The colours change: the engine begins.
  await waitForStones(page, 1);
  await status(page, "Your turn");
});

const said = (page: Page, text: string | RegExp) =>
  page.locator(".visually-hidden[role=status]").filter({ hasText: text }).waitFor();

const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent,
  );

test("by keyboard: the focus stays, a hint is said, and so is why nothing is played", async () => {
  const page = await open("#/play");
  await button(page, "Start").press("Enter");
  await expect.poll(() => focused(page)).toBe("h8, empty");
  await page.keyboard.press("Enter");
  await waitForStones(page, 2);
  await status(page, "Your turn");
  await page.keyboard.press("Enter");
  await said(page, "A stone lies there.");
  await button(page, "Hint").press("Enter");
  await said(page, /^\w+\. [A-Z]/);
  expect(await focused(page)).toBe("Hint");
  await button(page, "Resign").press("Enter");
  await expect.poll(() => focused(page)).toBe("h8, Black, 1");
  await page.keyboard.press("Enter");
  await said(page, "The game has ended.");
});

test("a key that is held on Start plays no stone; Take back to the start leaves the focus on the board", async () => {
  const page = await open("#/play");
  await button(page, "Start").focus();
  await page.keyboard.down("Enter");
  await expect.poll(() => focused(page)).toBe("h8, empty");
  await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await waitForStones(page, 2);
  expect(await label(page, "g8")).toBe("g8, Black, 1");
  await status(page, "Your turn");
  await button(page, "Take back").press("Enter");
  await waitForStones(page, 0);
  await expect.poll(() => focused(page)).toBe("g8, empty");
});

test("a key after a click on Start plays no stone", async () => {
  const page = await open("#/play");
  await button(page, "Start").click();
  await status(page, "Your turn");
  await page.keyboard.press("Space");
  await click(page, "g8");
  await waitForStones(page, 2);
  expect(await label(page, "g8")).toBe("g8, Black, 1");
});

test("a game goes on after the page was closed", async () => {
  const page = await open("#/play");
  await begin(page, { Rule: "Renju", Clock: "10 minutes + 5 s a move" });
  await click(page, "a1");
  await page.getByRole("alert").filter({ hasText: "Place a black stone in the middle" }).waitFor();
  await click(page, "h8");
  await waitForStones(page, 2);
  await page.reload();
  await waitForStones(page, 2);
  await expect.poll(() => label(page, "h8")).toBe("h8, Black, 1");
  await page
    .getByRole("timer")
    .first()
    .filter({ hasText: /^(10|9):\d\d$/ })
    .waitFor();
});

test("two people: a five ends the game, which can be analysed", async () => {
  const page = await open("#/play");
  await begin(page, { "You play": "Both (two people)" });
  await click(page, "h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7", "l8");
  await status(page, "Black wins");
  await expect.poll(() => label(page, "l8")).toContain("part of the winning five");
  await page.getByRole("button", { name: "Analyse", exact: true }).click();
  await page.waitForURL(/#\/analyse\/freestyle\/15\/.*h8a1i8a3j8a5k8a7l8$/);
});

test("time runs out", async () => {
  const page = await open("#/play");
  await page.clock.install();
  await begin(page, { "You play": "Both (two people)", Clock: "5 minutes" });
  await click(page, "h8");
  await page.clock.fastForward(301_000);
  await status(page, "Black wins on time");
});

test("a handicap: the visitor's stones come first", async () => {
  const page = await open("#/play");
  const side = page.getByRole("combobox", { name: "You play" });
  await side.selectOption("White (second)");
  await page.getByRole("combobox", { name: "Opening" }).selectOption("Handicap");
  expect(await side.locator("option").allTextContents()).toEqual(["Black (first)", "Both (two people)"]);
  expect(await side.inputValue()).toBe("black");
  await button(page, "Stones ahead for you +").click();
  await button(page, "Start").click();
  await status(page, "Place 3 black stones ahead");
  await click(page, "h8", "i9");
  await status(page, "Place 1 black stone ahead");
  await click(page, "j10");
  await waitForStones(page, 4);
  await cell(page, "j10").and(page.locator('[aria-label*="Black"]')).waitFor();
});

test("the next game is offered with the side that was chosen, also if that is either", async () => {
  const page = await open("#/play");
  const side = page.getByRole("combobox", { name: "You play" });
  for (const choice of ["Either colour", "Both (two people)", "White (second)"]) {
    await begin(page, { "You play": choice });
    await button(page, "Resign").click();
    await button(page, "New game").click();
    await page.reload();
    await expect.poll(() => side.locator("option:checked").textContent()).toBe(choice);
  }
});

test("a game played in two tabs goes on where it is longest", async () => {
  const page = await open("#/play");
  await begin(page, { "You play": "Both (two people)" });
  await click(page, "h8", "h9");
  await waitForStones(page, 2);
  const idle = await page.context().newPage();
  await idle.goto(page.url());
  await waitForStones(idle, 2);
  await click(page, "a1", "b1", "c1");
  await waitForStones(idle, 5);
  await page.close();
  await idle.goto(`${address}#/analyse`);
  await idle.goto(`${address}#/play`);
  await waitForStones(idle, 5);
});

test("an opening that waits for the engine says so, and begins once", async () => {
  const page = await open();
  await page.addInitScript(() => {
    const { compileStreaming } = WebAssembly;
    const loaded = new Promise<void>((resolve) => {
      window.addEventListener("load-engine", () => resolve());
    });
    WebAssembly.compileStreaming = (source) => loaded.then(() => compileStreaming(source));
  });
  await page.goto(`${address}?slow#/play`);
  await begin(page, { Rule: "Renju" });
  await page.locator(".new-game").getByText("The engine is being loaded …").waitFor();
  expect(await button(page, "Start").getAttribute("aria-disabled")).toBe("true");
  await button(page, "Start").click({ force: true });
  await page.evaluate(() => window.dispatchEvent(new Event("load-engine")));
  await status(page, "Place a black stone in the middle");
});

test("an engine that cannot be loaded plays as soon as it can", async () => {
  const page = await open();
  await page.addInitScript(() => {
    const { compileStreaming } = WebAssembly;
    WebAssembly.compileStreaming = (source) =>
      window.name === "mended" ? compileStreaming(source) : Promise.reject(new Error("no engine"));
  });
  await page.goto(`${address}?again#/play`);
  await begin(page, { "You play": "White (second)" });
  await page.getByRole("alert").filter({ hasText: "could not be started" }).waitFor();
  await status(page, "Black to move");
  await page.evaluate(() => {
    window.name = "mended";
  });
  await waitForStones(page, 1);
  await status(page, "Your turn");
});
