/** What is pasted or opened in the part that analyses; the test says what the engine reads. */

import { beforeEach, expect, test, vi } from "vitest";
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

const { openGame } = await import("../../src/parts/analyse/analysis");
const { clear, notice } = await import("../../src/parts/analyse/game");

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
