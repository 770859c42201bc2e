/** What the browser keeps. */

import { expect, test, vi } from "vitest";
import { isKeeping, persisted, sharedByTabs } from "../../src/app/persist";
import { markSolved, scores } from "../../src/parts/learn/progress";

test("a puzzle solved in another tab stays solved", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
  markSolved("a");
  kept.set("dolmen.puzzles", JSON.stringify({ ...scores.peek(), b: { solved: true, wrong: 1 } }));
  window.dispatchEvent(Object.assign(new Event("storage"), { key: "dolmen.puzzles" }));
  markSolved("c");
  expect(Object.keys(JSON.parse(kept.get("dolmen.puzzles") ?? ""))).toEqual(["a", "b", "c"]);
});

test("what was read is not written back over what another tab has stored since", () => {
  const kept = new Map([["dolmen.test", "1"]]);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
  const value = sharedByTabs("test", 0, (stored) => stored as number);
  kept.set("dolmen.test", "2");
  window.dispatchEvent(Object.assign(new Event("storage"), { key: "dolmen.test" }));
  kept.set("dolmen.test", "3");
  expect([value.value, kept.get("dolmen.test")]).toEqual([2, "3"]);
  value.value = 4;
  expect(kept.get("dolmen.test")).toBe("4");
});

test("what the browser has no room for is told, and no older game stands for it", () => {
  const kept = new Map<string, string>();
  const room = { bytes: 20 };
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > room.bytes) throw new Error("no room");
      kept.set(key, text);
    },
    removeItem: (key: string) => kept.delete(key),
  });
  const game = persisted<string | undefined>("game", undefined, (stored) => stored as string);
  const solved = persisted("solved", "", (stored) => stored as string);
  game.value = "old";
  solved.value = "old";
  expect(isKeeping.peek()).toBe(true);
  game.value = "a game of many moves";
  expect([kept.has("dolmen.game"), isKeeping.peek()]).toEqual([false, false]);
  solved.value = "a list of many puzzles";
  expect(kept.get("dolmen.solved")).toBe('"old"');
  room.bytes = 99;
  game.value = "a game of more moves";
  expect([kept.has("dolmen.game"), isKeeping.peek()]).toEqual([true, false]);
  solved.value = "a list of more puzzles";
  expect(isKeeping.peek()).toBe(true);
});
