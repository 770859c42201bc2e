/** What is pasted or opened in the part that analyses; the test says what the engine reads. */

import { beforeEach, expect, test, vi } from "vitest";
import { namesOf } from "../../src/board/points";
import type { Game } from "../../src/engine";

const page = vi.hoisted(() => {
  vi.stubGlobal("location", { hash: "", href: "" });
  vi.stubGlobal("history", { replaceState: () => {} });
  vi.stubGlobal("window", { addEventListener: () => {} });
  return { read: [] as string[], games: [] as Game[] };
});
vi.mock("../../src/engine", async () => {
  const { signal } = await import("@preact/signals");
  const read = (bytes: Uint8Array) => {
    page.read.push(new TextDecoder().decode(bytes));
    return Promise.resolve(page.games);
  };
  return {
    engineFailure: signal(""),
    getEngine: () => Promise.resolve({ read, rules: () => new Promise(() => {}) }),
  };
});

const { openGame, openText } = await import("../../src/parts/analyse/analysis");
const { clear, notice, position } = await import("../../src/parts/analyse/game");
const { readText } = await import("../../src/parts/review/read");

const moves = () => namesOf(position.peek().moves);

beforeEach(() => {
  clear();
  page.read.length = 0;
  page.games = [];
});

test("a file that is too large is not read", async () => {
  await openGame(new Uint8Array((8 << 20) + 1), "huge.lib");
  expect([notice.peek(), page.read]).toEqual(["huge.lib is larger than 8 MB.", []]);
  await openGame(new Uint8Array(8 << 20), "large.lib");
  expect(page.read).toHaveLength(1);
});

const ADDRESS = "https://x/#/analyse/renju/15/h8%69%39";

test("an address that is pasted is opened", async () => {
  await openText(`${ADDRESS}\n`);
  expect([position.peek().setup.rule, moves(), page.read]).toEqual(["renju", "h8i9", []]);
  await openText("https://x/#/block=a1/");
  expect(position.peek().setup.blocked).toHaveLength(1);
  expect((await readText(ADDRESS))[0]?.game.moves).toEqual(["h8", "i9"]);
});

test("a game with a # in it is read by the engine", async () => {
  page.games = [{ size: 15, moves: ["h8"] }];
  const texts = ["https://x/#/", "## Final\nh8 i9", "Game #7\nh8", "(;PB[#1]C[win 60%];B[hh])"];
  for (const text of texts) {
    clear();
    await openText(text);
    expect(moves(), text).toBe("h8");
    expect((await readText(text))[0]?.game.moves, text).toEqual(["h8"]);
  }
  expect(page.read).toEqual(texts.flatMap((text) => [text, text]));
});
