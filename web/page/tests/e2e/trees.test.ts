/** Variations and comments in the part that analyses. */

import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { address, button, movesInAddress, open } from "./browser";

const tab = (page: Page, name: string) => page.getByRole("tab", { name }).click();

test("variations and comments of a file are shown, changed and saved", async () => {
  const page = await open();
  await tab(page, "Share");
  const file =
    "(;GM[4]SZ[15]PB[Anna]PW[Boris]RE[W+R]EV[Cup]C[A game];B[hh](;W[ig];B[hf])(;W[ih]C[or this]TR[aa]))";
  const openFile = (content: Buffer) =>
    page.locator("input[type=file]").setInputFiles({ name: "game.sgf", mimeType: "", buffer: content });
  await openFile(Buffer.from(file));
  await movesInAddress(page, "h8i7h6");
  await expect.poll(() => page.getByRole("alert").textContent()).toContain("Not shown of the file: 1");
  await tab(page, "Moves");
  await page.getByText("Anna – Boris").waitFor();
  await page.getByRole("button", { name: "2 i8" }).click();
  const comment = page.getByRole("textbox", { name: "Comment" });
  expect(await comment.inputValue()).toBe("or this");
  await comment.fill("better: [e4] \\ ☗");
  await page.reload();
  expect(await comment.inputValue()).toBe("better: [e4] \\ ☗");
  await tab(page, "Share");
  const waiting = page.waitForEvent("download");
  await button(page, "Save .sgf").click();
  const saved = await readFile(await (await waiting).path());
  for (const kept of ["PB[Anna]", "RE[W+R]", "EV[Cup]"]) expect(saved.toString()).toContain(kept);
  await page.goto(`${address}#/analyse/15/`);
  await openFile(saved);
  await movesInAddress(page, "h8i7h6");
  await tab(page, "Moves");
  await button(page, "First position").click();
  expect(await comment.inputValue()).toBe("A game");
  await page.getByRole("button", { name: "2 i8" }).click();
  expect(await comment.inputValue()).toBe("better: [e4] \\ ☗");
});

test("of a large tree only the variations that are entered are shown whole", async () => {
  const page = await open();
  await tab(page, "Share");
  const column = (n: number) => String.fromCharCode(97 + n);
  const reply = (x: number, y: number) =>
    `(;W[${column(x)}${column(y)}];B[${column(y === 14 ? 13 : y + 1)}a];W[ha])`;
  const replies = Array.from({ length: 14 * 14 }, (_, i) => reply(1 + (i % 14), 1 + Math.floor(i / 14)));
  const file = `(;SZ[15];B[aa]${replies.join("")})`;
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "game.sgf", mimeType: "", buffer: Buffer.from(file) });
  await tab(page, "Moves");
  const moves = page.locator(".moves .move");
  // The main line, and the first move of each other.
  await expect.poll(() => moves.count()).toBe(4 + 195);
  await page.getByRole("button", { name: "2 e5", exact: true }).click();
  await expect.poll(() => moves.count()).toBe(4 + 195 + 2);
});

test("a game that a link, clearing or removing took away comes back", async () => {
  const page = await open("#/analyse/15/h8i9h10");
  const comment = page.getByRole("textbox", { name: "Comment" });
  await comment.fill("an hour of notes");
  const isBack = async () => {
    await button(page, "Undo").click();
    await movesInAddress(page, "h8i9h10");
    expect(await comment.inputValue()).toBe("an hour of notes");
    await expect.poll(() => button(page, "Undo").count()).toBe(0);
  };
  await page.goto(`${address}#/analyse/15/a1b2`);
  await movesInAddress(page, "a1b2");
  await isBack();
  await tab(page, "Edit");
  await button(page, "Clear the board").click();
  await movesInAddress(page, "");
  await tab(page, "Moves");
  await isBack();
  await button(page, "Remove from here").click();
  await movesInAddress(page, "h8i9");
  await isBack();
});
