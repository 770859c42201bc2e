/** What the browser keeps. */

import { expect, test, vi } from "vitest";
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
