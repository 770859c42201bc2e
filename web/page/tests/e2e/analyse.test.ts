import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { address, button, cell, click, label, movesInAddress, open } from "./browser";

const tab = (page: Page, name: string) => page.getByRole("tab", { name }).click();
const status = (page: Page) => page.locator(".status");

async function waitForText(page: Page, selector: string, text: string | RegExp): Promise<void> {
  await page.locator(selector).filter({ hasText: text }).first().waitFor();
}

test("stones are placed by clicks, and keys and buttons step through the game", async () => {
  const page = await open();
  await click(page, "h8", "i9", "h10");
  await movesInAddress(page, "h8i9h10");
  await expect.poll(() => label(page, "h8")).toBe("h8, Black, 1");
  await expect.poll(() => label(page, "h10")).toBe("h10, Black, 3, last move");
  await page.keyboard.press("ArrowLeft");
  await movesInAddress(page, "h8i9");
  await page.keyboard.press("Home");
  await movesInAddress(page, "");
  await button(page, "One move forward").click();
  await movesInAddress(page, "h8");
  await page.keyboard.press("End");
  await movesInAddress(page, "h8i9h10");
  await page.reload();
  await cell(page, "h10").and(page.locator('[aria-label*="last move"]')).waitFor();
  await page.keyboard.press("Home");
  await movesInAddress(page, "");
  await page.reload();
  await button(page, "Last position").click();
  await movesInAddress(page, "h8i9h10");
});

test("another move begins a variation that can be removed", async () => {
  const page = await open("#/analyse/freestyle/15/h8i9h10");
  await page.keyboard.press("ArrowLeft");
  await click(page, "j10");
  await movesInAddress(page, "h8i9j10");
  await expect.poll(() => page.locator(".variations .move").textContent()).toMatch(/3\s*j10/);
  await button(page, "Make main line").click();
  await expect.poll(() => page.locator(".variations .move").textContent()).toMatch(/3\s*h10/);
  await button(page, "Remove from here").click();
  await movesInAddress(page, "h8i9");
  await expect.poll(() => page.locator(".variations").count()).toBe(0);
});

test("the engine analyses: lines, values, marks, preview and play of a line", async () => {
  const page = await open("#/analyse/freestyle/15/lines=2/h8i9h10");
  await button(page, "Analyse").click();
  await page.locator(".lines tbody tr:nth-child(2) .variation").waitFor();
  await waitForText(page, ".facts dd", /\d.*\/s/);
  await waitForText(page, ".lines tbody tr", /\d%|\d %/);
  const best = await page.locator(".lines tbody .link.move").first().textContent();
  expect(best).toMatch(/^[a-o]\d+$/);
  await page.locator('[role=gridcell][aria-label*="best move"]').first().waitFor();

  await button(page, "Stop").click();
  const line = page.locator(".lines .variation").first();
  const moves = ((await line.textContent()) ?? "").trim().split(/\s+/).slice(0, 2);
  await line.locator("span").nth(1).hover();
  await expect.poll(() => label(page, moves[1] ?? "")).toContain("preview, Black, 2");
  await line.locator("span").nth(1).dblclick();
  await movesInAddress(page, `h8i9h10${moves.join("")}`);
});

test("analysis goes on with the next position and fills the graph; it stops when told", async () => {
  const page = await open("#/analyse/freestyle/15/h8i9h10");
  await page.keyboard.press("a");
  await page.locator(".facts[data-searching=true]").waitFor();
  await page.locator(".lines .link.move").first().waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.locator(".graph .dot").nth(1).waitFor({ state: "attached" });
  await page.keyboard.press("a");
  await page.locator(".facts[data-searching=false]").waitFor();
  await tab(page, "Options");
  await page.getByLabel("Go on when the position changes").uncheck();
  await page.keyboard.press("a");
  await page.locator(".lines .link.move").first().waitFor();
  await page.keyboard.press("ArrowLeft");
  await button(page, "Analyse").waitFor();
});

test("the number of lines and a limit of time", async () => {
  const page = await open("#/analyse/freestyle/15/lines=1/h8i9h10");
  await button(page, "Lines +").click();
  await page.waitForURL(/lines=2/);
  await tab(page, "Options");
  await page.getByLabel("Time for each position").selectOption("1 s");
  await button(page, "Analyse").click();
  await page.locator(".facts[data-searching=true]").waitFor();
  await page.locator(".facts[data-searching=false]").waitFor();
  await expect.poll(() => page.locator(".lines .link.move").count()).toBe(2);
  await page
    .locator("[aria-live]")
    .filter({ hasText: /Best move [a-o]\d+: / })
    .waitFor();
});

test("renju: forbidden points are shown with their kind and refused", async () => {
  const page = await open("#/analyse/renju/15/h6a1h7a3f8a5g8a7");
  await cell(page, "h8").and(page.locator('[aria-label*="double three"]')).waitFor();
  await expect.poll(() => label(page, "h8")).toBe("h8, forbidden: double three");
  await click(page, "h8");
  await page.getByRole("alert").filter({ hasText: "h8 is forbidden to black: double three" }).waitFor();
  await movesInAddress(page, "h6a1h7a3f8a5g8a7");
});

test("renju: a game that went on after a foul is analysed", async () => {
  const page = await open("#/analyse/renju/15/h6a1h7a3f8a5g8a7h8a9");
  await button(page, "Analyse").click();
  await page.locator(".lines tbody .variation").first().waitFor();
  await page.keyboard.press("ArrowLeft");
  await status(page).filter({ hasText: "White wins: black played a forbidden point" }).waitFor();
});

test("a five ends the game and is marked", async () => {
  const page = await open("#/analyse/standard/15/h8a1i8a3j8a5k8a7");
  await click(page, "l8");
  await status(page).filter({ hasText: "Black wins" }).waitFor();
  for (const point of ["h8", "i8", "j8", "k8", "l8"]) {
    await expect.poll(() => label(page, point)).toContain("part of the winning five");
  }
  await click(page, "a9");
  await movesInAddress(page, "h8a1i8a3j8a5k8a7l8");
  await expect.poll(() => button(page, "Analyse").isDisabled()).toBe(true);
});

test("moves after a five are no position: it says so, and nothing can be played", async () => {
  const page = await open("#/analyse/freestyle/15/a1a3b1b3c1c3d1d3e1e3");
  await status(page).filter({ hasText: "Not a position: move 10 (e3) comes after the end" }).waitFor();
  expect(await button(page, "Analyse").isDisabled()).toBe(true);
  await click(page, "h8");
  await movesInAddress(page, "a1a3b1b3c1c3d1d3e1e3");
  await page.keyboard.press("ArrowLeft");
  await status(page).filter({ hasText: "Black wins" }).waitFor();
});

test("a board too small for the stones is refused", async () => {
  const page = await open("#/analyse/freestyle/15/a1o15");
  const size = page.getByRole("combobox", { name: "Size" });
  for (let time = 0; time < 2; time++) {
    await size.selectOption("14×14");
    await page.getByRole("alert").filter({ hasText: "do not fit on a board of 14×14" }).waitFor();
    await expect.poll(() => size.inputValue()).toBe("15");
  }
  await movesInAddress(page, "a1o15");
});

test("all rules and sizes, and a position too large for the board", async () => {
  const page = await open("#/analyse/freestyle/15/h8i9");
  for (const rule of ["Standard", "Renju", "Caro", "Caro, overlines win"]) {
    await page.getByRole("combobox", { name: "Rule" }).selectOption({ label: rule });
  }
  await page.waitForURL(/caro-overline\/15/);
  await page.getByRole("combobox", { name: "Size" }).selectOption("22×22");
  await page.waitForURL(/caro-overline\/22\/.*l12m13$/);
  await page.getByRole("combobox", { name: "Size" }).selectOption("5×5");
  await page.waitForURL(/caro-overline\/5\/.*c3d4$/);
  await expect.poll(() => page.getByRole("gridcell").count()).toBe(25);
});

test("turning, mirroring, shifting, blocking", async () => {
  const page = await open("#/analyse/freestyle/15/a1b3");
  await tab(page, "Edit");
  await button(page, "Rotate right").click();
  await movesInAddress(page, "a15c14");
  await button(page, "Rotate left").click();
  await button(page, "Mirror left and right").click();
  await movesInAddress(page, "o1n3");
  await button(page, "Mirror top and bottom").click();
  await movesInAddress(page, "o15n13");
  await button(page, "Shift down").click();
  await movesInAddress(page, "o14n12");
  await button(page, "Shift right").click();
  await page.getByRole("alert").filter({ hasText: "no room" }).waitFor();
  await button(page, "Block by click").click();
  await click(page, "h8");
  await page.waitForURL(/block=h8/);
  await expect.poll(() => label(page, "h8")).toBe("h8, blocked");
  await click(page, "g8", "g8");
  await expect.poll(() => label(page, "g8")).toBe("g8, empty");
  await button(page, "Block by click").click();
  await click(page, "h8", "h9");
  await movesInAddress(page, "o14n12h9");
  await button(page, "Clear the board").click();
  await movesInAddress(page, "");
});

test("balancing with one and with two stones", async () => {
  const page = await open("#/analyse/freestyle/15/h8");
  await tab(page, "Edit");
  await button(page, "One stone").click();
  await page.waitForURL(/\/h8([a-o]\d+){1}$/);
  await button(page, "Two stones").click();
  await page.waitForURL(/\/h8([a-o]\d+){3}$/);
});

test("positions are copied and pasted in all formats", async () => {
  const page = await open("#/analyse/renju/15/h8i9h10");
  await tab(page, "Share");
  const format = page.getByRole("combobox", { name: "Format" });
  const texts: string[] = [];
  for (const name of ["Moves", "Rule, size, moves", "psq", "SGF", "Address"]) {
    await format.selectOption(name);
    const field = page.getByRole("textbox", { name, exact: true });
    await field.waitFor();
    await page.waitForFunction(
      (text) => text !== document.querySelector("textarea")?.value,
      texts.at(-1) ?? "",
    );
    await button(page, "Copy").click();
    await page.getByRole("alert").filter({ hasText: "Copied" }).waitFor();
    texts.push(await page.evaluate(() => navigator.clipboard.readText()));
  }
  expect(texts[0]).toBe("h8i9h10");
  expect(texts[1]).toBe("renju 15 h8i9h10");
  expect(texts[2]).toMatch(/^Piskvorky 15x15/);
  expect(texts[3]).toMatch(/^\(;/);
  expect(texts[4]).toContain("#/analyse/renju/15/lines=3/h8i9h10");
  for (const text of [...texts, "https://gomocalc.com/#/h8i9h10", "x://y?moves=h8 i9 h10"]) {
    await page.keyboard.press("Home");
    await tab(page, "Edit");
    await button(page, "Clear the board").click();
    await movesInAddress(page, "");
    await tab(page, "Share");
    await page.getByRole("textbox", { name: "Paste or open a game" }).fill(text);
    await button(page, "Open").click();
    await movesInAddress(page, "h8i9h10");
  }
});

test("text pasted anywhere opens a game; what is none is refused", async () => {
  const page = await open();
  const paste = (text: string) =>
    page.evaluate((content) => {
      const data = new DataTransfer();
      data.setData("text/plain", content);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
    }, text);
  await paste("h8 i9 j10");
  await movesInAddress(page, "h8i9j10");
  await paste("no game at all");
  await page.getByRole("alert").waitFor();
  await movesInAddress(page, "h8i9j10");
});

test("games are opened from files and saved as files", async () => {
  const page = await open("#/analyse/renju/15/h8i9h10");
  await tab(page, "Share");
  const save = async (format: string) => {
    const waiting = page.waitForEvent("download");
    await button(page, `Save ${format}`).click();
    return readFile(await (await waiting).path());
  };
  const files = [];
  for (const format of [".psq", ".sgf", ".lib"]) files.push([format, await save(format)] as const);
  for (const [format, content] of files) {
    await page.goto(`${address}#/analyse/`);
    await tab(page, "Edit");
    await button(page, "Clear the board").click();
    await tab(page, "Share");
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: `game${format}`, mimeType: "", buffer: content });
    await movesInAddress(page, "h8i9h10");
  }
});

test("pictures: PNG, SVG and an animated GIF", async () => {
  const page = await open("#/analyse/freestyle/15/h8i9h10");
  await tab(page, "Share");
  const picture = async (name: string) => {
    const waiting = page.waitForEvent("download");
    await button(page, name).click();
    return readFile(await (await waiting).path());
  };
  const png = await picture("PNG");
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 1200]);
  const svg = (await picture("SVG")).toString();
  expect(svg).toMatch(/^<svg .*<\/svg>$/s);
  expect(svg).not.toContain("var(");
  const gif = await picture("Animated GIF");
  expect(gif.subarray(0, 6).toString()).toBe("GIF89a");
  expect(gif.readUInt16LE(6)).toBe(600);
  // One graphic control extension for each move.
  expect(gif.toString("latin1").split("\x21\xf9\x04").length - 1).toBe(3);
});

test("a finger chooses first and plays with the second tap", async () => {
  const page = await open("", { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });
  const tap = async (point: string) => {
    const box = await cell(page, point).boundingBox();
    if (box) await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  };
  await tap("h8");
  await expect.poll(() => label(page, "h8")).toContain("chosen");
  await tap("h9");
  await expect.poll(() => label(page, "h8")).toBe("h8, empty");
  await tap("h9");
  await movesInAddress(page, "h9");
});

test("keyboard and screen reader: the grid is walked, stones are placed, moves are said", async () => {
  const page = await open();
  await cell(page, "h8").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await movesInAddress(page, "i9");
  await page.locator("[aria-live]").filter({ hasText: "Black plays i9" }).waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
    .toContain("i9, Black");
  await page.keyboard.press("b");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("b");
  await page.waitForURL(/block=i8/);
  await page.keyboard.press("PageUp");
  await movesInAddress(page, "");
});

test("light, dark and the look of the board", async () => {
  const page = await open("", { colorScheme: "light" });
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  await expect.poll(() => theme()).toBe("light");
  await button(page, "Dark").click();
  await expect.poll(() => theme()).toBe("dark");
  await button(page, "Settings").click();
  await page.getByLabel("Board", { exact: true }).selectOption("Plain");
  await page.getByLabel("Coordinates").uncheck();
  await button(page, "Close").click();
  await page.reload();
  await page.getByRole("grid").waitFor();
  await expect.poll(() => theme()).toBe("dark");
  await expect.poll(() => page.locator(".board svg").innerHTML()).not.toContain(">o</text>");
});

test("a wrong address is told, not swallowed", async () => {
  const page = await open("#/analyse/renju/15/h8h8");
  await page.getByRole("alert").filter({ hasText: "not a position" }).waitFor();
});

/** Waits until the service worker answers for the page and has kept its engine. */
const engineIsKept = (page: Page) =>
  page.waitForFunction(
    async () => {
      if (navigator.serviceWorker.controller?.state !== "activated") return false;
      const [name = ""] = await caches.keys();
      const kept = await (await caches.open(name)).keys();
      return kept.some(({ url }) => url.endsWith(".wasm"));
    },
    undefined,
    { polling: 50 },
  );

test("works without a network once it was opened", async () => {
  const page = await open("#/analyse/freestyle/15/h8i9h10");
  await button(page, "Analyse").click();
  await page.locator(".lines .link.move").first().waitFor();
  await engineIsKept(page);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole("grid").waitFor();
  await button(page, "Analyse").click();
  await page.locator(".lines .link.move").first().waitFor();
});

test("a file dropped on the page opens its game, and is never shown instead of the page", async () => {
  const page = await open();
  const drop = () =>
    page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(["(;GM[4]SZ[15];B[hh];W[ig])"], "a.sgf"));
      const init = { dataTransfer: data, bubbles: true, cancelable: true };
      return ["dragover", "drop"].map(
        (name) => !document.querySelector("main")?.dispatchEvent(new DragEvent(name, init)),
      );
    });
  expect(await drop()).toEqual([true, true]);
  await movesInAddress(page, "h8i7");
  await page.goto(`${address}#/play`);
  await button(page, "Start").waitFor();
  expect(await drop()).toEqual([true, true]);
});

test("a table larger than the engine may have is shown as the largest", async () => {
  const page = await open();
  await page.evaluate(() => localStorage.setItem("dolmen.memory", "1024"));
  await page.reload();
  await tab(page, "Options");
  await expect.poll(() => page.getByLabel("Table size").inputValue()).toBe("256");
});

test("a click on the board takes the keys from what had the focus; what is pasted is a game there, too", async () => {
  const page = await open();
  const rule = page.getByRole("combobox", { name: "Rule" });
  await rule.focus();
  await page.evaluate(() => navigator.clipboard.writeText("h8i9h10"));
  await page.keyboard.press("Control+V");
  await movesInAddress(page, "h8i9h10");
  for (const focused of [rule, page.getByRole("tab", { name: "Moves" })]) {
    await focused.focus();
    await click(page, "j10");
    await movesInAddress(page, "h8i9h10j10");
    await page.keyboard.press("ArrowLeft");
    await movesInAddress(page, "h8i9h10");
  }
  expect(await rule.inputValue()).toBe("freestyle");
  await page.getByRole("tab", { name: "Moves", selected: true }).waitFor();
});

test("what a format cannot hold is not copied, and of variations the one shown is saved", async () => {
  const page = await open("#/analyse/freestyle/15/lines=1/block=a1/h8i9");
  const notice = (text: string) => page.locator(".notice").filter({ hasText: text }).waitFor();
  await tab(page, "Share");
  await page.waitForFunction(() => document.querySelector("textarea")?.value.includes("lines=1"));
  await button(page, "Lines +").click();
  await page.waitForFunction(() => document.querySelector("textarea")?.value.includes("lines=2"));
  await page.getByRole("combobox", { name: "Format" }).selectOption("SGF");
  await notice("no place for stones set up beforehand");
  expect(await button(page, "Copy").isDisabled()).toBe(true);
  await cell(page, "a1").click({ button: "right" });
  await page.getByRole("textbox", { name: "SGF", exact: true }).waitFor();
  expect(await button(page, "Copy").isEnabled()).toBe(true);
  await button(page, "One move back").click();
  await click(page, "j9");
  const waiting = page.waitForEvent("download");
  await button(page, "Save .psq").click();
  await waiting;
  await notice("Only the line shown was saved");
});

test("what is undone by a key is said, and the focus goes to the board", async () => {
  const page = await open("#/analyse/15/h8i9h10");
  await page.getByRole("textbox", { name: "Comment" }).fill("an hour of notes");
  await page.goto(`${address}#/analyse/15/a1b2`);
  await movesInAddress(page, "a1b2");
  await button(page, "Undo").press("Enter");
  await movesInAddress(page, "h8i9h10");
  await page.locator(".visually-hidden[role=status]").filter({ hasText: "Move 3, h10" }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("gridcell");
});

test("a file without a place for the result says so, unless the moves tell it", async () => {
  const page = await open("#/analyse");
  const less = page.locator(".notice").filter({ hasText: "no place for all that is known" });
  await tab(page, "Share");
  const openText = async (text: string, moves: string) => {
    const buffer = Buffer.from(text);
    await page.locator("input[type=file]").setInputFiles({ name: "game.sgf", mimeType: "", buffer });
    await movesInAddress(page, moves);
  };
  const save = async (format: string) => {
    const waiting = page.waitForEvent("download");
    await button(page, `Save ${format}`).click();
    await waiting;
  };
  await openText("(;GM[4]FF[4]SZ[15]RE[B+1];B[hh];W[ig])", "h8i7");
  await save(".psq");
  await less.waitFor();
  await openText(
    "(;GM[4]FF[4]SZ[15]AP[x:1]RE[B+1];B[hh];W[aa];B[ih];W[ca];B[jh];W[ea];B[kh];W[ga];B[lh])",
    "h8a1i8c1j8e1k8g1l8",
  );
  await save(".psq");
  // The engine answers in turn.
  await save(".sgf");
  expect(await less.count()).toBe(0);
});
